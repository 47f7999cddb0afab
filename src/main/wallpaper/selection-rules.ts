import type { DayPicture, PictureChoice, WithoutPicture } from '#shared/picture/picture.ts';

/** More than anybody skips, and little to keep. */
const mostSkipped = 500;

/** The picture of `date` is not shown by itself any more. Nor does it stay pinned. */
export function skip(choice: PictureChoice, date: string): PictureChoice {
  const others = choice.skipped.filter((skipped) => skipped !== date);
  return {
    ...choice,
    skipped: [...others, date].slice(-mostSkipped),
    pinned: choice.pinned === date ? null : choice.pinned,
    back: choice.back?.to === date ? null : choice.back,
  };
}

/** Takes back the last skip. */
export const undoSkip = (choice: PictureChoice): PictureChoice => ({
  ...choice,
  skipped: choice.skipped.slice(0, -1),
});

/** The picture of `date` may be shown again. */
export const unskip = (choice: PictureChoice, date: string): PictureChoice => ({
  ...choice,
  skipped: choice.skipped.filter((skipped) => skipped !== date),
});

/** The picture of `date` stays until it is unpinned (null). A pin is stronger than an earlier skip. */
export const pin = (choice: PictureChoice, date: string | null): PictureChoice => ({
  ...choice,
  pinned: date,
  skipped: choice.skipped.filter((skipped) => skipped !== date),
});

/** Shows the picture of `to` until a day comes that is newer than `since`. */
export const goBack = (choice: PictureChoice, to: string, since: string): PictureChoice => ({
  ...choice,
  pinned: null,
  back: { to, since },
});

/** The person's own wallpaper stays until the picture of a day comes that is newer than `since`. */
export const goToOwn = (choice: PictureChoice, since: string): PictureChoice => ({
  ...choice,
  pinned: null,
  back: { to: null, since },
});

/** Back to what comes by itself. */
export const goToNewest = (choice: PictureChoice): PictureChoice => ({
  ...choice,
  pinned: null,
  back: null,
});

export function favour(choice: PictureChoice, date: string, isFavourite: boolean): PictureChoice {
  const others = choice.favourites.filter((favourite) => favourite !== date);
  return { ...choice, favourites: isFavourite ? [...others, date] : others };
}

/** What the desktop's picture is chosen from. */
export interface SelectableDays {
  /** Kept days whose files are there, newest first. */
  readonly days: readonly DayPicture[];
  /** A kept day, also one that is too old for `days`. */
  readonly get: (date: string) => DayPicture | null;
}

/** The picture that the desktop should show; null: what it shows stays. Pure. */
export function pictureToShow(
  choice: PictureChoice,
  { days, get }: SelectableDays,
  withoutPicture: WithoutPicture,
): DayPicture | null {
  const pinned = withFile(choice.pinned, get);
  if (pinned !== null) return pinned;
  const [newest] = days;
  if (newest === undefined) return null;
  if (choice.back !== null && newest.record.date <= choice.back.since) {
    // The person's own wallpaper.
    if (choice.back.to === null) return null;
    const back = withFile(choice.back.to, get);
    if (back !== null) return back;
  }
  if (withoutPicture === 'favourite' && newest.record.mediaType !== 'image') {
    const favourite = favouriteOf(choice, newest.record.date, get);
    if (favourite !== null) return favourite;
  }
  return days.find((day) => isShowable(day, choice, withoutPicture)) ?? null;
}

/** The next older picture than that of `date`; null when there is none. Pure. */
export function pictureBefore(
  date: string,
  choice: PictureChoice,
  { days }: SelectableDays,
  withoutPicture: WithoutPicture,
): DayPicture | null {
  const older = days.filter(({ record }) => record.date < date);
  return older.find((day) => isShowable(day, choice, withoutPicture)) ?? null;
}

function isShowable(
  { record, file }: DayPicture,
  { skipped }: PictureChoice,
  withoutPicture: WithoutPicture,
): boolean {
  if (file === null || skipped.includes(record.date)) return false;
  // On any other day the file is a video's still.
  return record.mediaType === 'image' || withoutPicture === 'still';
}

function withFile(date: string | null, get: SelectableDays['get']): DayPicture | null {
  const picture = date === null ? null : get(date);
  const hasFile = (picture?.file ?? null) !== null;
  return hasFile ? picture : null;
}

/** Another one on each such day, and the same one all day. */
function favouriteOf(
  { favourites, skipped }: PictureChoice,
  date: string,
  get: SelectableDays['get'],
): DayPicture | null {
  const kept = favourites
    .filter((favourite) => !skipped.includes(favourite))
    .map((favourite) => withFile(favourite, get))
    .filter((picture) => picture !== null);
  const dayNumber = Math.floor(Date.parse(`${date}T00:00:00Z`) / (24 * 3600_000));
  return kept[dayNumber % kept.length] ?? null;
}
