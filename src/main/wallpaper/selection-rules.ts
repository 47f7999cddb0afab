import type { DayPicture, PictureChoice } from '#shared/picture/picture.ts';
import { factsOf } from '#picture/index.ts';
import { passesRules, type Allowance } from './pools.ts';

/** Upper limit of the stored list; more than anybody skips. */
const mostSkipped = 500;

/** Excludes the picture of `date` from automatic display, and unpins it. */
export function skip(choice: PictureChoice, date: string): PictureChoice {
  const others = choice.skipped.filter((skipped) => skipped !== date);
  return {
    ...choice,
    skipped: [...others, date].slice(-mostSkipped),
    pinned: choice.pinned === date ? null : choice.pinned,
    back: choice.back?.to === date ? null : choice.back,
  };
}

/** Undoes the last skip. */
export const undoSkip = (choice: PictureChoice): PictureChoice => ({
  ...choice,
  skipped: choice.skipped.slice(0, -1),
});

/** Allows the picture of `date` to be shown again. */
export const unskip = (choice: PictureChoice, date: string): PictureChoice => ({
  ...choice,
  skipped: choice.skipped.filter((skipped) => skipped !== date),
});

/** Pins the picture of `date` until it is unpinned (null). Pinning undoes an earlier skip. */
export const pin = (choice: PictureChoice, date: string | null): PictureChoice => ({
  ...choice,
  pinned: date,
  skipped: choice.skipped.filter((skipped) => skipped !== date),
});

/** Shows the picture of `to`, or the person's own wallpaper (null), until a day comes that is newer than `since`. */
export const goBack = (choice: PictureChoice, to: string | null, since: string): PictureChoice => ({
  ...choice,
  pinned: null,
  back: { to, since },
});

/** As `goBack`, where the rotation chose the picture. */
export const rotate = (choice: PictureChoice, to: string, since: string): PictureChoice => ({
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

export function favour(choice: PictureChoice, date: string, isFavourite: boolean): PictureChoice {
  const others = choice.favourites.filter((favourite) => favourite !== date);
  return { ...choice, favourites: isFavourite ? [...others, date] : others };
}

/** The kept days from which the picture is selected. */
export interface SelectableDays {
  /** Kept days whose files are there, newest first. */
  readonly days: readonly DayPicture[];
  /** A kept day, also one that is too old for `days`. */
  readonly get: (date: string) => DayPicture | null;
}

/** Selects the picture that the desktop should show; null: the wallpaper stays as it is. Pure. */
export function pictureToShow(
  choice: PictureChoice,
  { days, get }: SelectableDays,
  allowance: Allowance,
): DayPicture | null {
  const pinned = withFile(choice.pinned, get);
  if (pinned !== null) return pinned;
  const automatic = automaticPicture(choice, { days, get }, allowance);
  const { back } = choice;
  if (back !== null && !hasNewer(back, automatic)) {
    // The person's own wallpaper.
    if (back.to === null) return null;
    const picture = withFile(back.to, get);
    // Rules that were changed since hide what the rotation chose, not what the person did.
    const isAllowed = back.rotated !== true || isShowable(picture, choice, allowance);
    if (picture !== null && isAllowed) return picture;
  }
  return automatic?.picture ?? null;
}

/** Whether the desktop keeps the person's own wallpaper: it was restored, and no newer picture came since. Pure. */
export function isOwnWanted(
  choice: PictureChoice,
  selectable: SelectableDays,
  allowance: Allowance,
): boolean {
  const { back, pinned } = choice;
  if (pinned !== null || back?.to !== null) return false;
  return !hasNewer(back, automaticPicture(choice, selectable, allowance));
}

/** A picture, and the day for which it is shown: that of a video where the picture is a favourite. */
interface AutomaticPicture {
  readonly picture: DayPicture;
  readonly day: string;
}

/** A day whose picture may not be shown, such as a video's, replaces nothing. */
const hasNewer = (back: { readonly since: string }, automatic: AutomaticPicture | null): boolean =>
  automatic !== null && automatic.day > back.since;

/** What is shown where the person decided nothing. */
function automaticPicture(
  choice: PictureChoice,
  { days, get }: SelectableDays,
  allowance: Allowance,
): AutomaticPicture | null {
  const [newest] = days;
  if (newest === undefined) return null;
  const { date, mediaType } = newest.record;
  if (allowance.withoutPicture === 'favourite' && mediaType !== 'image') {
    const favourite = favouriteOf(choice, date, get, allowance);
    if (favourite !== null) return { picture: favourite, day: date };
  }
  const picture = days.find((day) => isShowable(day, choice, allowance));
  return picture === undefined ? null : { picture, day: picture.record.date };
}

/** Selects the newest picture older than `date`; null if there is none. Pure. */
export function pictureBefore(
  date: string,
  choice: PictureChoice,
  { days }: SelectableDays,
  allowance: Allowance,
): DayPicture | null {
  const older = days.filter(({ record }) => record.date < date);
  return older.find((day) => isShowable(day, choice, allowance)) ?? null;
}

/** Selects the oldest picture newer than `date`; null if there is none. Pure. */
export function pictureAfter(
  date: string,
  choice: PictureChoice,
  { days }: SelectableDays,
  allowance: Allowance,
): DayPicture | null {
  const newer = days.filter(({ record }) => record.date > date);
  return newer.findLast((day) => isShowable(day, choice, allowance)) ?? null;
}

function isShowable(
  day: DayPicture | null,
  { skipped }: PictureChoice,
  { withoutPicture, show }: Allowance,
): boolean {
  const facts = day === null ? null : factsOf(day);
  if (facts === null || skipped.includes(facts.date)) return false;
  // On any other day the file is a video's still.
  return (facts.mediaType === 'image' || withoutPicture === 'still') && passesRules(facts, show);
}

function withFile(date: string | null, get: SelectableDays['get']): DayPicture | null {
  const picture = date === null ? null : get(date);
  const hasFile = (picture?.file ?? null) !== null;
  return hasFile ? picture : null;
}

/** Returns a different favourite each day; the choice is stable within a day. A favourite may be a video's still. */
function favouriteOf(
  choice: PictureChoice,
  date: string,
  get: SelectableDays['get'],
  { show }: Allowance,
): DayPicture | null {
  const kept = choice.favourites
    .map((favourite) => get(favourite))
    .filter((picture) => isShowable(picture, choice, { withoutPicture: 'still', show }));
  const dayNumber = Math.floor(Date.parse(`${date}T00:00:00Z`) / (24 * 3600_000));
  return kept[dayNumber % kept.length] ?? null;
}
