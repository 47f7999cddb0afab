import type { PictureFacts, RememberedDisplay } from '#picture/index.ts';
import type { Display } from '#platform/windows/display.ts';
import { cropLoss, maxCropLoss } from './plan.ts';

/** Limit of the remembered displays. */
const maxRememberedDisplays = 32;

interface ChoiceInput {
  /** The displays other than the primary. */
  readonly displays: readonly Display[];
  readonly remembered: readonly RememberedDisplay[];
  /** The pictures to choose from, the preferred one first. */
  readonly pool: readonly PictureFacts[];
  /**
   * The date of the primary display's picture. Other displays show this picture only if the pool has no other picture.
   */
  readonly main: string;
  /** Identifies a turn. Within one turn a display keeps its picture, also when it is unplugged and plugged in again. */
  readonly turn: string;
}

/**
 * Chooses a picture for each display: a different picture on each display, and not the picture that the display had in
 * the previous turn, as long as the pool has enough pictures. Prefers the first picture of the pool that fits the
 * display's shape; if none fits, takes the one that fits best. Returns the `dates` of the pictures by the id of the
 * display (a display without a date shows the primary's picture), and the displays to remember for the next call. Pure.
 */
export function choosePictures({ displays, remembered, pool, main, turn }: ChoiceInput) {
  const candidates = pool.filter(({ date }) => date !== main);
  const isCandidate = (date: string | null): date is string =>
    candidates.some((picture) => picture.date === date);
  const isKept = (one: RememberedDisplay): boolean => one.turn === turn && isCandidate(one.date);
  const usedDates = new Set(remembered.filter(isKept).map(({ date }) => date));
  const matches = matchDisplays(displays, remembered);

  /**
   * The dates of the displays so far: if two displays shared a picture in this turn, only the first display keeps it.
   */
  const shownDates = new Set<string | null>();
  const presentDisplays = displays.map((display, index): RememberedDisplay => {
    const match = matches[index] ?? null;
    const mayKeep = match !== null && isKept(match) && !shownDates.has(match.date);
    const date = mayKeep ? match.date : chooseFor(display, match);
    usedDates.add(date);
    shownDates.add(date);
    const { id, label = '', bounds } = display;
    return { id, label, bounds, turn, date };
  });

  function chooseFor(display: Display, match: RememberedDisplay | null): string | null {
    const otherPictures = candidates.filter(({ date }) => date !== match?.date);
    const freePictures = otherPictures.filter(({ date }) => !usedDates.has(date));
    return bestPictureFor(
      display,
      [freePictures, ...(match?.turn === turn ? [] : [otherPictures]), candidates].find(
        (some) => some.length > 0,
      ) ?? [],
    );
  }

  return {
    dates: new Map(
      presentDisplays.flatMap(({ id, date }) => (date === null ? [] : [[id, date] as const])),
    ),
    remembered: [...presentDisplays, ...remembered.filter((one) => !matches.includes(one))].slice(
      0,
      maxRememberedDisplays,
    ),
  };
}

/** How badly a picture fits a display: the share that a crop loses, plus a penalty for enlargement. */
function displayMisfit({ width, height }: PictureFacts, { bounds, scaleFactor }: Display): number {
  const area = { width: bounds.width * scaleFactor, height: bounds.height * scaleFactor };
  const enlargement = Math.max(area.width / width, area.height / height);
  return cropLoss({ width, height }, area) + Math.max(0, Math.log2(enlargement)) / 4;
}

function bestPictureFor(display: Display, pictures: readonly PictureFacts[]): string | null {
  const fittingPicture = pictures.find((picture) => displayMisfit(picture, display) <= maxCropLoss);
  if (fittingPicture !== undefined) return fittingPicture.date;
  const [best] = pictures.toSorted((a, b) => displayMisfit(a, display) - displayMisfit(b, display));
  return best?.date ?? null;
}

/**
 * Finds each display among the remembered ones; null: never seen before. The system's name of a display (from its EDID)
 * must match. Among displays of one name the id decides. Some systems assign a new id each time a display is plugged
 * in: then the position and size decide, and if these are new too, the name is enough. A display without a name is
 * recognised by its id and size, or by its position and size. Pure.
 */
function matchDisplays(
  displays: readonly Display[],
  remembered: readonly RememberedDisplay[],
): readonly (RememberedDisplay | null)[] {
  const freeDisplays = new Set(remembered);
  const matches = displays.map((): RememberedDisplay | null => null);
  for (const isSame of [hasSameId, hasSamePlace, hasSameName])
    for (const [index, display] of displays.entries()) {
      if (matches[index] !== null) continue;
      const match = [...freeDisplays].find(
        (one) => one.label === (display.label ?? '') && isSame(display, one),
      );
      if (match === undefined) continue;
      matches[index] = match;
      freeDisplays.delete(match);
    }
  return matches;
}

type Comparison = (display: Display, one: RememberedDisplay) => boolean;
const hasSameSize: Comparison = ({ bounds }, one) =>
  bounds.width === one.bounds.width && bounds.height === one.bounds.height;
const hasSameId: Comparison = (display, one) =>
  display.id === one.id && (one.label !== '' || hasSameSize(display, one));
const hasSamePlace: Comparison = (display, one) =>
  display.bounds.x === one.bounds.x &&
  display.bounds.y === one.bounds.y &&
  hasSameSize(display, one);
const hasSameName: Comparison = (_display, one) => one.label !== '';
