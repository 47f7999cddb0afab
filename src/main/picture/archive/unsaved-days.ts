import { ok, type Result } from '#shared/failure.ts';
import type { DayPicture, PictureFile } from '#shared/picture/picture.ts';
import { parseTypedDates, typedDatesInclude } from '#shared/picture/typed-dates.ts';
import type {
  ArchiveDay,
  ArchivePage,
  ArchiveQuery,
  ArchiveStatus,
} from '#shared/picture/archive.ts';
import { searchFindsText } from '#shared/search-words.ts';
import { addDays } from '../eastern.ts';
import type { DayStore } from '../store/archive-store.ts';
import type { PictureFacts } from '../store/picture-rows.ts';

export type BufferedDayStore = ReturnType<typeof bufferUnsavedDays>;

/**
 * A store that holds in memory the days that cannot be saved, so that nothing is downloaded twice. Its lists leave out
 * days later than tomorrow, which were saved while the system clock was ahead, until those days come.
 *
 * @param today the present day in US Eastern; the picture is dated tomorrow if the system clock is a day behind
 * @param onSaved called after each day that was saved
 * @param onHeld called after each day that could not be saved
 */
export function bufferUnsavedDays(
  store: DayStore,
  today: () => string,
  onSaved: (picture: DayPicture) => void = () => undefined,
  onHeld: () => void = () => undefined,
) {
  const unsavedByDate = new Map<string, DayPicture>();
  const compareNewestFirst = (a: DayPicture, b: DayPicture): number =>
    a.record.date < b.record.date ? 1 : -1;

  /** The newest day that was published while it was in the future by the system clock; '' if there was none. */
  let publishedDay = '';
  /**
   * The first day that is certainly in the future, even if the system clock is a day behind. A published day is not.
   */
  function firstFutureDay(): string {
    const future = addDays(today(), 2);
    return publishedDay < future ? future : addDays(publishedDay, 1);
  }

  function save(picture: DayPicture): Result<null> {
    const { date } = picture.record;
    const saveResult = store.save(picture);
    if (!saveResult.ok) {
      unsavedByDate.set(date, picture);
      onHeld();
      return saveResult;
    }
    unsavedByDate.delete(date);
    onSaved(picture);
    return saveResult;
  }

  const days: DayStore['days'] = ({ before, limit }) => {
    const futureDay = firstFutureDay();
    const end = before === null || before > futureDay ? futureDay : before;
    const storedDays = store.days({ before: end, limit });
    if (unsavedByDate.size === 0) return storedDays;
    const unsavedDays = [...unsavedByDate.values()].filter(({ record }) => record.date < end);
    const otherDays = storedDays.filter(({ record }) => !unsavedByDate.has(record.date));
    return [...unsavedDays, ...otherDays].sort(compareNewestFirst).slice(0, limit);
  };

  return {
    pathOf: (file: PictureFile): string => store.pathOf(file),
    days,

    /** The newest kept day whose file, if it has one, is on the disk; or null. */
    newest: (): DayPicture | null => days({ before: null, limit: 1 })[0] ?? null,
    facts(): readonly PictureFacts[] {
      const futureDay = firstFutureDay();
      const unsavedFacts = [...unsavedByDate.values()].flatMap((day) => pictureFactsOf(day) ?? []);
      const otherFacts = store.facts().filter(({ date }) => !unsavedByDate.has(date));
      const allFacts =
        unsavedFacts.length === 0
          ? otherFacts
          : [...unsavedFacts, ...otherFacts].sort((a, b) => (a.date < b.date ? 1 : -1));
      return allFacts.filter(({ date }) => date < futureDay);
    },

    /** A kept day whose file, if it has one, is on the disk; or null. */
    get: (date: string): DayPicture | null => unsavedByDate.get(date) ?? store.get(date),

    /** Like `get`, but also returns a day whose file was evicted; `file` then describes the evicted file. */
    known: (date: string): DayPicture | null => unsavedByDate.get(date) ?? store.known(date),
    /** Whether the day's file has the bytes that were downloaded. If not, the day counts as not stored. */
    async isIntact(picture: DayPicture): Promise<boolean> {
      const isIntact = await store.isIntact(picture);
      if (!isIntact) unsavedByDate.delete(picture.record.date);
      return isIntact;
    },
    save,

    /** Call for a day that the sources have published: it is listed, although it is in the future by the system clock. */
    notePublished(date: string): void {
      if (date >= firstFutureDay()) publishedDay = date;
    },
    noteShown: (date: string, at: number): Result<null> => store.noteShown(date, at),

    /** Retries saving; fails with the reason if a day still cannot be saved. */
    flush(): Result<null> {
      for (const picture of [...unsavedByDate.values()]) {
        const saveResult = save(picture);
        if (!saveResult.ok) return saveResult;
      }
      return ok(null);
    },

    /** The days that could not be saved yet. */
    unsaved: (): readonly DayPicture[] => [...unsavedByDate.values()],
  };
}

