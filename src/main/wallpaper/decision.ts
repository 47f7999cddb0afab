import type { DayPicture, PictureChoice } from '#shared/picture/picture.ts';
import type { Settings } from '#shared/settings/settings.ts';
import type { PicturePool, WallpaperDecision } from '#shared/wallpaper/selection.ts';
import type { BufferedDayStore, PictureFacts, RememberedDisplay } from '#picture/index.ts';
import type { Display } from '#platform/windows/display.ts';
import { choosePictures } from './display-pictures.ts';
import { nextInRotation, picturesOfPool, shuffleDates, type AllowedPictures } from './pools.ts';
import type { SelectedPicture } from './wallpaper-setter.ts';
import {
  setFavourite,
  goBackToPicture,
  goToNewest,
  isOwnWallpaperWanted,
  pictureAfter,
  pictureBefore,
  pictureToShow,
  pinPicture,
  rotateToPicture,
  skipPicture,
  undoLastSkip,
  type SelectableDays,
} from './selection-rules.ts';

/** All inputs of the decision which pictures the desktop should show. */
export interface DecisionInput {
  readonly choice: PictureChoice;
  readonly archive: Pick<BufferedDayStore, 'days' | 'get' | 'facts'>;
  readonly allowance: AllowedPictures;
  readonly settings: Pick<Settings['wallpaper'], 'displays' | 'others' | 'rotation'>;
  /** The displays, the primary first. */
  readonly displays: readonly Display[];
  /** The displays of earlier decisions, with their pictures. */
  readonly remembered: readonly RememberedDisplay[];
  /** Whether each display can show a separate picture. */
  readonly isPerDisplay: boolean;
  /** The present day in US Eastern, `YYYY-MM-DD`. */
  readonly today: string;
}

/** The automatic selection considers at most this number of kept days, the newest first. */
const maxSelectableDays = 60;

const daysBefore = ({ archive }: DecisionInput, date: string | null): readonly DayPicture[] =>
  archive.days({ before: date, limit: maxSelectableDays });
const selectableDays = (input: DecisionInput): SelectableDays => ({
  days: daysBefore(input, null),
  get: (date) => input.archive.get(date),
});

/** The primary display's picture; null: the wallpaper stays as it is, or the user's own wallpaper is restored. */
export const mainPicture = (input: DecisionInput): DayPicture | null =>
  pictureToShow(input.choice, selectableDays(input), input.allowance);

/** Whether the desktop should keep the user's own wallpaper. */
export const isOwnWallpaperSelected = (input: DecisionInput): boolean =>
  isOwnWallpaperWanted(input.choice, selectableDays(input), input.allowance);

export const newestDate = ({ archive }: DecisionInput): string | null =>
  archive.days({ before: null, limit: 1 })[0]?.record.date ?? null;

export const poolPictures = (pool: PicturePool, input: DecisionInput): readonly PictureFacts[] =>
  picturesOfPool(pool, input.archive.facts(), input.choice, input.allowance, input.today);

/**
 * The given picture of the primary display with the pictures of the other displays, and the displays to remember for
 * the next decision.
 */
export function selectPictures(
  picture: DayPicture,
  input: DecisionInput,
): { readonly selected: SelectedPicture; readonly remembered: readonly RememberedDisplay[] } {
  const { settings, archive, remembered } = input;
  const { others: pool, rotation } = settings;
  const displays = input.displays.slice(1);
  if (
    pool === 'same' ||
    settings.displays !== 'all' ||
    displays.length === 0 ||
    !input.isPerDisplay
  )
    return { selected: picture, remembered };
  const { date } = picture.record;
  const turnKey = `${pool} ${date}`;
  const pictures = poolPictures(pool, input);
  const isMixed = pool === 'favourites' || rotation.pool !== 'off';
  const choice = choosePictures({
    displays,
    remembered,
    pool: isMixed ? shufflePictures(pictures, turnKey) : pictures,
    main: date,
    turn: turnKey,
  });
  const otherPictures = [...choice.dates].flatMap(([id, day]) => {
    const otherPicture = archive.get(day);
    return otherPicture?.file ? [[id, otherPicture] as const] : [];
  });
  return {
    selected: { ...picture, others: new Map(otherPictures) },
    remembered: choice.remembered,
  };
}

function shufflePictures(pool: readonly PictureFacts[], seed: string): readonly PictureFacts[] {
  const picturesByDate = new Map(pool.map((picture) => [picture.date, picture]));
  return shuffleDates([...picturesByDate.keys()], seed).flatMap(
    (date) => picturesByDate.get(date) ?? [],
  );
}

/**
 * The choice after the rotation has changed to the next picture of the pool; null if there is no other picture.
 *
 * @param shown the day that the desktop shows
 */
export function choiceAfterTurn(
  pool: PicturePool,
  shown: string | null,
  input: DecisionInput,
): PictureChoice | null {
  const { choice, archive } = input;
  const newestDay = newestDate(input);
  const dates = poolPictures(pool, input).map(({ date }) => date);
  const lastDate = choice.back?.rotated === true ? choice.back.to : shown;
  for (let next = nextInRotation(dates, shown, lastDate); newestDay !== null && next !== null;) {
    if ((archive.get(next)?.file ?? null) !== null) return rotateToPicture(choice, next, newestDay);
    // The user deleted the file of this day's picture: try the next date of the rotation.
    dates.splice(dates.indexOf(next), 1);
    next = nextInRotation(dates, shown, lastDate);
  }
  return null;
}

/**
 * The choice after a decision of the user; null if the decision changes nothing. `shown`: the day that the desktop
 * shows.
 */
export function choiceAfterDecision(
  decision: WallpaperDecision,
  shown: string | null,
  input: DecisionInput,
): PictureChoice | null {
  const { choice, allowance, settings } = input;
  switch (decision.kind) {
    case 'favour':
      return setFavourite(choice, decision.date, decision.favourite);
    case 'skip': {
      const date = decision.date ?? shown;
      return date === null ? null : skipPicture(choice, date);
    }
    case 'undo-skip':
      return undoLastSkip(choice);
    case 'pin':
      return pinPicture(choice, decision.pinned ? shown : null);
    case 'previous': {
      const newestDay = newestDate(input);
      if (newestDay === null || shown === null) return null;
      const days = daysBefore(input, shown);
      const earlierPicture = pictureBefore(shown, choice, { days }, allowance);
      return earlierPicture === null
        ? null
        : goBackToPicture(choice, earlierPicture.record.date, newestDay);
    }
    case 'next': {
      const { pool } = settings.rotation;
      const turnedChoice = pool === 'off' ? null : choiceAfterTurn(pool, shown, input);
      if (turnedChoice !== null) return turnedChoice;
      const newestDay = newestDate(input);
      const laterPicture = pictureAfter(shown ?? '', choice, selectableDays(input), allowance);
      if (newestDay === null || laterPicture === null) return null;
      const { date } = laterPicture.record;
      return date === newestDay ? goToNewest(choice) : goBackToPicture(choice, date, newestDay);
    }
    case 'newest':
      return goToNewest(choice);
  }
}
