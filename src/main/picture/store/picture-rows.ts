import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { archiveDaySchema, type ArchiveDay } from '#shared/picture/archive.ts';
import { parseJson } from '#shared/json.ts';
import type { PictureFacts } from '../ports.ts';
import { dayPictureSchema, type DayPicture, type PictureFile } from '#shared/picture/picture.ts';

export type Row = Record<string, SQLOutputValue>;

/** The key of a day (`YYYY-MM-DD`): 20261120. */
export const dayNumber = (date: string): number => Number(date.replaceAll('-', ''));

export function dateOf(day: SQLOutputValue | undefined): string {
  const digits = String(day).padStart(8, '0');
  return `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`;
}

/**
 * Returns a function that writes one day; the caller has begun a transaction. If the day has another file now, its
 * thumbnail is forgotten. `at` is when the file came; it never lowers the time of the last showing.
 */
export function createDayWriter(database: DatabaseSync): (picture: DayPicture, at: number) => void {
  const upsertDay = database.prepare(`
    INSERT INTO picture_day VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULL, 0)
    ON CONFLICT (day) DO UPDATE SET
      title = excluded.title, credit = excluded.credit, media_type = excluded.media_type,
      file = excluded.file, format = excluded.format, bytes = excluded.bytes,
      width = excluded.width, height = excluded.height, kept = excluded.kept,
      shown_at = max(shown_at, excluded.shown_at),
      thumbnail = iif(file IS excluded.file, thumbnail, NULL),
      thumbnail_bytes = iif(file IS excluded.file, thumbnail_bytes, 0)`);
  // An unchanged text is not written again, and not indexed again.
  const upsertText = database.prepare(`
    INSERT INTO picture_text VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (day) DO UPDATE SET title = excluded.title, explanation = excluded.explanation,
      credit = excluded.credit, rest = excluded.rest
    WHERE title IS NOT excluded.title OR explanation IS NOT excluded.explanation
      OR credit IS NOT excluded.credit OR rest IS NOT excluded.rest`);
  return ({ record, file }, at) => {
    const { date, title, explanation, credit, ...rest } = record;
    const day = dayNumber(date);
    const facts = [file?.name, file?.format, file?.bytes, file?.width, file?.height];
    upsertDay.run(
      ...[day, title, credit, record.mediaType, ...facts.map((fact) => fact ?? null)],
      ...[file === null ? 0 : 1, Math.round(at)],
    );
    upsertText.run(day, title, explanation, credit, JSON.stringify(rest));
  };
}

/** Days with their texts; a missing text makes the row unreadable, not absent. */
export const dayTables = 'picture_day p LEFT JOIN picture_text t ON t.day = p.day';
export const dayColumns = `
  p.day, p.file, p.format, p.bytes, p.width, p.height, p.kept, t.title, t.explanation, t.credit, t.rest`;

/** Parses a row to a day; its file may have been evicted. Null: the row cannot be parsed. */
export function pictureOf(row: Row): DayPicture | null {
  const rest = parseJson(String(row['rest']));
  const { title, explanation, credit } = row;
  return (
    dayPictureSchema.safeParse({
      record: {
        ...(typeof rest === 'object' ? rest : null),
        date: dateOf(row['day']),
        title,
        explanation,
        credit,
      },
      file: row['file'] === null ? null : fileOf(row),
    }).data ?? null
  );
}

const fileOf = ({
  file,
  format,
  bytes,
  width,
  height,
}: Row): Record<keyof PictureFile, unknown> => ({
  name: file,
  format,
  bytes,
  width,
  height,
});

/** The columns for a list; `kept` says whether the file is on the disk. */
export const summaryColumns = `
  p.day, p.title, p.credit, p.media_type AS "mediaType", p.kept, p.thumbnail`;

export const summaryOf = (row: Row): ArchiveDay | null =>
  archiveDaySchema.safeParse({ ...row, date: dateOf(row['day']), hasFile: row['kept'] === 1 })
    .data ?? null;

/** The row of a day whose file is kept; null if it cannot be parsed. */
export function factsOf(row: Row): PictureFacts | null {
  const { title, explanation, mediaType, width, height } = row;
  const isMedia = mediaType === 'image' || mediaType === 'video' || mediaType === 'other';
  if (typeof title !== 'string' || typeof explanation !== 'string' || !isMedia) return null;
  if (typeof width !== 'number' || typeof height !== 'number') return null;
  return { date: dateOf(row['day']), title, explanation, mediaType, width, height };
}
