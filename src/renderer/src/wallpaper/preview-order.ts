import type { PictureFile, PictureRecord } from '#shared/picture/picture.ts';
import type { Settings } from '#shared/settings/settings.ts';
import type { PictureMeasure, WallpaperPreviewOrder } from '#shared/wallpaper/composition.ts';
import { measurePicture } from '#composer/measure.ts';

/** A decoded picture, and its measure at the size of its file. */
export interface DecodedPicture {
  readonly picture: ImageBitmap;
  readonly measure: PictureMeasure;
}

/** Measures a decoded picture at the size of its file: the picture on screen may be a smaller copy. */
export function measureShownPicture(picture: ImageBitmap, file: PictureFile): PictureMeasure {
  const scale = Math.max(file.width, file.height) / Math.max(picture.width, picture.height);
  return {
    ...measurePicture(picture),
    width: Math.round(picture.width * scale),
    height: Math.round(picture.height * scale),
  };
}

/** The input of a preview for the settings. */
export const previewOrder = (
  { title, credit, date, explanation }: PictureRecord,
  measure: PictureMeasure,
  { fit, caption, appearance }: Settings['wallpaper'],
  dimmed = false,
): WallpaperPreviewOrder => ({
  measure,
  title,
  credit,
  date,
  explanation,
  fit,
  caption,
  appearance,
  dimmed,
});
