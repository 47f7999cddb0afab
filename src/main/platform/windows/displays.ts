import { screen } from 'electron';
import type { Display } from './display.ts';

/** The current displays, the primary first. */
export function readDisplays(): readonly Display[] {
  const primaryId = screen.getPrimaryDisplay().id;
  return screen
    .getAllDisplays()
    .map(({ id, label, bounds, workArea, scaleFactor }) => ({
      id,
      label,
      isPrimary: id === primaryId,
      bounds,
      workArea,
      scaleFactor,
      ...(process.platform === 'win32' && { pixels: screen.dipToScreenRect(null, bounds) }),
    }))
    .toSorted((a, b) => Number(b.isPrimary) - Number(a.isPrimary));
}
