/** The most pixels that a picture may have, by its header and again once a decoder has read it. */
export const mostPicturePixels = 200_000_000;

/** Longest side of what windows show of a picture, in pixels: a 4K display’s. */
const mostShownSide = 3840;

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** The size in which windows show a picture of this size. */
export function shownSize({ width, height }: PictureSize): PictureSize {
  const scale = Math.min(1, mostShownSide / Math.max(width, height));
  const scaled = (side: number): number => Math.max(1, Math.round(side * scale));
  return { width: scaled(width), height: scaled(height) };
}
