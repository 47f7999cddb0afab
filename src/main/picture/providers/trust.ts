import type { Failure } from '#shared/failure.ts';
import type { DayPicture, PictureFile, PictureRecord } from '#shared/picture/picture.ts';
import { addDays } from '../eastern.ts';

const distrust = (detail: string): Failure => ({ kind: 'malformed', detail });

/** The accepted age of the newest day, in days from today; a day in the future comes from a wrong clock or zone. */
const oldestNewest = -7;
const latestNewest = 1;

/**
 * Returns why a record is not trusted, or null. Pure.
 *
 * @param requested the requested day; null for the newest
 * @param today the present day in US Eastern
 */
export function distrustRecord(
  record: PictureRecord,
  requested: string | null,
  today: string,
): Failure | null {
  const { date } = record;
  if (requested !== null && date !== requested) return distrust('it is another day than asked for');
  if (requested === null && date > addDays(today, latestNewest))
    return distrust('a picture of a day that has not begun');
  if (requested === null && date < addDays(today, oldestNewest))
    return distrust(`its newest day is ${date}`);
  return null;
}

const placeholder: Failure = { kind: 'placeholder' };

/** File names of placeholders: an agency's logo or a news thumbnail. */
const placeholderName = /(^|[-_.])(news-thumbnail|nasa-logo|meatball|placeholder)([-_.@]|$)/i;

export function isPlaceholderAddress(address: string | null): boolean {
  const path = address === null ? null : (URL.parse(address)?.pathname ?? null);
  return placeholderName.test(path?.split('/').at(-1) ?? '');
}

/** Genuine pictures before this day may be smaller than `smallestPixels`. */
const smallBefore = '2006-01-01';
const smallestPixels = 480;

/**
 * Returns why a complete file is not trusted, or null. Pure.
 *
 * @param recent the most recent kept days: a file that repeats another day's picture is not trusted
 */
export function distrustFile(
  record: PictureRecord,
  file: PictureFile,
  recent: readonly DayPicture[],
): Failure | null {
  const isTiny = Math.max(file.width, file.height) < smallestPixels;
  if (isTiny && record.mediaType === 'image' && record.date >= smallBefore) return placeholder;
  const again = recent.some(
    (day) => day.record.date !== record.date && day.file !== null && sameBytes(day.file, file),
  );
  return again ? distrust('it shows the picture of another day') : null;
}

/** A file's name ends with the hash of its bytes: `DATE-HASH.EXTENSION`. */
function sameBytes(a: PictureFile, b: PictureFile): boolean {
  return a.bytes === b.bytes && a.name.slice(11) === b.name.slice(11);
}
