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
  { title, credit, date, explanation }: PictureRecord,
  measured: PictureMeasure,
  { fit, caption, appearance }: Settings['wallpaper'],
  dimmed = false,
): WallpaperPreviewOrder => ({
  measure: measured,
  title,
  credit,
  date,
  explanation,
  fit,
  caption,
  appearance,
  dimmed,
});