/** The facts of a day; null if it has no picture. */
export function pictureFactsOf({ record, file }: DayPicture): PictureFacts | null {
  if (file === null) return null;
  const { date, title, explanation, mediaType } = record;
  return { date, title, explanation, mediaType, width: file.width, height: file.height };
}

// The functions below merge the unsaved days into the lists of the store. Pure.

/** The list entry of an unsaved day. It has no thumbnail, because the database could not record one. */
const archiveDayOf = ({ record, file }: DayPicture): ArchiveDay => ({
  date: record.date,
  title: record.title,
  credit: record.credit,
  mediaType: record.mediaType,
  hasFile: file !== null,
  thumbnail: null,
});

/** Whether the store's search would find the day by the typed text, as a date or as words. */
function matchesSearch({ record }: DayPicture, typed: string): boolean {
  const searchedDates = parseTypedDates(typed);
  if (
    searchedDates !== null &&
    (searchedDates.isSure || typedDatesInclude(searchedDates, record.date))
  )
    return typedDatesInclude(searchedDates, record.date);
  const { title, explanation, credit } = record;
  return searchFindsText(`${title} ${explanation} ${credit ?? ''}`, typed);
}

/** Merges the unsaved days into a page of the store. If a day is in both, the unsaved version is used. */
export function withUnsavedDays(
  page: ArchivePage,
  unsaved: readonly DayPicture[],
  { words, before, limit }: Pick<ArchiveQuery, 'words' | 'before' | 'limit'>,
  only: readonly string[] | null,
): ArchivePage {
  if (unsaved.length === 0) return page;
  // Days older than the page's end belong to a later page.
  const isOnPage = ({ record: { date } }: DayPicture): boolean =>
    (before === null || date < before) &&
    (page.next === null || date > page.next) &&
    (only === null || only.includes(date));
  const unsavedDays = unsaved
    .filter((day) => isOnPage(day) && matchesSearch(day, words))
    .map(archiveDayOf);
  const allDays = [...withoutUnsavedDates(page.days, unsaved), ...unsavedDays].sort((a, b) =>
    a.date < b.date ? 1 : -1,
  );
  const days = allDays.slice(0, limit);
  const isCut = allDays.length > limit;
  return { days, next: isCut ? (days.at(-1)?.date ?? null) : page.next };
}

/** Merges the unsaved days into a month (`YYYY-MM`), in order. */
export function withUnsavedInMonth(
  days: readonly ArchiveDay[],
  unsaved: readonly DayPicture[],
  month: string,
): ArchiveDay[] {
  const unsavedDays = unsaved
    .filter(({ record }) => record.date.startsWith(`${month}-`))
    .map(archiveDayOf);
  return [...withoutUnsavedDates(days, unsaved), ...unsavedDays].sort((a, b) =>
    a.date < b.date ? -1 : 1,
  );
}

function withoutUnsavedDates(
  days: readonly ArchiveDay[],
  unsaved: readonly DayPicture[],
): readonly ArchiveDay[] {
  const dates = new Set(unsaved.map(({ record }) => record.date));
  return days.filter(({ date }) => !dates.has(date));
}

/** Adds the unsaved days to the counts. The bytes of their files are counted with the stray files. */
export function countUnsaved(
  status: ArchiveStatus,
  unsaved: readonly DayPicture[],
  store: Pick<DayStore, 'known' | 'get'>,
): ArchiveStatus {
  let { days, files } = status;
  for (const { record, file } of unsaved) {
    if (store.known(record.date) === null) days += 1;
    const isCounted = (store.get(record.date)?.file ?? null) !== null;
    if (file !== null && !isCounted) files += 1;
  }
  return { ...status, days, files };
}
