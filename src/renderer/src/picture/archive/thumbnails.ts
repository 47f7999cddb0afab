import type { ArchiveDay } from '#shared/picture/archive.ts';
import type { Bridge } from '#shared/contract.ts';
import { settleCommand } from '#renderer/app/command-failure.ts';

/** The maximum number of days in one request to main. */
const maxDaysPerRequest = 100;
/** How long a day must stay in view before its thumbnail is requested, in milliseconds. */
const requestDelayMs = 150;

/** Requests the thumbnails of visible days from main, and reads these days again once they have one. */
export class Thumbnails {
  readonly #bridge: Bridge;
  readonly #onMade: (days: readonly ArchiveDay[]) => void;
  /** Visible days whose thumbnail has not been requested yet. */
  readonly #wanted = new Set<string>();
  /** Requested days whose thumbnail has not been created yet. */
  readonly #awaited = new Set<string>();
  /** All requested days. They are not requested again, because main does not try a day twice. */
  readonly #asked = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | null = null;
  #isReading = false;
  #readAgain = false;

  /** @param onMade receives the days that now have a thumbnail */
  constructor(bridge: Bridge, onMade: (days: readonly ArchiveDay[]) => void) {
    this.#bridge = bridge;
    this.#onMade = onMade;
  }

  /** Call this with the days that come into view. Returns a function to call when these days leave the view. */
  show(days: readonly ArchiveDay[]): () => void {
    const dates = days
      .filter(({ hasFile, thumbnail }) => hasFile && thumbnail === null)
      .map(({ date }) => date)
      .filter((date) => !this.#asked.has(date));
    for (const date of dates) this.#wanted.add(date);
    if (dates.length > 0) this.#timer ??= setTimeout(() => this.#ask(), requestDelayMs);
    return () => {
      for (const date of dates) this.#wanted.delete(date);
    };
  }

  #ask(): void {
    this.#timer = null;
    const dates = [...this.#wanted].slice(0, maxDaysPerRequest);
    if (dates.length === 0) return;
    for (const date of dates) {
      this.#wanted.delete(date);
      this.#asked.add(date);
      this.#awaited.add(date);
    }
    // Ignore a failure: days without a thumbnail show their titles.
    void settleCommand(() => this.#bridge.archive.thumbnails(dates));
    if (this.#wanted.size > 0) this.#timer = setTimeout(() => this.#ask(), requestDelayMs);
  }

  /** Call this when the archive has changed: it may contain new thumbnails. */
  async read(): Promise<void> {
    if (this.#awaited.size === 0) return;
    this.#readAgain = true;
    if (this.#isReading) return;
    this.#isReading = true;
    while (this.#readAgain && this.#awaited.size > 0) {
      this.#readAgain = false;
      const answer = await settleCommand(() =>
        this.#bridge.archive.days([...this.#awaited].slice(0, maxDaysPerRequest)),
      );
      if (!answer.ok) break;
      const newDays = answer.value.filter(({ thumbnail }) => thumbnail !== null);
      for (const { date } of newDays) this.#awaited.delete(date);
      this.#onMade(newDays);
    }
    this.#isReading = false;
  }

  dispose(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
  }
}
