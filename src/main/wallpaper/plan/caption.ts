import type { Caption, Rect } from '#shared/wallpaper/composition.ts';

export interface CaptionText {
  readonly title: string;
  readonly credit: string | null;
}

/** Below this the words would cover the picture instead of naming it. In device-independent pixels. */
const least = { width: 320, height: 240 };

/** The caption for a display, or null where it would have no room. `clear` in canvas pixels, `scale` as there. */
export function planCaption(text: CaptionText, clear: Rect, scale: number): Caption | null {
  if (clear.width < least.width * scale || clear.height < least.height * scale) return null;
  const fontSize = Math.round(Math.min(Math.max(clear.height / scale / 72, 12), 20) * scale);
  const margin = Math.round(1.5 * fontSize);
  const width = Math.round(clear.width / 2);
  const height = 5 * fontSize;
  return {
    ...text,
    area: {
      x: clear.x + clear.width - margin - width,
      y: clear.y + clear.height - margin - height,
      width,
      height,
    },
    fontSize,
  };
}
