import type { ArchiveDay } from '#shared/picture/archive.ts';
import type { Bridge } from '#shared/contract.ts';
import { settleCommand } from '#renderer/ui/command-failure.ts';

/** The maximum number of days in one request to main. */
const maxDaysPerRequest = 100;
/** How long a day must stay in view before its thumbnail is requested, in milliseconds. */
const requestDelayMs = 150;

/** Requests the thumbnails of visible days from main, and reads these days again once they have one. */
export class Thumbnails {
  readonly #bridge: Bridge;
  readonly #onMade: (days: readonly ArchiveDay[]) => void;
  /** Visible days whose thumbnail has not been requested yet. */
  readonly #wantedDates = new Set<string>();
  /** Requested days whose thumbnail has not been created yet. */
  readonly #awaitedDates = new Set<string>();
  /** All requested days. They are not requested again, because main does not try a day twice. */
  readonly #askedDates = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | null = null;
  #isReading = false;
  #mustReadAgain = false;

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
      .filter((date) => !this.#askedDates.has(date));
    for (const date of dates) this.#wantedDates.add(date);
    if (dates.length > 0) this.#timer ??= setTimeout(() => this.#ask(), requestDelayMs);
    return () => {
      for (const date of dates) this.#wantedDates.delete(date);
    };
  }

  #ask(): void {
    this.#timer = null;
    const dates = [...this.#wantedDates].slice(0, maxDaysPerRequest);
    if (dates.length === 0) return;
    for (const date of dates) {
      this.#wantedDates.delete(date);
      this.#askedDates.add(date);
      this.#awaitedDates.add(date);
    }
    // Ignore a failure: days without a thumbnail show their titles.
    void settleCommand(() => this.#bridge.archive.thumbnails(dates));
    if (this.#wantedDates.size > 0) this.#timer = setTimeout(() => this.#ask(), requestDelayMs);
  }

  /** Call this when the archive has changed: it may contain new thumbnails. */
  async read(): Promise<void> {
    if (this.#awaitedDates.size === 0) return;
    this.#mustReadAgain = true;
    if (this.#isReading) return;
    this.#isReading = true;
    while (this.#mustReadAgain && this.#awaitedDates.size > 0) {
      this.#mustReadAgain = false;
      const answer = await settleCommand(() =>
        this.#bridge.archive.days([...this.#awaitedDates].slice(0, maxDaysPerRequest)),
      );
      if (!answer.ok) break;
      const newDays = answer.value.filter(({ thumbnail }) => thumbnail !== null);
      for (const { date } of newDays) this.#awaitedDates.delete(date);
      this.#onMade(newDays);
    }
    this.#isReading = false;
  }

  dispose(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
  }
}
