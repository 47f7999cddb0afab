import { z } from 'zod';

/** In pixels, from the upper left; fractions are allowed in a picture, never on a canvas. */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** What a decoded picture is, seen as it is meant to be seen: a JPEG's orientation is applied. */
export const pictureMeasureSchema = z.object({
  width: z.number().int().min(1).max(65_535),
  height: z.number().int().min(1).max(65_535),
  /** Where most of its detail lies, as fractions of width and height. */
  focus: z.object({ x: z.number().min(0).max(1), y: z.number().min(0).max(1) }),
});
export type PictureMeasure = z.infer<typeof pictureMeasureSchema>;

export interface Caption {
  readonly title: string;
  readonly credit: string | null;
  /** Where it may be on the canvas; it takes the lower right corner of this. */
  readonly area: Rect;
  /** In canvas pixels. */
  readonly fontSize: number;
}

/** One display's share of a canvas. */
export interface Part {
  /** Where on the canvas. */
  readonly at: Rect;
  /** What of the picture is shown. */
  readonly source: Rect;
  /** Where on the canvas that goes. */
  readonly drawn: Rect;
  /** What of the picture is blurred and darkened to fill the rest; null where nothing is left over. */
  readonly extension: Rect | null;
  readonly caption: Caption | null;
}

/** One picture file to make. Sizes in pixels. */
export interface Composition {
  readonly width: number;
  readonly height: number;
  readonly parts: readonly Part[];
}

/** What the composing page is told once it has measured the picture. */
export interface ComposingOrder {
  readonly compositions: readonly Composition[];
  /** The picture came without loss: where it has few colours it may stay so. */
  readonly lossless: boolean;
}
