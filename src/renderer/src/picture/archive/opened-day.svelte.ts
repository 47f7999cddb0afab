import type { Bridge } from '#shared/contract.ts';
import type { DayPicture } from '#shared/picture/picture.ts';
import { nextDay } from './calendar.ts';
import { settle, type CommandFailure } from '#renderer/app/command-failure.ts';

/** The day that is open, and its picture once it is there. */
export class OpenedDay {
  date = $state<string | null>(null);
  day = $state.raw<DayPicture | null>(null);
  failure = $state.raw<CommandFailure | null>(null);
  readonly #bridge: Bridge;
  /** The number of requests; only the answer to the last one is used. */
  #requests = 0;

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
  }

  get choices(): string | null {
    return this.date;
  }

  set choices(date: string | null) {
    if (date !== null) void this.open(date);
  }

  async open(date: string): Promise<void> {
    const request = (this.#requests += 1);
    this.date = date;
    this.failure = null;
    if (this.day?.record.date !== date) this.day = null;
    const answer = await settle(() => this.#bridge.picture.day(date));
    // The user may have opened another day or closed this one before the answer came.
    if (request !== this.#requests) return;
    if (answer.ok) this.day = answer.value;
    else this.failure = answer.failure;
  }

  close(): void {
    this.#requests += 1;
    this.date = null;
    this.day = null;
    this.failure = null;
  }

  /** Whether there may be a picture before or after this one. */
  canStep(direction: 1 | -1, now: number): boolean {
    return this.#next(direction, now) !== null;
  }

  step(direction: 1 | -1, now: number): void {
    const next = this.#next(direction, now);
    if (next !== null) void this.open(next);
  }

  #next(direction: 1 | -1, now: number): string | null {
    return this.date === null ? null : nextDay(this.date, direction, now);
  }
}
