import type { DayPicture, PictureChoice, WithoutPicture } from '#shared/picture/picture.ts';

/** What the desktop's picture is chosen from. */
export interface Shelf {
  /** Kept days whose files are there, newest first. */
  readonly days: readonly DayPicture[];
  /** A kept day, also one that is too old for `days`. */
  readonly get: (date: string) => DayPicture | null;
}

/** The picture that the desktop should show; null: what it shows stays. Pure. */
export function pictureToShow(
  choice: PictureChoice,
  { days, get }: Shelf,
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
  { days }: Shelf,
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

function withFile(date: string | null, get: Shelf['get']): DayPicture | null {
  const picture = date === null ? null : get(date);
  const hasFile = (picture?.file ?? null) !== null;
  return hasFile ? picture : null;
}

/** Another one on each such day, and the same one all day. */
function favouriteOf(
  { favourites, skipped }: PictureChoice,
  date: string,
  get: Shelf['get'],
): DayPicture | null {
  const kept = favourites
    .filter((favourite) => !skipped.includes(favourite))
    .map((favourite) => withFile(favourite, get))
    .filter((picture) => picture !== null);
  const dayNumber = Math.floor(Date.parse(`${date}T00:00:00Z`) / (24 * 3600_000));
  return kept[dayNumber % kept.length] ?? null;
}
