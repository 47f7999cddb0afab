import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { archiveDaySchema, type ArchiveDay } from '#shared/picture/archive.ts';
import { parseJson } from '#shared/json.ts';
import {
  dayPictureSchema,
  type DayPicture,
  type PictureFile,
  type PictureRecord,
} from '#shared/picture/picture.ts';

export type SqlRow = Record<string, SQLOutputValue>;

/** The fields of a day with a picture file that are needed to choose a picture for the desktop. Sizes are in pixels. */
export type PictureFacts = Pick<PictureRecord, 'date' | 'title' | 'explanation' | 'mediaType'> &
  Pick<PictureFile, 'width' | 'height'>;

/** A picture's file that the archive has recorded as being on the disk. */
export interface KeptFile {
  readonly date: string;
  readonly name: string;
  readonly bytes: number;
  /** The time when the picture was shown last, or else saved; milliseconds since the Unix epoch. */
  readonly shownAt: number;
}

/** The database key of a day: 2026-11-20 becomes 20261120. */
export const dayNumber = (date: string): number => Number(date.replaceAll('-', ''));

export function dateOfDayNumber(day: SQLOutputValue | undefined): string {
  const digits = String(day).padStart(8, '0');
  return `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`;
}

/**
 * Returns a function that writes one day; the caller has begun a transaction. If the day has another file now, the
 * record of its thumbnail is removed. `at` is the time when the file was saved; it never lowers the time of the last
 * showing.
 */
export function prepareDayWriter(
  database: DatabaseSync,
): (picture: DayPicture, at: number) => void {
  const upsertDay = database.prepare(`
    INSERT INTO picture_day VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULL, 0)
    ON CONFLICT (day) DO UPDATE SET
      title = excluded.title, credit = excluded.credit, media_type = excluded.media_type,
      file = excluded.file, format = excluded.format, bytes = excluded.bytes,
      width = excluded.width, height = excluded.height, animated = excluded.animated,
      has_file = excluded.has_file,
      shown_at = max(shown_at, excluded.shown_at),
      thumbnail = iif(file IS excluded.file, thumbnail, NULL),
      thumbnail_bytes = iif(file IS excluded.file, thumbnail_bytes, 0)`);
  // An unchanged text is neither written nor indexed again.
  const upsertText = database.prepare(`
    INSERT INTO picture_text VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (day) DO UPDATE SET title = excluded.title, explanation = excluded.explanation,
      credit = excluded.credit, other_fields = excluded.other_fields
    WHERE title IS NOT excluded.title OR explanation IS NOT excluded.explanation
      OR credit IS NOT excluded.credit OR other_fields IS NOT excluded.other_fields`);
  return ({ record, file }, at) => {
    const { date, title, explanation, credit, ...otherFields } = record;
    const day = dayNumber(date);
    const facts = [file?.name, file?.format, file?.bytes, file?.width, file?.height];
    upsertDay.run(
      ...[day, title, credit, record.mediaType, ...facts.map((fact) => fact ?? null)],
      ...[file?.animated === true ? 1 : 0, file === null ? 0 : 1, Math.round(at)],
    );
    upsertText.run(day, title, explanation, credit, JSON.stringify(otherFields));
  };
}

/** Days with their texts. If a day has no text, its row cannot be parsed, and the day is reported as unreadable. */
const dayTables = 'picture_day p LEFT JOIN picture_text t ON t.day = p.day';
const dayColumns = `
  p.day, p.file, p.format, p.bytes, p.width, p.height, p.animated, p.has_file, t.title,
  t.explanation, t.credit, t.other_fields`;

/** Converts a row to a day, whose file may have been evicted; null if the row cannot be parsed. */
export function dayPictureFromRow(row: SqlRow): DayPicture | null {
  const otherFields = parseJson(String(row['other_fields']));
  const { title, explanation, credit } = row;
  return (
    dayPictureSchema.safeParse({
      record: {
        ...(typeof otherFields === 'object' ? otherFields : null),
        date: dateOfDayNumber(row['day']),
        title,
        explanation,
        credit,
      },
      file: row['file'] === null ? null : fileFromRow(row),
    }).data ?? null
  );
}

const fileFromRow = ({
  file,
  format,
  bytes,
  width,
  height,
  animated,
}: SqlRow): Record<string, unknown> => ({
  name: file,
  format,
  bytes,
  width,
  height,
  ...(animated === 1 && { animated: true }),
});

/** The columns of a day that `archiveDayFromRow` reads. `has_file` is 1 if the picture file is on the disk, else 0. */
const summaryColumns = `
  p.day, p.title, p.credit, p.media_type AS "mediaType", p.has_file, p.thumbnail`;

export const archiveDayFromRow = (row: SqlRow): ArchiveDay | null =>
  archiveDaySchema.safeParse({
    ...row,
    date: dateOfDayNumber(row['day']),
    hasFile: row['has_file'] === 1,
  }).data ?? null;

