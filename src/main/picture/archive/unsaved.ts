import { ok, type Result } from '#shared/failure.ts';
import type { DayPicture } from '#shared/picture/picture.ts';
import { datesMeant, isMeant } from '#shared/picture/archive-dates.ts';
import type {
  ArchiveDay,
  ArchivePage,
  ArchiveQuery,
  ArchiveStatus,
} from '#shared/picture/archive.ts';
import { isFoundIn } from '#shared/search-words.ts';
import { addDays } from '../eastern.ts';
import type { PictureArchive, PictureFacts } from '../ports.ts';

export interface BufferedArchive extends PictureArchive {
  /** Retries saving; fails with the reason if a day still cannot be saved. */
  flush(): Result<null>;
  /** The days that could not be saved yet. */
  unsaved(): readonly DayPicture[];
}

/**
 * An archive that holds in memory the days that cannot be saved, so that nothing is downloaded twice. Days later than
 * tomorrow are left out of its lists until they come: they were kept while the system clock was ahead.
 *
 * @param today the day in US Eastern. A clock that is a day behind sees the picture of today as that of tomorrow
 * @param onSaved called after each day that was saved
 * @param onHeld called after each day that could not be saved
 */
export function bufferUnsaved(
  archive: PictureArchive,
  today: () => string,
  onSaved: (picture: DayPicture) => void = () => undefined,
  onHeld: () => void = () => undefined,
): BufferedArchive {
  const unsaved = new Map<string, DayPicture>();
  const newestFirst = (a: DayPicture, b: DayPicture): number =>
    a.record.date < b.record.date ? 1 : -1;

  function save(picture: DayPicture): Result<null> {
    const { date } = picture.record;
    const saved = archive.save(picture);
    if (!saved.ok) {
      unsaved.set(date, picture);
      onHeld();
      return saved;
    }
    unsaved.delete(date);
    onSaved(picture);
    return saved;
  }

  /** The first day that cannot have been published. */
  const future = (): string => addDays(today(), 2);

  const days: PictureArchive['days'] = ({ before: wanted, limit }) => {
    const end = future();
    const before = wanted === null || wanted > end ? end : wanted;
    const kept = archive.days({ before, limit });
    if (unsaved.size === 0) return kept;
    const mine = [...unsaved.values()].filter(({ record }) => record.date < before);
    const others = kept.filter(({ record }) => !unsaved.has(record.date));
    return [...mine, ...others].sort(newestFirst).slice(0, limit);
  };

  return {
    pathOf: (file) => archive.pathOf(file),
    days,
    newest: () => days({ before: null, limit: 1 })[0] ?? null,
    facts() {
      const end = future();
      const mine = [...unsaved.values()].flatMap((day) => factsOf(day) ?? []);
      const others = archive.facts().filter(({ date }) => !unsaved.has(date));
      const all =
        mine.length === 0
          ? others
          : [...mine, ...others].sort((a, b) => (a.date < b.date ? 1 : -1));
      return all.filter(({ date }) => date < end);
    },
    get: (date) => unsaved.get(date) ?? archive.get(date),
    known: (date) => unsaved.get(date) ?? archive.known(date),
    save,
    noteShown: (date, at) => archive.noteShown(date, at),
    flush() {
      for (const picture of [...unsaved.values()]) {
        const saved = save(picture);
        if (!saved.ok) return saved;
      }
      return ok(null);
    },
    unsaved: () => [...unsaved.values()],
  };
}

/** Null for a day without a picture. */
export function factsOf({ record, file }: DayPicture): PictureFacts | null {
  if (file === null) return null;
  const { date, title, explanation, mediaType } = record;
  return { date, title, explanation, mediaType, width: file.width, height: file.height };
}

/** Days that the disk has not taken, beside the lists that the store gives. Pure. */

/** An unsaved day has no thumbnail: recording one needs the disk, too. */
const summaryOf = ({ record, file }: DayPicture): ArchiveDay => ({
  date: record.date,
  title: record.title,
  credit: record.credit,
  mediaType: record.mediaType,
  hasFile: file !== null,
  thumbnail: null,
});

/** Whether the store's search would find the day: by the dates meant, or by the words. */
function isFound({ record }: DayPicture, typed: string): boolean {
  const meant = datesMeant(typed);
  if (meant !== null && (meant.isSure || isMeant(meant, record.date)))
    return isMeant(meant, record.date);
  const { title, explanation, credit } = record;
  return isFoundIn(`${title} ${explanation} ${credit ?? ''}`, typed);
}

/** Merges the unsaved days into a page of the store; of a day that is in both, takes the unsaved one. */
export function withUnsavedDays(
  page: ArchivePage,
  unsaved: readonly DayPicture[],
  { words, before, limit }: Pick<ArchiveQuery, 'words' | 'before' | 'limit'>,
  only: readonly string[] | null,
): ArchivePage {
  if (unsaved.length === 0) return page;
  // Days older than the page's end belong to a later page.
  const isHere = ({ record: { date } }: DayPicture): boolean =>
    (before === null || date < before) &&
    (page.next === null || date > page.next) &&
    (only === null || only.includes(date));
  const ours = unsaved.filter((day) => isHere(day) && isFound(day, words)).map(summaryOf);
  const all = [...others(page.days, unsaved), ...ours].sort((a, b) => (a.date < b.date ? 1 : -1));
  const days = all.slice(0, limit);
  const isCut = all.length > limit;
  return { days, next: isCut ? (days.at(-1)?.date ?? null) : page.next };
}

/** Merges the unsaved days into a month (`YYYY-MM`), in order. */
export function withUnsavedInMonth(
  days: readonly ArchiveDay[],
  unsaved: readonly DayPicture[],
  month: string,
): ArchiveDay[] {
  const ours = unsaved.filter(({ record }) => record.date.startsWith(`${month}-`)).map(summaryOf);
  return [...others(days, unsaved), ...ours].sort((a, b) => (a.date < b.date ? -1 : 1));
}

function others(
  days: readonly ArchiveDay[],
  unsaved: readonly DayPicture[],
): readonly ArchiveDay[] {
  const dates = new Set(unsaved.map(({ record }) => record.date));
  return days.filter(({ date }) => !dates.has(date));
}

/** Adds the unsaved days to the counts. The bytes of their files are among those of the strays. */
export function countUnsaved(
  status: ArchiveStatus,
  unsaved: readonly DayPicture[],
  store: Pick<PictureArchive, 'known' | 'get'>,
): ArchiveStatus {
  let { days, files } = status;
  for (const { record, file } of unsaved) {
    if (store.known(record.date) === null) days += 1;
    const isCounted = (store.get(record.date)?.file ?? null) !== null;
    if (file !== null && !isCounted) files += 1;
  }
  return { ...status, days, files };
}
