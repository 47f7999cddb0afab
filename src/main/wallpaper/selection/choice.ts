import type { PictureChoice } from '#shared/picture/picture.ts';

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
