import type { Result } from '#shared/failure.ts';
import type { DayPicture } from '#shared/picture/picture.ts';
import type { OnDefect } from '#runtime/defects.ts';
import type { PictureArchive } from '#picture/index.ts';

interface PastYearsOptions {
  readonly archive: Pick<PictureArchive, 'get'>;
  /** Today's day, `YYYY-MM-DD` in US Eastern. */
  readonly today: () => string;
  /** Whether the settings want pictures of this day in past years. */
  readonly isWanted: () => boolean;
  /** How many of them may be shown now. */
  readonly count: () => number;
  /** A picture of any day, from the disk or else with one request. */
  readonly bring: (date: string) => Promise<Result<DayPicture>>;
  /** Called when those of a day are there, as far as there are any. */
  readonly onBrought: () => Promise<void>;
  readonly onDefect: OnDefect;
}

/** How many pictures are brought, and how many years are asked for them at most. */
const limits = { wanted: 5, asked: 10 };

/** Brings pictures of this day in past years to the archive, the latest years first. */
export function createPastYears(options: PastYearsOptions) {
  const { archive, today, isWanted, count, bring, onBrought, onDefect } = options;
  let bringing: Promise<void> | null = null;
  /** The day for whose past years nothing more is to be asked. */
  let broughtFor: string | null = null;

  async function bringAll(date: string): Promise<void> {
    const year = Number(date.slice(0, 4));
    for (let back = 1; back <= limits.asked && count() < limits.wanted; back += 1) {
      const past = `${year - back}${date.slice(4)}`;
      if (archive.get(past) !== null) continue;
      const brought = await bring(past);
      if (!brought.ok && !isOfOneDay(brought.failure.kind)) return;
    }
    broughtFor = date;
    await onBrought();
  }

  return {
    /** Brings what is missing, where it is wanted and was not brought today. */
    want(): void {
      if (!isWanted() || bringing !== null || broughtFor === today()) return;
      bringing = bringAll(today())
        .catch(onDefect)
        .finally(() => (bringing = null));
    },
    /** Resolves when no work is under way. Never rejects. */
    async idle(): Promise<void> {
      await bringing;
    },
  };
}

/** Whether other days may still have a picture. */
const isOfOneDay = (kind: string): boolean => kind === 'not-found' || kind === 'no-picture';
