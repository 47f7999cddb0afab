import type { Failure } from '#shared/failure.ts';
import type { DayPicture, PictureFile, PictureRecord } from '#shared/picture/picture.ts';
import { addDays } from '../eastern.ts';

const distrust = (detail: string): Failure => ({ kind: 'malformed', detail });

/** A newest day may be some days old, or one day ahead if a clock or a zone is wrong. */
const oldestNewest = -7;
const latestNewest = 1;

/**
 * Returns why a record is not trusted, or null. Pure.
 *
 * @param asked the day that was asked for; null for the newest
 * @param today the present day in US Eastern
 */
export function distrustRecord(
  record: PictureRecord,
  asked: string | null,
  today: string,
): Failure | null {
  const { date } = record;
  if (asked !== null && date !== asked) return distrust('it is another day than asked for');
  if (asked === null && date > addDays(today, latestNewest))
    return distrust('a picture of a day that has not begun');
  if (asked === null && date < addDays(today, oldestNewest))
    return distrust(`its newest day is ${date}`);
  return null;
}

const placeholder: Failure = { kind: 'placeholder' };

/** File names of placeholders: an agency's logo or a news thumbnail. */
const placeholderName = /(^|[-_.])(news-thumbnail|nasa-logo|meatball|placeholder)([-_.@]|$)/i;

/** Whether the address is one of a placeholder. */
export function isPlaceholderAddress(address: string | null): boolean {
  const path = address === null ? null : (URL.parse(address)?.pathname ?? null);
  return placeholderName.test(path?.split('/').at(-1) ?? '');
}

/** Genuine pictures of the first decade may be this small. */
const smallBefore = '2006-01-01';
const smallestPixels = 480;

/**
 * Returns why a complete file is not trusted, or null. Pure.
 *
 * @param recent the most recent kept days: the same file on two days is the picture of neither
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
