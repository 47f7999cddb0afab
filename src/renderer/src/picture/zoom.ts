/** All lengths in CSS pixels, but those of the picture itself. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** How a picture stands in its frame: `zoom` 1 is as it came, `x` and `y` move its middle away from the frame's. */
export interface Standing {
  readonly zoom: number;
  readonly x: number;
  readonly y: number;
}
export const asItCame: Standing = { zoom: 1, x: 0, y: 0 };

/** Beyond this many CSS pixels for each pixel of the picture there is nothing more to see. */
const mostEnlargement = 4;

/** CSS pixels for each pixel of the picture at zoom 1: filling the frame, or whole inside of it. */
export function baseScale(picture: Size, frame: Size, fills: boolean): number {
  const scales = [frame.width / picture.width, frame.height / picture.height];
  return fills ? Math.max(...scales) : Math.min(...scales);
}

/** The zoom at which a pixel of the picture is a pixel of the display. */
export const fullResolution = (base: number, devicePixelRatio: number): number =>
  1 / (base * devicePixelRatio);

/** How far one may go in: never less than twice, and always to full resolution. */
export const mostZoom = (base: number): number => Math.max(2, mostEnlargement / base);

/** What is allowed: no closer than there are pixels, and never with the picture off its frame. */
export function clamp(
  { zoom, x, y }: Standing,
  picture: Size,
  frame: Size,
  base: number,
): Standing {
  const allowed = Math.min(Math.max(zoom, 1), mostZoom(base));
  if (allowed === 1) return asItCame;
  const reach = (size: number, room: number): number =>
    Math.max(0, (size * base * allowed - room) / 2);
  const within = (value: number, most: number): number => Math.min(Math.max(value, -most), most);
  return {
    zoom: allowed,
    x: within(x, reach(picture.width, frame.width)),
    y: within(y, reach(picture.height, frame.height)),
  };
}

/** Zooms so that what is at `point` (from the middle of the frame) stays there. Not clamped yet. */
export function zoomAt(
  { zoom, x, y }: Standing,
  factor: number,
  point: { readonly x: number; readonly y: number },
): Standing {
  return {
    zoom: zoom * factor,
    x: point.x - (point.x - x) * factor,
    y: point.y - (point.y - y) * factor,
  };
}

/** How far a picture of that height goes up, so that its middle is in the middle of what `covered` leaves free. */
export const liftOf = (height: number, frame: number, covered: number): number =>
  Math.max(0, Math.min(covered, frame - height)) / 2;
