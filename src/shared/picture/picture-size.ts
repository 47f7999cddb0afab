/** The most pixels that a picture may have; checked in its header, and again after decoding. */
export const maxPicturePixels = 200_000_000;

/** The longest side of the pictures that windows show, in pixels: that of a 4K display. */
export const maxShownSide = 3840;

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** The size in which windows show a picture of this size. */
export const shownSize = (size: PictureSize): PictureSize => reducedSize(size, maxShownSide);

/** The size of a picture whose longest side has at most `maxSide` pixels. */
export function reducedSize({ width, height }: PictureSize, maxSide: number): PictureSize {
  const scale = Math.min(1, maxSide / Math.max(width, height));
  const scaleSide = (side: number): number => Math.max(1, Math.round(side * scale));
  return { width: scaleSide(width), height: scaleSide(height) };
}
