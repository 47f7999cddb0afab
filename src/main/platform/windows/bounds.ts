import { z } from 'zod';
import type { Point, Rectangle } from 'electron';
import { intersectionOf, type Display } from './display.ts';

/** The last normal bounds of the main window, and whether the window was maximised. */
export const windowPlaceSchema = z.object({
  x: z.int(),
  y: z.int(),
  width: z.int().positive(),
  height: z.int().positive(),
  maximised: z.boolean(),
});
export type WindowPlace = z.infer<typeof windowPlaceSchema>;

const defaultWindowSize = { width: 1080, height: 720 } as const;
export const minWindowSize = { width: 760, height: 520 } as const;

/** The part of the title bar that must lie in one work area, so that the user can drag the window. */
const titleBarGrip = { width: 160, height: 28 } as const;

/** The height left free for a title bar, which a window manager of X11 adds outside of the window's bounds. */
const titleBarRoom = 40;

/**
 * The bounds at which the main window opens: the stored bounds, if the user can drag the window there. Otherwise the
 * window is moved as little as needed. The window is never larger than a work area.
 *
 * @param screens the current displays, the primary first; at least one
 */
export function placeWindow(stored: WindowPlace | null, screens: readonly Screen[]): WindowPlace {
  const areas = screens.map(({ workArea }) => workArea);
  const primaryArea = areas[0] ?? { x: 0, y: 0, ...defaultWindowSize };
  if (stored === null) {
    const { height } = primaryArea;
    const room = Math.max(height - titleBarRoom, Math.min(height, minWindowSize.height));
    const area = { ...primaryArea, height: room };
    return { ...roundedBounds(centreInArea(defaultWindowSize, area)), maximised: false };
  }
  const { maximised, ...wished } = stored;
  const homeArea = workAreaOf(wished, areas) ?? primaryArea;
  // The window may extend beyond an edge or over two displays, if its size fits the display that contains its grip.
  const isInPlace = (area: Rectangle): boolean =>
    haveSameBounds(withSizeWithin(wished, area), wished) && canBeDragged(wished, area);
  const placedBounds = areas.some(isInPlace)
    ? wished
    : moveIntoArea(withSizeWithin(wished, homeArea), homeArea);
  return { ...roundedBounds(placedBounds), maximised };
}

/**
 * As `placeWindow`, but on Linux centres the window if the stored position is 0,0. On Wayland a window cannot read its
 * position, and Electron reports 0,0 (`docs/api/base-window.md`, getNormalBounds). Without this rule, the window would
 * open in the corner in a later session on X11.
 */
export function placeWindowAtStart(
  stored: WindowPlace | null,
  screens: readonly Screen[],
  platform: NodeJS.Platform = process.platform,
): WindowPlace {
  const isUnknown = platform === 'linux' && stored?.x === 0 && stored.y === 0;
  const primaryArea = screens[0]?.workArea;
  if (!isUnknown || primaryArea === undefined) return placeWindow(stored, screens);
  return placeWindow({ ...stored, ...roundedBounds(centreInArea(stored, primaryArea)) }, screens);
}

/** Whether enough of the window's title bar lies in the work area. */
export function canBeDragged(window: Rectangle, area: Rectangle): boolean {
  const bar = { ...window, height: Math.min(titleBarGrip.height, window.height) };
  const visiblePart = intersectionOf(bar, area);
  return (
    visiblePart.height >= bar.height &&
    visiblePart.width >= Math.min(titleBarGrip.width, window.width)
  );
}

const haveSameBounds = (a: Rectangle, b: Rectangle): boolean =>
  a.width === b.width && a.height === b.height;

/** `window` at the same position, with a size between the least size of the window and the size of `area`. */
const withSizeWithin = (window: Rectangle, area: Rectangle): Rectangle => ({
  ...window,
  width: Math.min(Math.max(window.width, minWindowSize.width), area.width),
  height: Math.min(Math.max(window.height, minWindowSize.height), area.height),
});

/** The work area with the largest overlap with the window; without an overlap, the nearest work area. */
function workAreaOf(window: Rectangle, areas: readonly Rectangle[]): Rectangle | undefined {
  const sharedArea = (area: Rectangle): number => {
    const { width, height } = intersectionOf(window, area);
    return width * height;
  };
  const centre = centreOf(window);
  return areas.toSorted(
    (a, b) =>
      sharedArea(b) - sharedArea(a) || distanceToArea(centre, a) - distanceToArea(centre, b),
  )[0];
}

function centreInArea(size: { width: number; height: number }, area: Rectangle): Rectangle {
  const width = Math.min(size.width, area.width);
  const height = Math.min(size.height, area.height);
  return {
    x: area.x + (area.width - width) / 2,
    y: area.y + (area.height - height) / 2,
    width,
    height,
  };
}

/**
 * Rounds the bounds, because Electron requires integers. Rounds sizes down, so that a window still fits its display.
 */
export const roundedBounds = ({ x, y, width, height }: Rectangle): Rectangle => ({
  x: Math.round(x),
  y: Math.round(y),
  width: Math.floor(width),
  height: Math.floor(height),
});

/** The parts of a display that matter for placing a window. */
export type Screen = Pick<Display, 'bounds' | 'workArea'>;

export const containsPoint = ({ x, y, width, height }: Rectangle, point: Point): boolean =>
  point.x >= x && point.x < x + width && point.y >= y && point.y < y + height;

export const centreOf = ({ x, y, width, height }: Rectangle): Point => ({
  x: x + width / 2,
  y: y + height / 2,
});

/** The distance of a point from an area; 0 if the point is inside the area. */
export function distanceToArea({ x, y }: Point, area: Rectangle): number {
  const overhang = (at: number, start: number, length: number): number =>
    Math.max(start - at, at - (start + length), 0);
  return Math.hypot(overhang(x, area.x, area.width), overhang(y, area.y, area.height));
}

/** Moves `area` as little as needed into `within`. Makes the area smaller if it is too large. */
export function moveIntoArea(area: Rectangle, within: Rectangle): Rectangle {
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
