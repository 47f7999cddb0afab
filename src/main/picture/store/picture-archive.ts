import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { DayPicture } from '#shared/picture/picture.ts';
import { attempt, attemptWrite } from '#platform/files/attempt.ts';
import type { StoreDatabase } from '#platform/database/kept-database.ts';
import { transact } from '#platform/database/transact.ts';
import type { ArchiveStore, KeptFile } from '../ports.ts';
import { preparePictureLists } from './picture-lists.ts';
import {
  createDayWriter,
  dateOf,
  dayColumns,
  dayNumber,
  dayTables,
  pictureOf,
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
export function createPictureArchive(
  source: StoreDatabase,
  folder: string,
  onUnreadable: (date: string) => void = () => undefined,
  now: () => number = Date.now,
): ArchiveStore {
  const told = new Set<string>();
  const unreadable = (date: string): void => {
    if (told.has(date)) return;
    told.add(date);
    onUnreadable(date);
  };
  const pathOf: ArchiveStore['pathOf'] = (file) => join(folder, file.name);
  const opened = source.bound((database) => openOn(database, pathOf, unreadable, now));
  return {
    pathOf,
    days: (query) => opened().days(query),
    newest: () => opened().newest(),
    get: (date) => opened().get(date),
    known: (date) => opened().known(date),
    page: (query, only) => opened().page(query, only),
    month: (name) => opened().month(name),
    save: (picture) => opened().save(picture),
    noteShown: (date, at) => opened().noteShown(date, at),
    status: () => opened().status(),
    files: () => opened().files(),
    useSimulated: (simulated) => opened().useSimulated(simulated),
    filesAside: () => opened().filesAside(),
    noteEvicted: (dates) => opened().noteEvicted(dates),
    reclaim: (names) => opened().reclaim(names),
    noteThumbnail: (date, thumbnail) => opened().noteThumbnail(date, thumbnail),
    keepThumbnails: (names) => opened().keepThumbnails(names),
  };
}

function openOn(
  database: DatabaseSync,
  pathOf: ArchiveStore['pathOf'],
  unreadable: (date: string) => void,
  now: () => number,
): ArchiveStore {
  const select = (where: string) =>
    database.prepare(`SELECT ${dayColumns} FROM ${dayTables} WHERE ${where}`);
  const selectThere = select('p.day < ? AND (p.file IS NULL OR p.kept = 1) ORDER BY p.day DESC');
  const selectDay = select('p.day = ?');
  const selectFiles = database.prepare(
    `SELECT day, file, bytes, shown_at FROM picture_day INDEXED BY picture_day_by_showing
     WHERE kept = 1 ORDER BY shown_at, day`,
  );
  const count = database.prepare(
    `SELECT (SELECT count(*) FROM picture_day) AS days,
       (SELECT sum(thumbnail_bytes) FROM picture_day) AS small,
       (SELECT count(*) FROM picture_day WHERE kept = 1) AS files,
       (SELECT sum(bytes) FROM picture_day WHERE kept = 1) AS bytes`,
  );
  const write = createDayWriter(database);
  const show = database.prepare(
    // Overwrite a time in the future: it was written under a wrong clock.
    'UPDATE picture_day SET shown_at = ? WHERE day = ? AND (shown_at < ? OR shown_at > ?)',
  );
  const noteEvicted = database.prepare(
    'UPDATE picture_day SET kept = 0 WHERE kept = 1 AND day IN (SELECT value FROM json_each(?))',
  );
  const reclaim = database.prepare(
    'UPDATE picture_day SET kept = 1 WHERE kept = 0 AND file IN (SELECT value FROM json_each(?))',
  );
  const noteSmall = database.prepare(
    'UPDATE picture_day SET thumbnail = ?, thumbnail_bytes = ? WHERE day = ?',
  );
  const forgetSmall = database.prepare(
    `UPDATE picture_day SET thumbnail = NULL, thumbnail_bytes = 0
     WHERE thumbnail IS NOT NULL AND thumbnail NOT IN (SELECT value FROM json_each(?))`,
  );
  const unusedSmall = database.prepare(
    `SELECT value AS name FROM json_each(?)
     WHERE value NOT IN (SELECT thumbnail FROM picture_day WHERE thumbnail IS NOT NULL)
       AND value NOT IN (SELECT thumbnail FROM picture_day_aside WHERE thumbnail IS NOT NULL)`,
  );
  const selectAside = database.prepare(
    'SELECT file FROM picture_day_aside WHERE kept = 1 AND file IS NOT NULL',
  );
  const useSet = prepareSets(database);

  function read(row: Row): DayPicture | null {
    const picture = pictureOf(row);
    if (picture === null) unreadable(dateOf(row['day']));
    return picture;
  }
  /** False if the file was deleted: the day then counts as not kept, and its picture is fetched again. */
  const isThere = ({ file }: DayPicture): boolean => file === null || existsSync(pathOf(file));

  const days: ArchiveStore['days'] = ({ before, limit }) => {
    const found: DayPicture[] = [];
    for (const row of selectThere.iterate(before === null ? afterAll : dayNumber(before))) {
      if (found.length >= limit) break;
      const picture = read(row);
      if (picture !== null && isThere(picture)) found.push(picture);
    }
    return found;
  };

  function known(date: string): DayPicture | null {
    const row = selectDay.get(dayNumber(date));
    return row === undefined ? null : read(row);
  }

  return {
    pathOf,
    days,
    known,
    ...preparePictureLists(database, unreadable, now),
    newest: () => days({ before: null, limit: 1 })[0] ?? null,
    get(date) {
      const row = selectDay.get(dayNumber(date));
      if (row === undefined || (row['file'] !== null && row['kept'] !== 1)) return null;
      const picture = read(row);
      return picture !== null && isThere(picture) ? picture : null;
    },
    save: (picture) => attemptWrite(() => transact(database, () => write(picture, now()))),
    noteShown: (date, at) =>
      attemptWrite(() =>
        show.run(Math.round(at), dayNumber(date), at - notedEveryMs, Math.max(at, now()) + dayMs),
      ),
    status: () =>
      attempt(() => {
        const { days: all, small, files, bytes } = count.get() ?? {};
        const value = (sum: unknown): number => Number(sum ?? 0);
        return { days: value(all), files: value(files), bytes: value(bytes) + value(small) };
      }),
    files: () =>
      attempt(() =>
        selectFiles.all().map(({ day, file, bytes, shown_at: shownAt }): KeptFile => ({
          date: dateOf(day),
          name: String(file),
          bytes: Number(bytes),
          shownAt: Number(shownAt),
        })),
      ),
    useSimulated: (simulated) => attempt(() => transact(database, () => useSet(simulated))),
    filesAside: () => attempt(() => selectAside.all().map(({ file }) => String(file))),
    noteEvicted: (dates) =>
      attemptWrite(() => noteEvicted.run(JSON.stringify(dates.map(dayNumber)))),
    reclaim: (names) => attempt(() => Number(reclaim.run(JSON.stringify(names)).changes)),
    noteThumbnail: (date, { name, bytes }) =>
      attemptWrite(() => noteSmall.run(name, bytes, dayNumber(date))),
    keepThumbnails: (names) =>
      attempt(() => {
        const list = JSON.stringify(names);
        forgetSmall.run(list);
        return unusedSmall.all(list).map(({ name }) => String(name));
      }),
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
export function prepareSets(database: DatabaseSync): (simulated: boolean) => number {
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
