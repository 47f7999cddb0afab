import type { DayPicture, PictureChoice } from '#shared/picture/picture.ts';
import { isLarge, passesRules, type AllowedPictures } from './pools.ts';

/** The most skipped days that are stored. No user reaches this limit. */
const maxSkippedDays = 500;

/** Excludes the picture of `date` from automatic display. Unpins it, and ends a choice to go back to it. */
export function skipPicture(choice: PictureChoice, date: string): PictureChoice {
  const otherDays = choice.skipped.filter((skipped) => skipped !== date);
  return {
    ...choice,
    skipped: [...otherDays, date].slice(-maxSkippedDays),
    pinned: choice.pinned === date ? null : choice.pinned,
    back: choice.back?.to === date ? null : choice.back,
  };
}

export const undoLastSkip = (choice: PictureChoice): PictureChoice => ({
  ...choice,
  skipped: choice.skipped.slice(0, -1),
});

/** Allows the picture of `date` to be shown again. */
export const unskipPicture = (choice: PictureChoice, date: string): PictureChoice => ({
  ...choice,
  skipped: choice.skipped.filter((skipped) => skipped !== date),
});

/** Pins the picture of `date` until it is unpinned (null). Pinning undoes an earlier skip. */
export const pinPicture = (choice: PictureChoice, date: string | null): PictureChoice => ({
  ...choice,
  pinned: date,
  skipped: choice.skipped.filter((skipped) => skipped !== date),
});

/** Shows the picture of `to`, or the user's own wallpaper (null), until a day newer than `since` comes. */
export const goBackToPicture = (
  choice: PictureChoice,
  to: string | null,
  since: string,
): PictureChoice => ({
  ...choice,
  pinned: null,
  back: { to, since },
});

/** Shows the picture of `to` like `goBackToPicture`, and records that the rotation chose it. */
export const rotateToPicture = (
  choice: PictureChoice,
  to: string,
  since: string,
): PictureChoice => ({
  ...choice,
  pinned: null,
  back: { to, since, rotated: true },
});

/** Returns to the automatic choice. */
export const goToNewest = (choice: PictureChoice): PictureChoice => ({
  ...choice,
  pinned: null,
  back: null,
});

export function setFavourite(
  choice: PictureChoice,
  date: string,
  isFavourite: boolean,
): PictureChoice {
  const otherDays = choice.favourites.filter((favourite) => favourite !== date);
  return { ...choice, favourites: isFavourite ? [...otherDays, date] : otherDays };
}

export interface SelectableDays {
  /** Kept days, newest first. A day without a picture has no file. */
  readonly days: readonly DayPicture[];
  /** A day of the archive, also one that is too old for `days`. */
  readonly get: (date: string) => DayPicture | null;
}

/**
 * Selects the picture for the desktop; null: the wallpaper stays as it is, or the user's own wallpaper is kept. Pure.
 */
export function pictureToShow(
  choice: PictureChoice,
  { days, get }: SelectableDays,
  allowance: AllowedPictures,
): DayPicture | null {
  const pinnedPicture = dayWithFile(choice.pinned, get);
  if (pinnedPicture !== null) return pinnedPicture;
  const automaticChoice = automaticPicture(choice, { days, get }, allowance);
  const { back } = choice;
  if (back !== null && !hasNewer(back, automaticChoice)) {
    // The choice is the user's own wallpaper.
    if (back.to === null) return null;
    const picture = dayWithFile(back.to, get);
    // If the rules have changed since, they apply to a picture that the rotation chose, but not to one that the user
    // chose.
    const isAllowed = back.rotated !== true || isShowable(picture, choice, allowance);
    if (picture !== null && isAllowed) return picture;
  }
  return automaticChoice?.picture ?? null;
}

