import type { Failure } from '#shared/failure.ts';
import type { DayPicture, PictureFile, PictureRecord } from '#shared/picture/picture.ts';
import { addDays } from '../eastern.ts';

const distrustFailure = (detail: string): Failure => ({ kind: 'malformed', detail });

/** The latest accepted newest day, in days from today: a later day comes from a wrong clock or zone. */
const maxNewestDay = 1;

/**
 * Returns why a record is not trusted, or null. An old newest day is no reason: the services published nothing for 43
 * days in autumn 2025. Pure.
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
  return null;
}

/** The title of a record that has none. Another source may have the title of that day. */
export const seriesTitle = 'Astronomy Picture of the Day';

/**
 * File names of placeholders: an agency's logo or a news thumbnail. The name of a picture may contain these words
 * (`meatball_hst.jpg`), so the pattern covers the whole name.
 */
const placeholderNamePattern =
  /^(news-thumbnail|nasa-logo|(nasa-)?meatball|placeholder)([-_]?(feature|image|picture)?\d*)?([@_-]\d+x\d*)?\.\w+$/i;

export function isPlaceholderAddress(address: string | null): boolean {
  const path = address === null ? null : (URL.parse(address)?.pathname ?? null);
  return placeholderNamePattern.test(path?.split('/').at(-1) ?? '');
}

/** A file whose longest side is shorter is an icon or a counter of visits. Pixels. */
const minPixels = 64;
/** The same for days before `smallPicturesUntil`. */
const minOldPixels = 16;
/** A picture of this size or larger is no logo. Pixels. */
const logoPixels = 480;
/** Genuine pictures before this day are often smaller than `logoPixels`. */
const smallPicturesUntil = '2006-01-01';

/** For so many days, a service that stands still shows its last picture under later dates. */
const standstillDays = 7;

/**
 * Returns why a complete file is not trusted as the picture of its day, or null. The editors show pictures again that
 * are older than a year, so only the picture of a day shortly before is not trusted for a new day; for a day of the
 * archive there is no such reason. The same small picture on days with different titles, or without any, is a logo.
 * Pure.
 *
 * @param isNewDay whether the file is that of the newest day, and not of a day that the user opens
 * @param recent the most recent kept days
 */
export function reasonToDistrustFile(
  { date, title, mediaType }: PictureRecord,
  file: PictureFile,
  isNewDay: boolean,
  recent: readonly DayPicture[],
): Failure | null {
  const longestSide = Math.max(file.width, file.height);
  const isOld = date < smallPicturesUntil;
  if (mediaType === 'image' && longestSide < (isOld ? minOldPixels : minPixels))
    return { kind: 'placeholder' };
  const repeatedRecords = recent
    .filter((day) => day.record.date !== date && day.file !== null && haveSameBytes(day.file, file))
    .map(({ record }) => record);
  const isSmall = longestSide < logoPixels && !isOld;
  const isLogo =
    isSmall && repeatedRecords.some((one) => one.title !== title || title === seriesTitle);
  if (mediaType === 'image' && isLogo) return { kind: 'placeholder' };
  const isStandstill =
    isNewDay &&
    repeatedRecords.some((one) => one.date < date && one.date >= addDays(date, -standstillDays));
  return isStandstill ? distrustFailure('it shows the picture of the days before') : null;
}

/** A file's name ends with the hash of its bytes: `DATE-HASH.EXTENSION`. */
function haveSameBytes(a: PictureFile, b: PictureFile): boolean {
  return a.bytes === b.bytes && a.name.slice(11) === b.name.slice(11);
}
