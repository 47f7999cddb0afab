import { join } from 'node:path';
import type { SQLInputValue } from 'node:sqlite';
import { parseTypedDates, daysOfTypedDates } from '#shared/picture/typed-dates.ts';
import type {
  ArchiveDay,
  ArchivePage,
  ArchiveQuery,
  ArchiveStatus,
} from '#shared/picture/archive.ts';
import type { Result } from '#shared/failure.ts';
import type { DayPicture, PictureFile } from '#shared/picture/picture.ts';
import { indexQueryOf } from '#shared/search-words.ts';
import { attemptStorage, attemptStorageWrite, mayFileBeWhole } from '#platform/files/attempt.ts';
import type { StoreDatabase, UsePrepared } from '#platform/database/kept-database.ts';
import { hasDownloadedBytes } from './picture-folder.ts';
import { allowWritesDuring } from '#platform/database/fallback.ts';
import { runTransaction } from '#platform/database/transact.ts';
import {
  dateOfDayNumber,
  dayNumber,
  pictureFactsFromRow,
  dayPictureFromRow,
  preparePictureStatements,
  archiveDayFromRow,
  type KeptFile,
  type ListStatements,
  type PictureFacts,
  type SqlRow,
  type PictureStatements,
} from './picture-rows.ts';

/** A number that is larger than the key of every day. */
const keyAfterAllDays = 99_999_999;
/** The time at which a day was last shown is stored at most once in this period (milliseconds), to save disk writes. */
const minShownUpdateGapMs = 60_000;
const dayMs = 24 * 3600_000;

export type ArchiveStore = ReturnType<typeof createArchiveStore>;

/** The part of the store for days, without the lists of the archive and the records of files. */
export type DayStore = Pick<
  ArchiveStore,
  'days' | 'facts' | 'get' | 'isIntact' | 'known' | 'noteShown' | 'pathOf' | 'save'
>;

/**
 * The store of the kept days: picture files in `folder`, records in the database. Persisted across restarts. Expected
 * failure of every function that returns a `Result`: `storage`.
 *
 * @param now returns the present time, in milliseconds since the Unix epoch
 * @param onUnreadable called once per run and day for a row that cannot be parsed; its day counts as not stored
 */
