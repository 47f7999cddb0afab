/** All lengths in CSS pixels, but those of the picture itself. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Where a picture is shown. */
export interface Frame extends Size {
  /** How much of its lower edge is under words. */
  readonly covered: number;
}

/**
 * Size and position of a picture in its frame. At `zoom` 1 the whole picture is visible; `x` and `y` are the distance of
 * its centre from the centre of the frame.
 */
export interface Standing {
  readonly zoom: number;
  readonly x: number;
  readonly y: number;
}

/** Beyond this many CSS pixels for each pixel of the picture there is nothing more to see. */
const mostEnlargement = 4;

/** CSS pixels for each pixel of the picture at zoom 1: the whole picture, clear of the words. */
export function wholeScale(picture: Size, { width, height, covered }: Frame): number {
  // In a very low window the words leave no room: the picture lies behind them.
  const room = Math.max(height - covered, height / 3);
  return Math.min(width / picture.width, room / picture.height);
}

/** The zoom at which the picture fills the whole frame. */
export const fillZoom = (picture: Size, frame: Frame): number =>
  Math.max(frame.width / picture.width, frame.height / picture.height) / wholeScale(picture, frame);

/** The zoom at which a pixel of the picture is a pixel of the display. */
export const fullResolution = (scale: number, devicePixelRatio: number): number =>
  1 / (scale * devicePixelRatio);

/** What is allowed: from the whole picture to its pixels, and with no more than needed of the frame left empty. */
export function clamp({ zoom, x, y }: Standing, picture: Size, frame: Frame): Standing {
  const scale = wholeScale(picture, frame);
  // Never less than twice, to full resolution, and so that it can fill the frame.
  const most = Math.max(2, mostEnlargement / scale, fillZoom(picture, frame));
  const allowed = Math.min(Math.max(zoom, 1), most);
  const width = picture.width * scale * allowed;
  const height = picture.height * scale * allowed;
  const reachX = Math.max(0, (width - frame.width) / 2);
  const reachY = Math.max(0, (height - frame.height) / 2);
  return {
    zoom: allowed,
    x: within(x, reachX),
    // Lower than the frame, it stands in the middle of what the words leave free.
    y: reachY > 0 ? within(y, reachY) : 0 - liftOf(height, frame),
  };
}

const within = (value: number, most: number): number => Math.min(Math.max(value, -most), most);

/** How far a picture of that height goes up, so that its middle is in the middle of what the words leave free. */
const liftOf = (height: number, frame: Frame): number =>
  Math.max(0, Math.min(frame.covered, frame.height - height)) / 2;

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
