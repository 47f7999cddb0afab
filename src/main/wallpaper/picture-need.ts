import type { DisplayNeed } from '#picture/index.ts';
import type { Display } from '#platform/windows/display.ts';

/** How large a picture these displays can show: the longest side of the largest one, in physical pixels. */
export function pictureNeed(displays: readonly Display[]): DisplayNeed {
  const sides = displays.map(({ bounds: { width, height }, scaleFactor }) =>
    Math.round(Math.max(width, height) * scaleFactor),
  );
  return { longestSide: sides.length === 0 ? null : Math.max(...sides), metered: false };
}
