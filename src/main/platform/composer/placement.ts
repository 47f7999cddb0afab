import { reducedSize } from '#shared/picture/picture-size.ts';
import type { ComposingOrder, Fit, PictureMeasure, Rect } from '#shared/wallpaper/composition.ts';

/** The part of a picture to draw, and the area of the canvas to draw it in: see `Part`. */
interface Placement {
  readonly source: Rect;
  readonly drawn: Rect;
  readonly extension: Rect | null;
}

/** Plans the whole picture, reduced until its longest side has at most `maxSide` pixels. */
export const planWholePicture =
  (maxSide: number, { lossless }: Pick<ComposingOrder, 'lossless'>) =>
  (measure: PictureMeasure): ComposingOrder => {
    const size = reducedSize(measure, maxSide);
    const wholeArea = { x: 0, y: 0, ...size };
    const source = { x: 0, y: 0, width: measure.width, height: measure.height };
    const part = { at: wholeArea, source, drawn: wholeArea, extension: null, caption: null };
    return { compositions: [{ ...size, parts: [part] }], lossless };
  };

/**
 * The start of a crop along one side of the picture. The crop is centred on the focus, then moved until it lies within
 * the picture and contains the picture's middle third. A crop that is shorter than a third is centred in the picture.
 */
export function cropStart(length: number, crop: number, focus: number): number {
  const middle = Math.min(length / 3, crop) / 2;
  const minStart = Math.max(0, length / 2 + middle - crop);
  const maxStart = Math.min(length - crop, length / 2 - middle);
  return Math.min(Math.max(focus * length - crop / 2, minStart), maxStart);
}

/** The largest part of the picture with the aspect ratio of `area`. */
export function coveringCrop({ width, height, focus }: PictureMeasure, area: Rect): Rect {
  const scale = Math.max(area.width / width, area.height / height);
  const crop = {
    width: Math.min(width, area.width / scale),
    height: Math.min(height, area.height / scale),
  };
  return {
    x: cropStart(width, crop.width, focus.x),
    y: cropStart(height, crop.height, focus.y),
    ...crop,
  };
}

/**
 * Chooses the part of the picture to draw on a display, and the area of the canvas to draw it in.
 *
 * @param display the display's area on the canvas
 * @param clear the part of `display` without panels
 * @param natural canvas pixels per picture pixel, for a picture at its own size
 */
export function placePicture(
  picture: PictureMeasure,
  fit: Fit,
  display: Rect,
  clear: Rect,
  natural: number,
): Placement {
  if (fit === 'fill')
    return { source: coveringCrop(picture, display), drawn: display, extension: null };
  const wholeScale = Math.min(clear.width / picture.width, clear.height / picture.height);
  const scale = fit === 'fit' ? wholeScale : Math.min(wholeScale, natural);
  const width = Math.max(1, Math.round(picture.width * scale));
  const height = Math.max(1, Math.round(picture.height * scale));
  return {
    source: { x: 0, y: 0, width: picture.width, height: picture.height },
    drawn: {
      x: clear.x + Math.round((clear.width - width) / 2),
      y: clear.y + Math.round((clear.height - height) / 2),
      width,
      height,
    },
    extension:
      width >= display.width && height >= display.height ? null : coveringCrop(picture, display),
  };
}