export function createArchiveStore(
  source: StoreDatabase,
  folder: string,
  now: () => number,
  onUnreadable: (date: string) => void = () => undefined,
) {
  const use = source.bound(preparePictureStatements);
  const reportedRows = new Set<string>();

  /** Parses rows. Leaves out those that cannot be parsed. */
  function readRows<T>(rows: readonly SqlRow[], parse: (row: SqlRow) => T | null): T[] {
    return rows.flatMap((row) => {
      const value = parse(row);
      if (value !== null) return [value];
      const date = dateOfDayNumber(row['day']);
      if (!reportedRows.has(date)) onUnreadable(date);
      reportedRows.add(date);
      return [];
    });
  }

  const pathOf = (file: PictureFile): string => join(folder, file.name);
  /** Names of files whose bytes have changed on the disk since they were downloaded. */
  const changedFiles = new Set<string>();
  /**
   * Whether the day has no file, or its file may be on the disk. A day whose file was deleted, cut off or changed counts
   * as not stored, and its picture is fetched again.
   */
  const isKept = ({ file }: DayPicture): boolean =>
    file === null || (!changedFiles.has(file.name) && mayFileBeWhole(pathOf(file), file.bytes));

  function days({
    before,
    limit,
  }: {
    readonly before: string | null;
    readonly limit: number;
  }): readonly DayPicture[] {
    return use(({ withFiles }) => {
      const list: DayPicture[] = [];
      for (const row of withFiles.iterate(before === null ? keyAfterAllDays : dayNumber(before))) {
        if (list.length >= limit) break;
        list.push(...readRows([row], dayPictureFromRow).filter(isKept));
      }
      return list;
    });
  }

  const dayRows = (date: string): SqlRow[] => use(({ day }) => day.all(dayNumber(date)));

  return {
    /** The absolute path of a kept file. */
    pathOf,

    /**
     * Kept days whose file, if they have one, is on the disk, newest first: at most `limit`, and only those before the
     * day `before` unless it is null.
     */
    days,

    /** The newest kept day whose file, if it has one, is on the disk; or null. */
    newest: (): DayPicture | null => days({ before: null, limit: 1 })[0] ?? null,

    /** Like `get`, but also returns a day whose file was evicted; `file` then describes the evicted file. */
    known: (date: string): DayPicture | null =>
      readRows(dayRows(date), dayPictureFromRow)[0] ?? null,

    /** A kept day whose file, if it has one, is on the disk; or null. */
    get(date: string): DayPicture | null {
      const [row] = dayRows(date);
      if (row === undefined || (row['file'] !== null && row['has_file'] !== 1)) return null;
      return readRows([row], dayPictureFromRow).find(isKept) ?? null;
    },

    /**
     * The facts of all days whose picture file is recorded as being on the disk, newest first. Cheaper than `days`,
     * because it checks no file.
     */
    facts: (): readonly PictureFacts[] =>
      readRows(
        use(({ facts }) => facts.all()),
        pictureFactsFromRow,
      ),
    /** Reads the day's file. If its bytes have changed, the day counts as not stored from then on. */
    async isIntact({ file }: DayPicture): Promise<boolean> {
      if (file === null || (await hasDownloadedBytes(pathOf(file)))) return true;
      changedFiles.add(file.name);
      return false;
    },
    save: (picture: DayPicture): Result<null> =>
      attemptStorageWrite(() => {
        changedFiles.delete(picture.file?.name ?? '');
        use(({ database, write }) => runTransaction(database, () => write(picture, now())));
      }),

    /** Records that the day was on the desktop or on the screen at `at` (milliseconds since the Unix epoch). */
    noteShown: (date: string, at: number): Result<null> =>
      attemptStorageWrite(() =>
        use(({ show }) =>
          show.run(
            Math.round(at),
            dayNumber(date),
            at - minShownUpdateGapMs,
            Math.max(at, now()) + dayMs,
          ),
        ),
      ),
    ...createLists(use, readRows, now),
    ...createFileRecords(use),

    /**
     * Selects the simulated days or the real ones, and sets the others aside, because a simulated picture could be
     * mistaken for a real one. Returns the number of moved days.
     */
    useSimulated: (simulated: boolean): Result<number> =>
      attemptStorage(() => {
        // Write to a temporary database too: its lists would otherwise contain days of both kinds.
        return use(({ database, switchDays }) =>
          allowWritesDuring(database, () => runTransaction(database, () => switchDays(simulated))),
        );
      }),
  };
}

