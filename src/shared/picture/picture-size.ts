/** The most pixels that a picture may have; checked in its header, and again after decoding. */
export const maxPicturePixels = 200_000_000;

/** The longest side of the pictures that windows show, in pixels: that of a 4K display. */
const maxShownSide = 3840;

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** The size in which windows show a picture of this size. */
export function shownSize({ width, height }: PictureSize): PictureSize {
  const scale = Math.min(1, maxShownSide / Math.max(width, height));
  const scaleSide = (side: number): number => Math.max(1, Math.round(side * scale));
  return { width: scaleSide(width), height: scaleSide(height) };
}