/** Whether the desktop keeps the user's own wallpaper: it was restored, and no newer picture has come since. Pure. */
export function isOwnWallpaperWanted(
  choice: PictureChoice,
  selectable: SelectableDays,
  allowance: AllowedPictures,
): boolean {
  const { back, pinned } = choice;
  if (pinned !== null || back?.to !== null) return false;
  return !hasNewer(back, automaticPicture(choice, selectable, allowance));
}

type AutomaticPicture = ReturnType<typeof automaticPicture>;

/**
 * Whether a newer day than `since` has come. A day counts only if it has a picture to show; on the day of a video, that
 * may be a favourite.
 */
const hasNewer = (back: { readonly since: string }, automatic: AutomaticPicture): boolean =>
  automatic !== null && automatic.day > back.since;

/**
 * The picture without any decision of the user, and the day for which it is shown. On the day of a video, the picture
 * may be a favourite of another day. If the user or the rules exclude the newest picture, large pictures of other days
 * come first.
 */
function automaticPicture(
  choice: PictureChoice,
  { days, get }: SelectableDays,
  allowance: AllowedPictures,
): { readonly picture: DayPicture; readonly day: string } | null {
  const [newest] = days;
  if (newest === undefined) return null;
  const { date, mediaType } = newest.record;
  if (allowance.withoutPicture === 'favourite' && mediaType !== 'image') {
    const favourite = favouriteOfDay(choice, date, get, allowance);
    if (favourite !== null) return { picture: favourite, day: date };
  }
  const isUsed = (day: DayPicture): boolean => isShowable(day, choice, allowance);
  const newestPicture = days.find((day) => hasPicture(day, allowance));
  const picture =
    newestPicture !== undefined && isUsed(newestPicture)
      ? newestPicture
      : (days.find((day) => day.file !== null && isLarge(day.file) && isUsed(day)) ??
        days.find(isUsed));
  return picture === undefined ? null : { picture, day: picture.record.date };
}

/** Selects the newest picture older than `date`; null if there is none. Pure. */
export function pictureBefore(
  date: string,
  choice: PictureChoice,
  { days }: Pick<SelectableDays, 'days'>,
  allowance: AllowedPictures,
): DayPicture | null {
  const olderDays = days.filter(({ record }) => record.date < date);
  return olderDays.find((day) => isShowable(day, choice, allowance)) ?? null;
}

/** Selects the oldest picture newer than `date`; null if there is none. Pure. */
export function pictureAfter(
  date: string,
  choice: PictureChoice,
  { days }: SelectableDays,
  allowance: AllowedPictures,
): DayPicture | null {
  const newerDays = days.filter(({ record }) => record.date > date);
  return newerDays.findLast((day) => isShowable(day, choice, allowance)) ?? null;
}

function isShowable(
  day: DayPicture | null,
  { skipped }: PictureChoice,
  allowance: AllowedPictures,
): boolean {
  return (
    day !== null &&
    hasPicture(day, allowance) &&
    !skipped.includes(day.record.date) &&
    passesRules(day.record, allowance.show)
  );
}

/** Whether the day has an image, or the still of a video that the settings allow. */
const hasPicture = ({ record, file }: DayPicture, { withoutPicture }: AllowedPictures): boolean =>
  file !== null && (record.mediaType === 'image' || withoutPicture === 'still');

function dayWithFile(date: string | null, get: SelectableDays['get']): DayPicture | null {
  const picture = date === null ? null : get(date);
  const hasFile = (picture?.file ?? null) !== null;
  return hasFile ? picture : null;
}

/** Returns a different favourite each day, and the same one within a day. A favourite may be the still of a video. */
function favouriteOfDay(
  choice: PictureChoice,
  date: string,
  get: SelectableDays['get'],
  { show }: AllowedPictures,
): DayPicture | null {
  const favourites = choice.favourites
    .map((favourite) => get(favourite))
    .filter((picture) => isShowable(picture, choice, { withoutPicture: 'still', show }));
  const dayNumber = Date.parse(`${date}T00:00:00Z`) / (24 * 3600_000);
  return favourites[dayNumber % favourites.length] ?? null;
}
