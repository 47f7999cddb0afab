import { z } from 'zod';
import type { Rect } from '#shared/wallpaper/composition.ts';

/** Where the main window was when it was last seen, and what it goes back to when it is no longer maximised. */
export const windowPlaceSchema = z.object({
  x: z.int(),
  y: z.int(),
  width: z.int().positive(),
  height: z.int().positive(),
  maximised: z.boolean(),
});
export type WindowPlace = z.infer<typeof windowPlaceSchema>;

/** Keeps it over a restart. */
export interface WindowMemory {
  /** Null: the window was never opened. */
  readonly place: () => WindowPlace | null;
  readonly remember: (place: WindowPlace) => void;
}

const usualSize = { width: 1080, height: 720 } as const;
export const leastSize = { width: 760, height: 520 } as const;

/** What a person can take hold of: so much of the title bar has to be inside of one display's work area. */
const grip = { width: 160, height: 28 } as const;

/**
 * Where the main window opens. The place that was kept holds as long as the person can still take hold of the
 * window there; else it is moved as little as that takes. It is never larger than a work area.
 *
 * @param screens the displays there are now, the primary one first; at least one
 */
export function placeWindow(kept: WindowPlace | null, screens: readonly Screen[]): WindowPlace {
  const areas = screens.map(({ workArea }) => workArea);
  const primary = areas[0] ?? { x: 0, y: 0, ...usualSize };
  if (kept === null) return { ...whole(centred(usualSize, primary)), maximised: false };
  const { maximised, ...wished } = kept;
  const home = homeOf(wished, areas) ?? primary;
  // It may hang over an edge, and be on two displays, as long as it is no larger than the one that holds its grip.
  const holds = (area: Rect): boolean =>
    isSame(sizedFor(wished, area), wished) && canBeGripped(wished, area);
  const placed = areas.some(holds) ? wished : moveInto(sizedFor(wished, home), home);
  return { ...whole(placed), maximised };
}

/** True when enough of the title bar of a window there lies in that work area. */
export function canBeGripped(window: Rect, area: Rect): boolean {
  const bar = { ...window, height: Math.min(grip.height, window.height) };
  const seen = overlap(bar, area);
  return seen.height >= bar.height && seen.width >= Math.min(grip.width, window.width);
}

const isSame = (a: Rect, b: Rect): boolean => a.width === b.width && a.height === b.height;

/** At the same place, as large as it may be on that display. */
const sizedFor = (window: Rect, area: Rect): Rect => ({
  ...window,
  width: Math.min(Math.max(window.width, leastSize.width), area.width),
  height: Math.min(Math.max(window.height, leastSize.height), area.height),
});

/** The work area that holds most of the window, or else the nearest. */
function homeOf(window: Rect, areas: readonly Rect[]): Rect | undefined {
  const shared = (area: Rect): number => {
    const { width, height } = overlap(window, area);
    return width * height;
  };
  const centre = centreOf(window);
  return areas.toSorted(
    (a, b) => shared(b) - shared(a) || distance(centre, a) - distance(centre, b),
  )[0];
}

function centred(size: { width: number; height: number }, area: Rect): Rect {
  const width = Math.min(size.width, area.width);
  const height = Math.min(size.height, area.height);
  return {
    x: area.x + (area.width - width) / 2,
    y: area.y + (area.height - height) / 2,
    width,
    height,
  };
}

/** Windows are placed by whole units. Sizes go down, so that none gets larger than its display. */
const whole = ({ x, y, width, height }: Rect): Rect => ({
  x: Math.round(x),
  y: Math.round(y),
  width: Math.floor(width),
  height: Math.floor(height),
});

/** A point; all of this folder is in device-independent pixels, as windows are placed. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** What of a display matters to a window. */
export interface Screen {
  readonly bounds: Rect;
  /** `bounds` without panels and docks. */
  readonly workArea: Rect;
}

/** The part that two areas share; without width or height where they share none. */
function overlap(a: Rect, b: Rect): Rect {
  const x = Math.max(a.x, b.x);
  const y = Math.max(a.y, b.y);
  return {
    x,
    y,
    width: Math.max(0, Math.min(a.x + a.width, b.x + b.width) - x),
    height: Math.max(0, Math.min(a.y + a.height, b.y + b.height) - y),
  };
}

export const contains = ({ x, y, width, height }: Rect, point: Point): boolean =>
  point.x >= x && point.x < x + width && point.y >= y && point.y < y + height;

export const centreOf = ({ x, y, width, height }: Rect): Point => ({
  x: x + width / 2,
  y: y + height / 2,
});

/** How far a point is from an area; 0 inside of it. */
export function distance({ x, y }: Point, area: Rect): number {
  const beyond = (at: number, start: number, length: number): number =>
    Math.max(start - at, at - (start + length), 0);
  return Math.hypot(beyond(x, area.x, area.width), beyond(y, area.y, area.height));
}

/** The same area moved as little as it takes to lie inside of `within`; made smaller where it is too large. */
export function moveInto(area: Rect, within: Rect): Rect {
  const width = Math.min(area.width, within.width);
  const height = Math.min(area.height, within.height);
  const clamp = (at: number, from: number, to: number): number => Math.min(Math.max(at, from), to);
  return {
    x: clamp(area.x, within.x, within.x + within.width - width),
    y: clamp(area.y, within.y, within.y + within.height - height),
    width,
    height,
  };
}
