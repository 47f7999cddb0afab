import { join } from 'node:path';
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { datesMeant, daysMeant } from '#shared/picture/archive-dates.ts';
import type { ArchiveDay } from '#shared/picture/archive.ts';
import type { DayPicture } from '#shared/picture/picture.ts';
import { matchOf } from '#shared/search-words.ts';
import { attempt, attemptWrite, mayExist } from '#platform/files/attempt.ts';
import type { StoreDatabase } from '#platform/database/kept-database.ts';
import { transact } from '#platform/database/transact.ts';
import type { ArchiveStore, KeptFile } from '../ports.ts';
import {
  createDayWriter,
  dateOf,
  dayColumns,
  dayNumber,
  dayTables,
  factsOf,
  pictureOf,
  summaryColumns,
  summaryOf,
  type Row,
} from './picture-rows.ts';

/** Greater than the number of every date. */
const afterAll = 99_999_999;
/** The time of the last showing is updated at most once in this time, to save disk writes. */
const notedEveryMs = 60_000;
const dayMs = 24 * 3600_000;

/**
 * The store of the kept days: picture files in `folder`, records in the database.
 *
 * @param onUnreadable called once per run and day for a row that cannot be parsed: the day counts as not kept
 * @param now milliseconds since the Unix epoch
 */
export function createArchiveStore(
  source: StoreDatabase,
  folder: string,
  onUnreadable: (date: string) => void = () => undefined,
  now: () => number = Date.now,
): ArchiveStore {
  const use = source.bound(prepare);
  const told = new Set<string>();

  /** Parses rows. Leaves out those that cannot be parsed. */
  function readable<T>(rows: readonly Row[], parse: (row: Row) => T | null): T[] {
    return rows.flatMap((row) => {
      const value = parse(row);
      if (value !== null) return [value];
      const date = dateOf(row['day']);
      if (!told.has(date)) onUnreadable(date);
      told.add(date);
      return [];
    });
  }

  const pathOf: ArchiveStore['pathOf'] = (file) => join(folder, file.name);
  /** False if the file was deleted: the day then counts as not kept, and its picture is fetched again. */
  const isKept = ({ file }: DayPicture): boolean => file === null || mayExist(pathOf(file));

  const days: ArchiveStore['days'] = ({ before, limit }) => {
    return use(({ there }) => {
      const found: DayPicture[] = [];
      for (const row of there.iterate(before === null ? afterAll : dayNumber(before))) {
        if (found.length >= limit) break;
        found.push(...readable([row], pictureOf).filter(isKept));
      }
      return found;
    });
  };

  const dayRows = (date: string): Row[] => use(({ day }) => day.all(dayNumber(date)));

  return {
    pathOf,
    days,
    newest: () => days({ before: null, limit: 1 })[0] ?? null,
    known: (date) => readable(dayRows(date), pictureOf)[0] ?? null,
    get(date) {
      const [row] = dayRows(date);
      if (row === undefined || (row['file'] !== null && row['kept'] !== 1)) return null;
      return readable([row], pictureOf).find(isKept) ?? null;
    },
    facts: () =>
      readable(
        use(({ facts }) => facts.all()),
        factsOf,
      ),
    page({ words, before, limit }, only) {
      const meant = datesMeant(words);
      const match = meant?.isSure === true ? null : matchOf(words);
      const end = before === null ? afterAll : dayNumber(before);
      const select = ({ all, some }: List, begin: SQLInputValue[], chosen = only) =>
        chosen === null
          ? all.all(...begin, end, limit + 1)
          : some.all(...begin, end, JSON.stringify(chosen.map(dayNumber)), limit + 1);
      return attempt(() => {
        const dates = meant === null ? [] : daysMeant(meant, new Date(now()).getUTCFullYear());
        const wanted = only === null ? dates : dates.filter((date) => only.includes(date));
        const rows = use(({ every, found }) => {
          const byWords =
            match === null ? [] : match === '' ? select(every, []) : select(found, [match]);
          const byDate = meant === null ? [] : select(every, [], wanted);
          return newestFirst([...byWords, ...byDate]);
        });
        // One extra row tells whether there is a next page.
        const last = rows.length > limit ? rows[limit - 1] : undefined;
        return {
          days: readable(rows.slice(0, limit), summaryOf),
          next: last === undefined ? null : dateOf(last['day']),
        };
      });
    },
    month(name) {
      const first = dayNumber(`${name}-01`);
      return attempt((): ArchiveDay[] =>
        readable(
          use(({ month }) => month.all(first, first + 30)),
          summaryOf,
        ),
      );
    },
    save: (picture) =>
      attemptWrite(() => {
        use(({ database, write }) => transact(database, () => write(picture, now())));
      }),
    noteShown: (date, at) =>
      attemptWrite(() =>
        use(({ show }) =>
          show.run(Math.round(at), dayNumber(date), at - notedEveryMs, Math.max(at, now()) + dayMs),
        ),
      ),
    status: () =>
      attempt(() => {
        const { days: all, small, files, bytes } = use(({ count }) => count.get()) ?? {};
        const value = (sum: unknown): number => Number(sum ?? 0);
        return { days: value(all), files: value(files), bytes: value(bytes) + value(small) };
      }),
    files: () =>
      attempt(() =>
        use(({ files }) => files.all()).map(
          ({ day, file, bytes, shown_at: shownAt }): KeptFile => ({
            date: dateOf(day),
            name: String(file),
            bytes: Number(bytes),
            shownAt: Number(shownAt),
          }),
        ),
      ),
    useSimulated: (simulated) =>
      attempt(() => {
        return use(({ database, useSet }) => transact(database, () => useSet(simulated)));
      }),
    filesAside: () =>
      attempt(() => use(({ aside }) => aside.all()).map(({ file }) => String(file))),
    noteEvicted: (dates) =>
      attemptWrite(() =>
        use(({ noteEvicted }) => noteEvicted.run(JSON.stringify(dates.map(dayNumber)))),
      ),
    reclaim: (names) =>
      attempt(() => Number(use(({ reclaim }) => reclaim.run(JSON.stringify(names))).changes)),
    noteThumbnail: (date, { name, bytes }) =>
      attemptWrite(() => use(({ noteSmall }) => noteSmall.run(name, bytes, dayNumber(date)))),
    keepThumbnails: (names) =>
      attempt(() => {
        const list = JSON.stringify(names);
        return use(({ forgetSmall, unusedSmall }) => {
          forgetSmall.run(list);
          return unusedSmall.all(list);
        }).map(({ name }) => String(name));
      }),
  };
}

