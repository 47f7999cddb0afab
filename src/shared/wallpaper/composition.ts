import { z } from 'zod';
import { pictureDateSchema } from '../picture/picture.ts';
import { appearanceSchema, cornerSchema } from './appearance.ts';

/** How a picture goes onto a display: as its shape suggests, filling it, whole, or in the middle in its own size. */
export const fitSettingSchema = z.enum(['automatic', 'fill', 'fit', 'centre']);
export type FitSetting = z.infer<typeof fitSettingSchema>;
export type Fit = Exclude<FitSetting, 'automatic'>;

/** In pixels, from the upper left; fractions are allowed in a picture, never on a canvas. */
export const rectSchema = z
  .object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })
  .readonly();
export type Rect = z.infer<typeof rectSchema>;

/** What a decoded picture is, seen as it is meant to be seen: a JPEG's orientation is applied. */
export const pictureMeasureSchema = z.object({
  width: z.number().int().min(1).max(65_535),
  height: z.number().int().min(1).max(65_535),
  /** Where most of its detail lies, as fractions of width and height. */
  focus: z.object({ x: z.number().min(0).max(1), y: z.number().min(0).max(1) }),
});
export type PictureMeasure = z.infer<typeof pictureMeasureSchema>;

const captionSchema = z
  .object({
    title: z.string(),
    /** Credit and date, on a line of their own. */
    detail: z.string().nullable(),
    /** Where it may be on the canvas, and the corner of that which it takes. */
    area: rectSchema,
    corner: cornerSchema,
    /** In canvas pixels. */
    fontSize: z.number(),
  })
  .readonly();
export type Caption = z.infer<typeof captionSchema>;

/** A point of the half of the sky that one faces: x from −1 (left) to 1, y from 0 (horizon) to 1 (zenith). */
const skyPointSchema = z.tuple([z.number(), z.number()]).readonly();

/** A pass in words, and as a line across the sky. */
export const passDrawingSchema = z
  .object({
    /** What it is and when; then where to look. */
    title: z.string(),
    detail: z.string(),
    /** Directions at the left, in the middle and at the right of the half of the sky that is drawn. */
    directions: z.tuple([z.string(), z.string(), z.string()]).readonly(),
    /** From rise to set, and the visible stretch of it. */
    path: z.array(skyPointSchema).readonly(),
    seen: z.array(skyPointSchema).readonly(),
  })
  .readonly();
export type PassDrawing = z.infer<typeof passDrawingSchema>;

const tonightSchema = z
  .object({
    pass: passDrawingSchema,
    area: rectSchema,
    corner: cornerSchema,
    /** In canvas pixels. */
    fontSize: z.number(),
  })
  .readonly();
export type Tonight = z.infer<typeof tonightSchema>;

/** One display's share of a canvas. */
const partSchema = z
  .object({
    /** Where on the canvas. */
    at: rectSchema,
    /** What of the picture is shown. */
    source: rectSchema,
    /** Where on the canvas that goes. */
    drawn: rectSchema,
    /** What of the picture is blurred and darkened to fill the rest; null where nothing is left over. */
    extension: rectSchema.nullable(),
    /** What fills the rest instead: the mean colour of the picture's edges, or a colour. */
    background: z.union([z.literal('matched'), appearanceSchema.unwrap().shape.colour]).optional(),
    /** How much of the light of all this is taken away, 0 to 1. */
    dim: z.number().min(0).max(1).optional(),
    caption: captionSchema.nullable(),
    tonight: tonightSchema.optional(),
  })
  .readonly();
export type Part = z.infer<typeof partSchema>;

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

/** In UTF-16 units: longer than the title or the credit of any record. */
const longestCaption = 2_000;

/** What a preview of the wallpaper is asked for. */
export const wallpaperPreviewOrderSchema = z.object({
  measure: pictureMeasureSchema,
  title: z.string().max(longestCaption),
  credit: z.string().max(longestCaption).nullable(),
  date: pictureDateSchema,
  fit: fitSettingSchema,
  caption: z.boolean(),
  appearance: appearanceSchema,
  /** As it looks while it is dimmed, if the appearance dims it at all. */
  dimmed: z.boolean(),
});
export type WallpaperPreviewOrder = z.infer<typeof wallpaperPreviewOrderSchema>;

/** What each display would show: to be drawn small, by the same code that draws the wallpaper. */
export const wallpaperPreviewSchema = z
  .object({
    /** The primary first. */
    displays: z
      .array(
        z
          .object({
            id: z.int(),
            /** As the system calls it, or “Display 2”. */
            label: z.string(),
            /** In device-independent pixels. */
            width: z.number(),
            height: z.number(),
            isPrimary: z.boolean(),
          })
          .readonly(),
      )
      .readonly(),
    compositions: z
      .array(
        z
          .object({
            width: z.number(),
            height: z.number(),
            parts: z.array(partSchema).readonly(),
            /** The displays that show it, by id. */
            displays: z.array(z.int()).readonly(),
          })
          .readonly(),
      )
      .readonly(),
    /** Whether this desktop can change some displays and leave the others as they are. */
    canChoose: z.boolean(),
  })
  .readonly();
export type WallpaperPreview = z.infer<typeof wallpaperPreviewSchema>;
