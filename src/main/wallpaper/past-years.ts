import type { Result } from '#shared/failure.ts';
import { concernsOneDay, mayConcernOneDay } from '#shared/picture/day-failures.ts';
import type { DayPicture } from '#shared/picture/picture.ts';
import type { BufferedDayStore } from '#picture/index.ts';
import { reportDefect } from '#runtime/defects.ts';

interface PastYearsOptions {
  readonly archive: Pick<BufferedDayStore, 'get'>;
  /** Today's day, `YYYY-MM-DD` in US Eastern. */
  readonly today: () => string;
  /** Whether the settings need pictures of this day in past years. */
  readonly isEnabled: () => boolean;
  /** How many pictures of this day in past years may be shown now. */
  readonly count: () => number;
  /** The picture of a day, from the disk or from the services. */
  readonly fetchDay: (date: string) => Promise<Result<DayPicture>>;
  /** Called when the past years of a day need no further request, also if no picture was found. */
  readonly onFetched: () => Promise<void>;
}

/** The number of pictures that is enough, and the limit on the years that are requested. */
const fetchLimits = { pictures: 5, years: 10 };

/** Fetches pictures of this day in past years into the archive, the latest years first. */
export class PastYears {
  readonly #options: PastYearsOptions;
  #running: Promise<void> | null = null;
  /** The day whose past years need no further request. */
  #completeDay: string | null = null;

  constructor(options: PastYearsOptions) {
    this.#options = options;
  }

  /** Starts to fetch missing pictures, unless this is switched off or was done today. */
  fetchMissing(): void {
    const { isEnabled, today } = this.#options;
    if (!isEnabled() || this.#running !== null || this.#completeDay === today()) return;
    this.#running = this.#fetchAll(today())
      .catch(reportDefect)
      .finally(() => (this.#running = null));
  }

  /** Resolves when no work is running. Never rejects. */
  async idle(): Promise<void> {
    await this.#running;
  }

  async #fetchAll(date: string): Promise<void> {
    const { archive, count, fetchDay, onFetched } = this.#options;
    const year = Number(date.slice(0, 4));
    let isLastUnanswered = false;
    let isIncomplete = false;
    for (let back = 1; back <= fetchLimits.years && count() < fetchLimits.pictures; back += 1) {
      const pastDate = `${year - back}${date.slice(4)}`;
      if (archive.get(pastDate) !== null) continue;
      const picture = await fetchDay(pastDate);
      const isUnanswered = !picture.ok && !concernsOneDay(picture.failure);
      if (isUnanswered && (isLastUnanswered || !mayConcernOneDay(picture.failure))) return;
      isLastUnanswered = isUnanswered;
      isIncomplete ||= isUnanswered;
    }
    if (!isIncomplete || count() >= fetchLimits.pictures) this.#completeDay = date;
    await onFetched();
  }
}
