import type { PictureFacts, RememberedDisplay } from '#picture/index.ts';
import type { Display } from '#platform/windows/display.ts';
import { cropLoss, mostLoss } from './plan.ts';

/** Which picture each display shows, and what is to be remembered for the next time. */
interface DisplayPictures {
  /** Dates by the id of the display. A display that is missing here shows the primary's picture. */
  readonly dates: ReadonlyMap<number, string>;
  readonly remembered: readonly RememberedDisplay[];
}

/** Limit of the remembered displays. */
const mostRemembered = 32;

interface Wish {
  /** The displays other than the primary. */
  readonly displays: readonly Display[];
  readonly remembered: readonly RememberedDisplay[];
  /** What the displays may show, the preferred one first. */
  readonly pool: readonly PictureFacts[];
  /** The date of the primary's picture, which the others show only where there is nothing else. */
  readonly main: string;
  /** Within one turn a display keeps its picture, also while it is unplugged. */
  readonly turn: string;
}

/**
 * Chooses a picture for each display: another one on each as long as there are enough, and not the one that it
 * showed in the turn before. The first of the pool that fits the display's shape is taken, else the one that fits
 * best. Pure.
 */
export function choosePictures({ displays, remembered, pool, main, turn }: Wish): DisplayPictures {
  const offered = pool.filter(({ date }) => date !== main);
  const isOffered = (date: string | null): date is string =>
    offered.some((picture) => picture.date === date);
  const isKept = (one: RememberedDisplay): boolean => one.turn === turn && isOffered(one.date);
  const taken = new Set(remembered.filter(isKept).map(({ date }) => date));
  const known = recognise(displays, remembered);

  /** What two displays show because there were too few pictures is kept by the first of them. */
  const shown = new Set<string | null>();
  const present = displays.map((display, index): RememberedDisplay => {
    const before = known[index] ?? null;
    const keeps = before !== null && isKept(before) && !shown.has(before.date);
    const date = keeps ? before.date : chooseFor(display, before);
    taken.add(date);
    shown.add(date);
    const { id, label = '', bounds } = display;
    return { id, label, bounds, turn, date };
  });

  function chooseFor(display: Display, before: RememberedDisplay | null): string | null {
    const others = offered.filter(({ date }) => date !== before?.date);
    const free = others.filter(({ date }) => !taken.has(date));
    return bestFor(
      display,
      [free, ...(before?.turn === turn ? [] : [others]), offered].find((some) => some.length > 0) ??
        [],
    );
  }

  return {
    dates: new Map(present.flatMap(({ id, date }) => (date === null ? [] : [[id, date] as const]))),
    remembered: [...present, ...remembered.filter((one) => !known.includes(one))].slice(
      0,
      mostRemembered,
    ),
  };
}

/** How badly a picture fits a display: the share that a crop loses, and more if it must be enlarged. */
function misfit({ width, height }: PictureFacts, { bounds, scaleFactor }: Display): number {
  const area = { width: bounds.width * scaleFactor, height: bounds.height * scaleFactor };
  const enlargement = Math.max(area.width / width, area.height / height);
  return cropLoss({ width, height }, area) + Math.max(0, Math.log2(enlargement)) / 4;
}

function bestFor(display: Display, pictures: readonly PictureFacts[]): string | null {
  const fitting = pictures.find((picture) => misfit(picture, display) <= mostLoss);
  if (fitting !== undefined) return fitting.date;
  const [best] = pictures.toSorted((a, b) => misfit(a, display) - misfit(b, display));
  return best?.date ?? null;
}

/**
 * Finds each display among the remembered ones; null: never seen before. The system's name for it (from its EDID)
 * counts most. Its id tells displays of one name apart, but some systems give another id after each plugging in; so
 * the place counts next. A display without a name is found by its id and size, or by its place. Pure.
 */
function recognise(
  displays: readonly Display[],
  remembered: readonly RememberedDisplay[],
): readonly (RememberedDisplay | null)[] {
  const free = new Set(remembered);
  const found = displays.map((): RememberedDisplay | null => null);
  for (const isSame of [hasSameId, hasSamePlace, hasSameName])
    for (const [index, display] of displays.entries()) {
      if (found[index] !== null) continue;
      const match = [...free].find(
        (one) => one.label === (display.label ?? '') && isSame(display, one),
      );
      if (match === undefined) continue;
      found[index] = match;
      free.delete(match);
    }
  return found;
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