/** Converts the row of a day whose file is kept to facts; null if the row cannot be parsed. */
export function pictureFactsFromRow(row: SqlRow): PictureFacts | null {
  const { title, explanation, mediaType, width, height } = row;
  const isMedia = mediaType === 'image' || mediaType === 'video' || mediaType === 'other';
  if (typeof title !== 'string' || typeof explanation !== 'string' || !isMedia) return null;
  if (typeof width !== 'number' || typeof height !== 'number') return null;
  return { date: dateOfDayNumber(row['day']), title, explanation, mediaType, width, height };
}

export type PictureStatements = ReturnType<typeof preparePictureStatements>;
export type ListStatements = PictureStatements['allDays'];

export function preparePictureStatements(database: DatabaseSync) {
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
    write: prepareDayWriter(database),
    switchDays: prepareSwitchOfDays(database),
    withFiles: select('p.day < ? AND (p.file IS NULL OR p.has_file = 1) ORDER BY p.day DESC'),
    facts: database.prepare(
      `SELECT p.day, p.title, p.media_type AS "mediaType", p.width, p.height, t.explanation
       FROM ${dayTables} WHERE p.has_file = 1 ORDER BY p.day DESC`,
    ),
    day: select('p.day = ?'),
    allDays: list('picture_day p', 'p.day', ''),
    matches: list(
      'picture_search s JOIN picture_day p ON p.day = s.rowid',
      's.rowid',
      'picture_search MATCH ? AND',
    ),
    month: database.prepare(
      `SELECT ${summaryColumns} FROM picture_day p WHERE p.day BETWEEN ? AND ? ORDER BY p.day`,
    ),
    files: database.prepare(
      `SELECT day, file, bytes, shown_at FROM picture_day INDEXED BY picture_day_by_showing
       WHERE has_file = 1 ORDER BY shown_at, day`,
    ),
    count: database.prepare(
      `SELECT (SELECT count(*) FROM picture_day) AS days,
         (SELECT sum(thumbnail_bytes) FROM picture_day) AS thumbnail_bytes,
         (SELECT count(*) FROM picture_day WHERE has_file = 1) AS files,
         (SELECT sum(bytes) FROM picture_day WHERE has_file = 1) AS bytes`,
    ),
    show: database.prepare(
      // Overwrite a time in the future, which was written while the clock was wrong.
      'UPDATE picture_day SET shown_at = ? WHERE day = ? AND (shown_at < ? OR shown_at > ?)',
    ),
    noteEvicted: database.prepare(
      'UPDATE picture_day SET has_file = 0 WHERE has_file = 1 AND day IN (SELECT value FROM json_each(?))',
    ),
    reclaim: database.prepare(
      'UPDATE picture_day SET has_file = 1 WHERE has_file = 0 AND file IN (SELECT value FROM json_each(?))',
    ),
    noteThumbnail: database.prepare(
      'UPDATE picture_day SET thumbnail = ?, thumbnail_bytes = ? WHERE day = ?',
    ),
    forgetThumbnails: database.prepare(
      `UPDATE picture_day SET thumbnail = NULL, thumbnail_bytes = 0
       WHERE thumbnail IS NOT NULL AND thumbnail NOT IN (SELECT value FROM json_each(?))`,
    ),
    unusedThumbnails: database.prepare(
      `SELECT value AS name FROM json_each(?)
       WHERE value NOT IN (SELECT thumbnail FROM picture_day WHERE thumbnail IS NOT NULL)
         AND value NOT IN (SELECT thumbnail FROM picture_day_aside WHERE thumbnail IS NOT NULL)`,
    ),
    aside: database.prepare(
      'SELECT file FROM picture_day_aside WHERE has_file = 1 AND file IS NOT NULL',
    ),
  };
}

/** The common columns of the tables in use and of those set aside. */
const sharedColumns = {
  picture_day:
    'day, title, credit, media_type, file, format, bytes, width, height, animated, has_file, shown_at, thumbnail, thumbnail_bytes',
  picture_text: 'day, title, explanation, credit, other_fields',
};

/** SQL: 1 for a day of the embedded services. A row whose text cannot be parsed counts as real. */
const simulatedSql = `iif(json_valid(t.other_fields), coalesce(json_extract(t.other_fields, '$.simulated'), 0), 0)`;

/**
 * Returns a function that selects the simulated days or the real ones and sets the others aside, so that lists, search
 * and the disk limit use one kind only. It must run inside a transaction and returns the number of moved days.
 */
function prepareSwitchOfDays(database: DatabaseSync): (simulated: boolean) => number {
  const selectOthers = database.prepare(
    `SELECT p.day FROM picture_day p LEFT JOIN picture_text t ON t.day = p.day WHERE ${simulatedSql} <> ?`,
  );
  const moveStatements = Object.entries(sharedColumns).map(([table, names]) => ({
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
    const [own, other] = simulated ? [1, 0] : [0, 1];
    const otherDays = selectOthers.all(own).map(({ day }) => Number(day));
    const returningCount = Number(countAside.get(own)?.['days'] ?? 0);
    const list = JSON.stringify(otherDays);
    for (const { setAside, remove, putBack, removeAside } of moveStatements) {
      if (otherDays.length > 0) {
        setAside.run(other, list);
        remove.run(list);
      }
      if (returningCount > 0) {
        putBack.run(own);
        removeAside.run(own);
      }
    }
    return otherDays.length + returningCount;
  };
}
