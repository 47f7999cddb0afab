import type { Failure } from '#shared/failure.ts';
import type { DayPicture, PictureFile, PictureRecord } from '#shared/picture/picture.ts';
import { addDays } from '../eastern.ts';

const distrustFailure = (detail: string): Failure => ({ kind: 'malformed', detail });

/** The accepted age of the newest day, in days from today; a day in the future comes from a wrong clock or zone. */
const minNewestDay = -7;
const maxNewestDay = 1;

/**
 * Returns why a record is not trusted, or null. Pure.
 *
 * @param requested the requested day; null for the newest
 * @param today the present day in US Eastern
 */
export function reasonToDistrustRecord(
  record: PictureRecord,
  requested: string | null,
  today: string,
): Failure | null {
  const { date } = record;
  if (requested !== null && date !== requested)
    return distrustFailure('it is another day than asked for');
  if (requested === null && date > addDays(today, maxNewestDay))
    return distrustFailure('a picture of a day that has not begun');
  if (requested === null && date < addDays(today, minNewestDay))
    return distrustFailure(`its newest day is ${date}`);
  return null;
}

const placeholderFailure: Failure = { kind: 'placeholder' };

/** File names of placeholders: an agency's logo or a news thumbnail. */
const placeholderNamePattern =
  /(^|[-_.])(news-thumbnail|nasa-logo|meatball|placeholder)([-_.@]|$)/i;

export function isPlaceholderAddress(address: string | null): boolean {
  const path = address === null ? null : (URL.parse(address)?.pathname ?? null);
  return placeholderNamePattern.test(path?.split('/').at(-1) ?? '');
}

/** Genuine pictures before this day may be smaller than `minPixels`. */
const smallPicturesUntil = '2006-01-01';
const minPixels = 480;

/**
 * Returns why a complete file is not trusted, or null. Pure.
 *
 * @param recent the most recent kept days: a file that repeats another day's picture is not trusted
 */
export function reasonToDistrustFile(
  record: PictureRecord,
  file: PictureFile,
  recent: readonly DayPicture[],
): Failure | null {
  const isTiny = Math.max(file.width, file.height) < minPixels;
  if (isTiny && record.mediaType === 'image' && record.date >= smallPicturesUntil)
    return placeholderFailure;
  const isRepeated = recent.some(
    (day) => day.record.date !== record.date && day.file !== null && haveSameBytes(day.file, file),
  );
  return isRepeated ? distrustFailure('it shows the picture of another day') : null;
}

/** A file's name ends with the hash of its bytes: `DATE-HASH.EXTENSION`. */
function haveSameBytes(a: PictureFile, b: PictureFile): boolean {
  return a.bytes === b.bytes && a.name.slice(11) === b.name.slice(11);
}