/** The lists of the archive: search, pages and months. */
function createLists(
  use: UsePrepared<PictureStatements>,
  readable: <T>(rows: readonly SqlRow[], parse: (row: SqlRow) => T | null) => T[],
  now: () => number,
) {
  return {
    /** @param only the days to choose from; null: all of them */
    page(
      { words, before, limit }: Pick<ArchiveQuery, 'words' | 'before' | 'limit'>,
      only: readonly string[] | null,
    ): Result<ArchivePage> {
      const typedDates = parseTypedDates(words);
      const match = typedDates?.isSure === true ? null : indexQueryOf(words);
      const end = before === null ? keyAfterAllDays : dayNumber(before);
      const select = ({ all, some }: ListStatements, begin: SQLInputValue[], chosen = only) =>
        chosen === null
          ? all.all(...begin, end, limit + 1)
          : some.all(...begin, end, JSON.stringify(chosen.map(dayNumber)), limit + 1);
      return attemptStorage(() => {
        const dates =
          typedDates === null ? [] : daysOfTypedDates(typedDates, new Date(now()).getUTCFullYear());
        const searchedDates = only === null ? dates : dates.filter((date) => only.includes(date));
        const rows = use(({ allDays, matches }) => {
          const wordRows =
            match === null ? [] : match === '' ? select(allDays, []) : select(matches, [match]);
          const dateRows = typedDates === null ? [] : select(allDays, [], searchedDates);
          return daysNewestFirst([...wordRows, ...dateRows]);
        });
        // One row more than `limit` was selected: if it exists, there is a next page.
        const lastRow = rows.length > limit ? rows[limit - 1] : undefined;
        return {
          days: readable(rows.slice(0, limit), archiveDayFromRow),
          next: lastRow === undefined ? null : dateOfDayNumber(lastRow['day']),
        };
      });
    },

    /** The kept days of a month (`YYYY-MM`), in order. */
    month(name: string): Result<ArchiveDay[]> {
      const firstDay = dayNumber(`${name}-01`);
      return attemptStorage(() =>
        readable(
          use(({ month }) => month.all(firstDay, firstDay + 30)),
          archiveDayFromRow,
        ),
      );
    },

    /** Counts the days and files. `bytes`: the files of the pictures and the thumbnails. */
    status: (): Result<ArchiveStatus> =>
      attemptStorage(() => {
        const row: SqlRow = use(({ count }) => count.get()) ?? {};
        const value = (column: string): number => Number(row[column] ?? 0);
        return {
          days: value('days'),
          files: value('files'),
          bytes: value('bytes') + value('thumbnail_bytes'),
        };
      }),
  };
}

/** The records of the files on the disk: pictures and thumbnails. */
function createFileRecords(use: UsePrepared<PictureStatements>) {
  return {
    /** The picture files on the disk, least recently shown first. */
    files: (): Result<KeptFile[]> =>
      attemptStorage(() =>
        use(({ files }) => files.all()).map(({ day, file, bytes, shown_at: shownAt }) => ({
          date: dateOfDayNumber(day),
          name: String(file),
          bytes: Number(bytes),
          shownAt: Number(shownAt),
        })),
      ),

    /** Names of the files whose days are set aside. */
    filesAside: (): Result<readonly string[]> =>
      attemptStorage(() => use(({ aside }) => aside.all()).map(({ file }) => String(file))),

    /** Records that the files of these days were removed; the records of the days stay. */
    noteEvicted: (dates: readonly string[]): Result<null> =>
      attemptStorageWrite(() =>
        use(({ noteEvicted }) => noteEvicted.run(JSON.stringify(dates.map(dayNumber)))),
      ),

    /** Records that these files are on the disk again. Returns the number of days that have their file back. */
    reclaim: (names: readonly string[]): Result<number> =>
      attemptStorage(() =>
        Number(use(({ reclaim }) => reclaim.run(JSON.stringify(names))).changes),
      ),
    noteThumbnail: (
      date: string,
      { name, bytes }: Pick<PictureFile, 'name' | 'bytes'>,
    ): Result<null> =>
      attemptStorageWrite(() =>
        use(({ noteThumbnail }) => noteThumbnail.run(name, bytes, dayNumber(date))),
      ),

    /** Removes the records of all thumbnails that are not in `names`. Returns the names that belong to no day. */
    keepThumbnails: (names: readonly string[]): Result<string[]> =>
      attemptStorage(() => {
        const list = JSON.stringify(names);
        return use(({ forgetThumbnails, unusedThumbnails }) => {
          forgetThumbnails.run(list);
          return unusedThumbnails.all(list);
        }).map(({ name }) => String(name));
      }),
  };
}

/** Returns each day once, newest first. */
function daysNewestFirst(rows: readonly SqlRow[]): SqlRow[] {
  const days = new Map(rows.map((row) => [Number(row['day']), row]));
  return [...days].sort(([one], [other]) => other - one).map(([, row]) => row);
}