/** Each day once, newest first. */
function newestFirst(rows: readonly Row[]): Row[] {
  const days = new Map(rows.map((row) => [Number(row['day']), row]));
  return [...days].sort(([one], [other]) => other - one).map(([, row]) => row);
}

type List = ReturnType<typeof prepare>['every'];

/** The statements for one database. */
function prepare(database: DatabaseSync) {
  const select = (where: string) =>
    database.prepare(`SELECT ${dayColumns} FROM ${dayTables} WHERE ${where}`);
  const list = (from: string, key: string, where: string) => {
    const start = `SELECT ${summaryColumns} FROM ${from} WHERE ${where} ${key} < ?`;
    const order = `ORDER BY ${key} DESC LIMIT ?`;
    return {
      all: database.prepare(`${start} ${order}`),
      some: database.prepare(`${start} AND ${key} IN (SELECT value FROM json_each(?)) ${order}`),
    };
  };
  return {
    database,
    write: createDayWriter(database),
    useSet: prepareSets(database),
    there: select('p.day < ? AND (p.file IS NULL OR p.kept = 1) ORDER BY p.day DESC'),
    facts: database.prepare(
      `SELECT p.day, p.title, p.media_type AS "mediaType", p.width, p.height, t.explanation
       FROM ${dayTables} WHERE p.kept = 1 ORDER BY p.day DESC`,
    ),
    day: select('p.day = ?'),
    every: list('picture_day p', 'p.day', ''),
    found: list(
      'picture_search s JOIN picture_day p ON p.day = s.rowid',
      's.rowid',
      'picture_search MATCH ? AND',
    ),
    month: database.prepare(
      `SELECT ${summaryColumns} FROM picture_day p WHERE p.day BETWEEN ? AND ? ORDER BY p.day`,
    ),
    files: database.prepare(
      `SELECT day, file, bytes, shown_at FROM picture_day INDEXED BY picture_day_by_showing
       WHERE kept = 1 ORDER BY shown_at, day`,
    ),
    count: database.prepare(
      `SELECT (SELECT count(*) FROM picture_day) AS days,
         (SELECT sum(thumbnail_bytes) FROM picture_day) AS small,
         (SELECT count(*) FROM picture_day WHERE kept = 1) AS files,
         (SELECT sum(bytes) FROM picture_day WHERE kept = 1) AS bytes`,
    ),
    show: database.prepare(
      // Overwrite a time in the future: it was written under a wrong clock.
      'UPDATE picture_day SET shown_at = ? WHERE day = ? AND (shown_at < ? OR shown_at > ?)',
    ),
    noteEvicted: database.prepare(
      'UPDATE picture_day SET kept = 0 WHERE kept = 1 AND day IN (SELECT value FROM json_each(?))',
    ),
    reclaim: database.prepare(
      'UPDATE picture_day SET kept = 1 WHERE kept = 0 AND file IN (SELECT value FROM json_each(?))',
    ),
    noteSmall: database.prepare(
      'UPDATE picture_day SET thumbnail = ?, thumbnail_bytes = ? WHERE day = ?',
    ),
    forgetSmall: database.prepare(
      `UPDATE picture_day SET thumbnail = NULL, thumbnail_bytes = 0
       WHERE thumbnail IS NOT NULL AND thumbnail NOT IN (SELECT value FROM json_each(?))`,
    ),
    unusedSmall: database.prepare(
      `SELECT value AS name FROM json_each(?)
       WHERE value NOT IN (SELECT thumbnail FROM picture_day WHERE thumbnail IS NOT NULL)
         AND value NOT IN (SELECT thumbnail FROM picture_day_aside WHERE thumbnail IS NOT NULL)`,
    ),
    aside: database.prepare(
      'SELECT file FROM picture_day_aside WHERE kept = 1 AND file IS NOT NULL',
    ),
  };
}

