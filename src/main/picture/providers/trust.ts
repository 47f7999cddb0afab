import type { Failure } from '#shared/failure.ts';
import type { DayPicture, PictureFile, PictureRecord } from '#shared/picture/picture.ts';
import { addDays } from '../eastern.ts';

const distrust = (detail: string): Failure => ({ kind: 'malformed', detail });

/** A newest day may be late by some days, or ahead by one where a clock or a zone is wrong. */
const oldestNewest = -7;
const latestNewest = 1;

/**
 * Why a record is not believed, or null. Pure.
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

/** Names that the services give to what stands in for a picture: an agency's logo or a news thumbnail. */
const placeholderName = /(^|[-_.])(news-thumbnail|nasa-logo|meatball|placeholder)([-_.@]|$)/i;

/** Whether an address names what stands in for a picture. */
export function isPlaceholderAddress(address: string | null): boolean {
  const path = address === null ? null : (URL.parse(address)?.pathname ?? null);
  return placeholderName.test(path?.split('/').at(-1) ?? '');
}

/** Pictures of the first decade may be this small themselves. */
const smallBefore = '2006-01-01';
const smallestPixels = 480;

/**
 * Why a complete file is not believed, or null. Pure.
 *
 * @param recent days kept of late: the same bytes on two of them are no picture of either
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
