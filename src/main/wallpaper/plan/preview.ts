import type { PictureMeasure, WallpaperPreview } from '#shared/wallpaper/composition.ts';
import type { CaptionText } from './caption.ts';
import type { Display } from '#platform/windows/display.ts';
import { planWallpaper, type Drawing, type Reach } from './plan.ts';

/**
 * What each display would show. One canvas that spans all displays gives each of them what it would have alone, so
 * that a preview has a picture for each display, also there.
 */
export function planPreview(
  picture: PictureMeasure,
  text: CaptionText,
  displays: readonly Display[],
  drawing: Drawing,
  reach: Reach,
): Omit<WallpaperPreview, 'canChoose'> {
  const seen = reach === 'spanning' ? 'each' : reach;
  const { compositions, reasons } = planWallpaper(picture, text, displays, drawing, seen);
  return {
    displays: displays.map(({ id, label = '', bounds, isPrimary }, index) => ({
      ...{ id, label: label === '' ? `Display ${index + 1}` : label },
      ...{ width: bounds.width, height: bounds.height, isPrimary },
    })),
    compositions: compositions.map((made, index) => ({
      ...made,
      reason: reasons[index]?.words ?? '',
    })),
  };
}
