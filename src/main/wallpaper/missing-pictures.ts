import type { Result } from '#shared/failure.ts';
import { concernsOneDay, mayConcernOneDay } from '#shared/picture/day-failures.ts';
import type { DayPicture } from '#shared/picture/picture.ts';
import type { PicturePool } from '#shared/wallpaper/selection.ts';
import { addDays, type BufferedDayStore } from '#picture/index.ts';
import { reportDefect } from '#runtime/defects.ts';

/** A pool that the settings use, and the number of its pictures that is enough. */
export interface WantedPictures {
  readonly pool: Exclude<PicturePool, 'favourites'>;
  readonly pictures: number;
}

interface MissingPicturesOptions {
  readonly archive: Pick<BufferedDayStore, 'get'>;
  /** Today's day, `YYYY-MM-DD` in US Eastern. */
  readonly today: () => string;
  readonly wanted: () => readonly WantedPictures[];
  /** How many pictures of the pool may be shown now. */
  readonly count: (pool: PicturePool) => number;
  /** Returns the picture of a day: the stored one, or else a download. */
  readonly fetchDay: (date: string) => Promise<Result<DayPicture>>;
  /** Called when a pool needs no further request, also if no picture was found. */
  readonly onFetched: () => Promise<void>;
}

/** The days that are requested for each pool: this day in ten past years, and the seven days before today. */
const daysOfPool: Readonly<Record<WantedPictures['pool'], (today: string) => readonly string[]>> = {
  'this-day': (today) =>
    Array.from(
      { length: 10 },
      (_, index) => `${Number(today.slice(0, 4)) - 1 - index}${today.slice(4)}`,
    ),
  archive: (today) => Array.from({ length: 7 }, (_, index) => addDays(today, -1 - index)),
};

/** Fetches missing pictures of the used pools into the archive, the latest days first. */
export class MissingPictures {
  readonly #options: MissingPicturesOptions;
  #running: Promise<void> | null = null;
  /** The pools that need no further request, as on their day. */
  readonly #complete = new Map<WantedPictures['pool'], string>();

  constructor(options: MissingPicturesOptions) {
    this.#options = options;
  }

  /** Starts to fetch missing pictures of the pools for which this was not done today. */
  fetchMissing(): void {
    if (this.#running !== null) return;
    this.#running = this.#fetchAll(this.#options.today())
      .catch(reportDefect)
      .finally(() => (this.#running = null));
  }

  /** Resolves when no work is running. Never rejects. */
  async idle(): Promise<void> {
    await this.#running;
  }

  async #fetchAll(today: string): Promise<void> {
    for (const { pool, pictures } of this.#options.wanted()) {
      const key = `${today} ${pictures}`;
      if (this.#complete.get(pool) !== key) await this.#fetchPool(pool, pictures, today, key);
    }
  }

  async #fetchPool(
    pool: WantedPictures['pool'],
    pictures: number,
    today: string,
    key: string,
  ): Promise<void> {
    const { archive, count, fetchDay, onFetched } = this.#options;
    let isLastUnanswered = false;
    let isIncomplete = false;
    for (const date of daysOfPool[pool](today)) {
      if (count(pool) >= pictures) break;
      if (archive.get(date) !== null) continue;
      const picture = await fetchDay(date);
      const isUnanswered = !picture.ok && !concernsOneDay(picture.failure);
      if (isUnanswered && (isLastUnanswered || !mayConcernOneDay(picture.failure))) return;
      isLastUnanswered = isUnanswered;
      isIncomplete ||= isUnanswered;
    }
    if (!isIncomplete || count(pool) >= pictures) this.#complete.set(pool, key);
    await onFetched();
  }
}