/** The common columns of the tables in use and of those set aside. */
const columns = {
  picture_day:
    'day, title, credit, media_type, file, format, bytes, width, height, kept, shown_at, thumbnail, thumbnail_bytes',
  picture_text: 'day, title, explanation, credit, rest',
};

/** 1 for a day that the embedded services drew. A row without a readable text counts as real. */
const isSimulated = `iif(json_valid(t.rest), coalesce(json_extract(t.rest, '$.simulated'), 0), 0)`;

/**
 * Returns a function that puts the simulated days in use, or the real ones, and sets the others aside: lists,
 * search and the disk limit then see one kind only. It must run inside a transaction and returns how many days
 * moved.
 */
function prepareSets(database: DatabaseSync): (simulated: boolean) => number {
  const selectOthers = database.prepare(
    `SELECT p.day FROM picture_day p LEFT JOIN picture_text t ON t.day = p.day WHERE ${isSimulated} <> ?`,
  );
  const moves = Object.entries(columns).map(([table, names]) => ({
    setAside: database.prepare(
      `INSERT OR REPLACE INTO ${table}_aside (simulated, ${names})
       SELECT ?, ${names} FROM ${table} WHERE day IN (SELECT value FROM json_each(?))`,
    ),
    remove: database.prepare(`DELETE FROM ${table} WHERE day IN (SELECT value FROM json_each(?))`),
    putBack: database.prepare(
      `INSERT OR IGNORE INTO ${table} (${names})
       SELECT ${names} FROM ${table}_aside WHERE simulated = ?`,
    ),
    removeAside: database.prepare(`DELETE FROM ${table}_aside WHERE simulated = ?`),
  }));
  const countAside = database.prepare(
    'SELECT count(*) AS days FROM picture_day_aside WHERE simulated = ?',
  );
  return (simulated) => {
    const [wanted, other] = simulated ? [1, 0] : [0, 1];
    const others = selectOthers.all(wanted).map(({ day }) => Number(day));
    const back = Number(countAside.get(wanted)?.['days'] ?? 0);
    const list = JSON.stringify(others);
    for (const { setAside, remove, putBack, removeAside } of moves) {
      if (others.length > 0) {
        setAside.run(other, list);
        remove.run(list);
      }
      if (back > 0) {
        putBack.run(wanted);
        removeAside.run(wanted);
      }
    }
    return others.length + back;
  };
}
