import type { Bridge } from '#shared/contract.ts';
import type { DayPicture } from '#shared/picture/picture.ts';
import { nextDay } from './calendar.ts';
import { settleCommand, type CommandFailure } from '#renderer/ui/command-failure.ts';

const imageSourceOf = (day: DayPicture | null): string | null =>
  day?.file ? `/picture/${day.file.name}` : null;

/** A saved day next to the open one. Its picture stays decoded while the image is referenced. */
interface NeighbourDay {
  readonly day: DayPicture;
  readonly image: HTMLImageElement;
}

/** The open day, with its picture once it is loaded. */
export class OpenedDay {
  date = $state<string | null>(null);
  day = $state.raw<DayPicture | null>(null);
  failure = $state.raw<CommandFailure | null>(null);
  /** Address of the day's thumbnail, if it has one; shown until the picture is decoded. */
  preview = $state<string | null>(null);
  /** Address of the previously open picture, shown blurred until the thumbnail or picture of this day is loaded. */
  former = $state<string | null>(null);
  readonly #bridge: Bridge;
  /** The number of requests; only the answer to the last one is used. */
  #requests = 0;
  /** The saved days next to this one, with decoded pictures, so that a step shows them at once. */
  #neighbours: readonly NeighbourDay[] = [];

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
  }

  get choices(): string | null {
    return this.date;
  }

  set choices(date: string | null) {
    if (date !== null) void this.open(date);
  }

  /** @param preview address of a visible thumbnail of the day */
  async open(date: string, preview: string | null = null): Promise<void> {
    const request = (this.#requests += 1);
    if (this.day?.record.date !== date) {
      this.former = imageSourceOf(this.day) ?? this.former;
      this.day = this.#neighbourDay(date)?.day ?? null;
      this.preview = preview;
    }
    this.date = date;
    this.failure = null;
    if (this.day === null && preview === null) void this.#findPreview(date);
    const answer = await settleCommand(() => this.#bridge.picture.day(date));
    // The user may have opened another day or closed this one meanwhile.
    if (request !== this.#requests) return;
    if (answer.ok) this.day = answer.value;
    else [this.failure, this.day] = [answer.failure, null];
    void this.#fetchNeighbours(date);
  }

  close(): void {
    this.#requests += 1;
    this.date = null;
    this.day = null;
    this.failure = null;
    this.preview = null;
    this.former = null;
    this.#neighbours = [];
  }

  async #findPreview(date: string): Promise<void> {
    const answer = await settleCommand(() => this.#bridge.archive.days([date]));
    const thumbnail = answer.ok ? (answer.value[0]?.thumbnail ?? null) : null;
    if (this.date === date && thumbnail !== null) this.preview = `/thumbnails/${thumbnail}`;
  }

  /** Loads and decodes the previous and the next picture if they are saved. Sends no request to a service. */
  async #fetchNeighbours(date: string): Promise<void> {
    const dates = ([-1, 1] as const)
      .map((direction) => nextDay(date, direction, Date.now()))
      .filter((near) => near !== null);
    this.#neighbours = this.#neighbours.filter(({ day }) =>
      [date, ...dates].includes(day.record.date),
    );
    const savedDays = await settleCommand(() => this.#bridge.archive.days(dates));
    if (!savedDays.ok) return;
    for (const { date: near, hasFile } of savedDays.value) {
      if (!hasFile || this.#neighbourDay(near) !== null || this.date !== date) continue;
      const answer = await settleCommand(() => this.#bridge.picture.day(near));
      const source = answer.ok ? imageSourceOf(answer.value) : null;
      if (!answer.ok || source === null || this.date !== date) continue;
      const image = new Image();
      image.src = source;
      this.#neighbours = [...this.#neighbours, { day: answer.value, image }];
      // The stage reports a picture that cannot be shown.
      image.decode().catch(() => undefined);
    }
  }

  #neighbourDay(date: string): NeighbourDay | null {
    return this.#neighbours.find(({ day }) => day.record.date === date) ?? null;
  }

  /** Whether the next day in this direction can have a picture. */
  canStep(direction: 1 | -1, now: number): boolean {
    return this.#nextDate(direction, now) !== null;
  }

  step(direction: 1 | -1, now: number): void {
    const nextDate = this.#nextDate(direction, now);
    if (nextDate !== null) void this.open(nextDate);
  }

  #nextDate(direction: 1 | -1, now: number): string | null {
    return this.date === null ? null : nextDay(this.date, direction, now);
  }
}
