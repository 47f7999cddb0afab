import { foldText } from '#shared/fold-text.ts';
import { phrasesOf, searchFindsText } from '#shared/search-words.ts';
import type { PictureChoice, WithoutPicture } from '#shared/picture/picture.ts';
import type { PicturePool, RotationSettings, ShowRules } from '#shared/wallpaper/selection.ts';
import { isInQuietHours as isWithin } from '#station/index.ts';
import type { PictureFacts } from '#picture/index.ts';

/** The settings that decide which pictures may be shown automatically. */
export interface AllowedPictures {
  readonly withoutPicture: WithoutPicture;
  readonly show: ShowRules;
}

/** Smaller pictures, by the longer side in pixels, look blurred or small on most displays. */
const largePixels = 1280;
export const isLarge = ({ width, height }: Pick<PictureFacts, 'width' | 'height'>): boolean =>
  Math.max(width, height) >= largePixels;

/** Whether the rules allow the picture to be shown automatically. Pure. */
export function passesRules(
  { title, explanation }: Pick<PictureFacts, 'title' | 'explanation'>,
  show: ShowRules,
): boolean {
  if (show.without.length === 0) return true;
  const text = `${title} ${explanation}`;
  const plainText = foldText(text);
  // Most texts do not contain the word at all. A search that splits the text into words takes ten times as long as this
  // check.
  return !show.without.some((word) => mayContain(plainText, word) && searchFindsText(text, word));
}

const mayContain = (plain: string, word: string): boolean =>
  plain.includes(phrasesOf(word)[0]?.[0] ?? '');

/**
 * The pictures of a pool, newest first, without skipped pictures, those that the rules hide, and stills of videos
 * unless these are allowed. Small pictures that are no favourites are left out if there are large ones. Pure.
 */
export function picturesOfPool(
  pool: PicturePool,
  archive: readonly PictureFacts[],
  { favourites, skipped }: PictureChoice,
  { withoutPicture, show }: AllowedPictures,
  today: string,
): readonly PictureFacts[] {
  const isInPool = ({ date }: PictureFacts): boolean => {
    switch (pool) {
      case 'favourites':
        return favourites.includes(date);
      case 'archive':
        return true;
      case 'this-day':
        return date < today && date.slice(4) === today.slice(4);
    }
  };
  const pictures = archive.filter(
    (picture) =>
      isInPool(picture) &&
      !skipped.includes(picture.date) &&
      (picture.mediaType === 'image' || withoutPicture === 'still') &&
      passesRules(picture, show),
  );
  const largePictures = pictures.filter(isLarge);
  return pool === 'favourites' || largePictures.length < 2 ? pictures : largePictures;
}

/** Orders the dates as if at random, always in the same way for the same `seed`. Pure. */
export function shuffleDates(dates: readonly string[], seed = ''): readonly string[] {
  const keyedDates = dates.map((date) => ({ date, key: hashOfText(seed + date) }));
  return keyedDates.toSorted((a, b) => a.key - b.key).map(({ date }) => date);
}

/** FNV-1a with a final mix, 32 bits: neighbouring dates get unrelated numbers. */
function hashOfText(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d);
  return (value ^ (value >>> 13)) >>> 0;
}

/**
 * The date that the rotation shows next. The rotation repeats all dates in a shuffled order, and never shows a date
 * twice in a row. Null if there is no date other than `current`. Pure.
 *
 * @param last the date that the rotation showed last; `current` differs if a new day's picture has replaced it since
 */
export function nextInRotation(
  dates: readonly string[],
  current: string | null,
  last = current,
): string | null {
  const order = shuffleDates([...new Set(last === null ? dates : [...dates, last])]);
  const lastIndex = last === null ? -1 : order.indexOf(last);
  const followingDates = [...order.slice(lastIndex + 1), ...order];
  return followingDates.find((date) => date !== current && dates.includes(date)) ?? null;
}

const hourMs = 3600_000;

/**
 * When the rotation is due. With a time window, not before `now`. Pure. Times are milliseconds since the Unix epoch.
 *
 * @param changedAt the last change of the picture; in the future if the clock was set back since
 */
export function rotationDueAt(
  { everyHours, between }: RotationSettings,
  changedAt: number,
  now: number,
): number {
  const dueAt = Math.min(changedAt, now) + everyHours * hourMs;
  if (between === null || between.from === between.to) return dueAt;
  const earliestTime = new Date(Math.max(dueAt, now));
  if (isWithin(earliestTime.getHours() * 60 + earliestTime.getMinutes(), between))
    return earliestTime.getTime();
  const begin = new Date(earliestTime);
  begin.setHours(0, between.from, 0, 0);
  if (begin < earliestTime) begin.setDate(begin.getDate() + 1);
  return begin.getTime();
}
