import type { Fit, PictureMeasure, Rect } from '#shared/wallpaper/composition.ts';

/** What of the picture is shown, where on the canvas, and what fills the rest: see `Part`. */
interface Placement {
  readonly source: Rect;
  readonly drawn: Rect;
  readonly extension: Rect | null;
}

/**
 * Where a crop begins along one side of the picture: the focus in the crop's middle, as far as the picture
 * reaches and as long as the picture's middle third stays (its very middle, where the crop is shorter).
 */
export function cropStart(length: number, crop: number, focus: number): number {
  const middle = Math.min(length / 3, crop) / 2;
  const least = Math.max(0, length / 2 + middle - crop);
  const most = Math.min(length - crop, length / 2 - middle);
  return Math.min(Math.max(focus * length - crop / 2, least), most);
}

/** The part of the picture in the shape of `area` that shows most of it. */
export function cover({ width, height, focus }: PictureMeasure, area: Rect): Rect {
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
 * @param display where the display is on the canvas
 * @param clear what of it no panel covers
 * @param natural canvas pixels for each of the picture's, for a picture in its own size
 */
export function place(
  picture: PictureMeasure,
  fit: Fit,
  display: Rect,
  clear: Rect,
  natural: number,
): Placement {
  if (fit === 'fill') return { source: cover(picture, display), drawn: display, extension: null };
  const whole = Math.min(clear.width / picture.width, clear.height / picture.height);
  const scale = fit === 'fit' ? whole : Math.min(whole, natural);
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
    extension: width >= display.width && height >= display.height ? null : cover(picture, display),
  };
}
