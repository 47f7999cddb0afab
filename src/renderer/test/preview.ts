import type { WallpaperPreview, WallpaperPreviewOrder } from '#shared/wallpaper/composition.ts';

/** A preview of two displays, each filled by the picture. */
export function previewOf({ measure }: WallpaperPreviewOrder): WallpaperPreview {
  const display = (id: number, width: number, height: number) => ({
    id,
    label: id === 1 ? 'Built-in' : 'Display 2',
    width,
    height,
    isPrimary: id === 1,
  });
  const whole = (width: number, height: number) => ({ x: 0, y: 0, width, height });
  const composition = (id: number, width: number, height: number) => ({
    width,
    height,
    displays: [id],
    parts: [
      {
        at: whole(width, height),
        source: whole(measure.width, measure.height),
        drawn: whole(width, height),
        extension: null,
        caption: null,
      },
    ],
  });
  return {
    canChoose: true,
    displays: [display(1, 1920, 1080), display(2, 1280, 1024)],
    compositions: [composition(1, 1920, 1080), composition(2, 1280, 1024)],
  };
}
