import type { Rect } from '#shared/wallpaper/composition.ts';

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
export function overlap(a: Rect, b: Rect): Rect {
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
