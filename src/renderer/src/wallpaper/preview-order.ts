import type { PictureFile, PictureRecord } from '#shared/picture/picture.ts';
import type { Settings } from '#shared/settings/settings.ts';
import type { PictureMeasure, WallpaperPreviewOrder } from '#shared/wallpaper/composition.ts';
import { measure } from '#composer/measure.ts';

/**
 * A decoded picture, measured as large as its file: what is shown here may be smaller than what the wallpaper is made of.
 */
export function measureShown(picture: ImageBitmap, file: PictureFile): PictureMeasure {
  const scale = Math.max(file.width, file.height) / Math.max(picture.width, picture.height);
  return {
    ...measure(picture),
    width: Math.round(picture.width * scale),
    height: Math.round(picture.height * scale),
  };
}

/** Asks for a preview as the settings say. */
export const previewOrder = (
  { title, credit, date }: PictureRecord,
  measured: PictureMeasure,
  { fit, caption, appearance }: Settings['wallpaper'],
  dimmed = false,
): WallpaperPreviewOrder => ({
  measure: measured,
  title,
  credit,
  date,
  fit,
  caption,
  appearance,
  dimmed,
});

/** CSS pixels of the longest side of the largest display. */
const longest = 220;

/** CSS pixels for each device-independent pixel of a display, so that all of them are drawn to scale. */
export const previewScale = (
  displays: readonly { readonly width: number; readonly height: number }[],
): number => longest / Math.max(...displays.flatMap(({ width, height }) => [width, height]));
