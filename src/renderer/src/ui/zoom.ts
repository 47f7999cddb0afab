/** Lengths are in CSS pixels, except those of the picture itself. */
interface Size {
  readonly width: number;
  readonly height: number;
}

/** The area in which a picture is shown. */
interface PictureFrame extends Size {
  /** The height at the lower edge that text covers. */
  readonly covered: number;
}

/**
 * Size and position of a picture in its frame. At `zoom` 1 the whole picture is visible; `x` and `y` are the distance
 * of its centre from the centre of the frame.
 */
export interface PicturePosition {
  readonly zoom: number;
  readonly x: number;
  readonly y: number;
}

/** The largest enlargement, in CSS pixels for each pixel of the picture. */
const maxEnlargement = 4;

/** CSS pixels for each pixel of the picture at zoom 1: the whole picture fits above the text. */
export function scaleToFit(picture: Size, { width, height, covered }: PictureFrame): number {
  // In a very low window the text leaves no room: the picture lies behind the text.
  const room = Math.max(height - covered, height / 3);
  return Math.min(width / picture.width, room / picture.height);
}

/** The zoom at which the picture fills the whole frame. */
export const zoomToFill = (picture: Size, frame: PictureFrame): number =>
  Math.max(frame.width / picture.width, frame.height / picture.height) / scaleToFit(picture, frame);

/** The zoom at which a pixel of the picture is a pixel of the display. */
export const fullResolutionZoom = (scale: number, devicePixelRatio: number): number =>
  1 / (scale * devicePixelRatio);

/** Limits the zoom and position: at least the whole picture, and no empty area that can be avoided. */
export function clampPosition(
  { zoom, x, y }: PicturePosition,
  picture: Size,
  frame: PictureFrame,
): PicturePosition {
  const scale = scaleToFit(picture, frame);
  // The largest zoom: at least 2, and enough for the largest enlargement and to fill the frame.
  const maxZoom = Math.max(2, maxEnlargement / scale, zoomToFill(picture, frame));
  const allowedZoom = Math.min(Math.max(zoom, 1), maxZoom);
  const width = picture.width * scale * allowedZoom;
  const height = picture.height * scale * allowedZoom;
  const reachX = Math.max(0, (width - frame.width) / 2);
  const reachY = Math.max(0, (height - frame.height) / 2);
  return {
    zoom: allowedZoom,
    x: clampOffset(x, reachX),
    // A picture less high than the frame is centred in the area above the text.
    y: reachY > 0 ? clampOffset(y, reachY) : 0 - shiftAboveText(height, frame),
  };
}

const clampOffset = (value: number, most: number): number => Math.min(Math.max(value, -most), most);

/** The shift of a picture of this height to the centre of the area above the text. */
const shiftAboveText = (height: number, frame: PictureFrame): number =>
  Math.max(0, Math.min(frame.covered, frame.height - height)) / 2;

/** The change of the zoom by a turn of the wheel. A pinch on a touchpad is a wheel event with Ctrl and small steps. */
export const zoomFactorOfWheel = ({ deltaY, ctrlKey }: WheelEvent): number =>
  Math.exp(-deltaY / (ctrlKey ? 100 : 500));

/**
 * Zooms so that the picture's point at `point` (from the centre of the frame) stays there. The result is not clamped.
 */
export function zoomAtPoint(
  { zoom, x, y }: PicturePosition,
  factor: number,
  point: { readonly x: number; readonly y: number },
): PicturePosition {
  return {
    zoom: zoom * factor,
    x: point.x - (point.x - x) * factor,
    y: point.y - (point.y - y) * factor,
  };
}
