import { z } from 'zod';
import { pictureDateSchema } from '../picture/picture.ts';
import { schemaAt, type Settings } from '../settings/settings.ts';
import { appearanceSchema, cornerSchema } from './appearance.ts';

/**
 * How a picture is fitted onto a display: automatically by its shape, filling the display, shown whole, or centred in
 * its own size.
 */
export const fitSettingSchema = schemaAt('wallpaper.fit');
export type FitSetting = Settings['wallpaper']['fit'];
export type Fit = Exclude<FitSetting, 'automatic'>;

/** In pixels, from the upper left corner. Fractions are allowed in a picture, but not on a canvas. */
export const rectSchema = z
  .object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })
  .readonly();
export type Rect = z.infer<typeof rectSchema>;

/** Size and focus of a decoded picture, after the orientation of a JPEG is applied. */
export const pictureMeasureSchema = z.object({
  width: z.number().int().min(1).max(65_535),
  height: z.number().int().min(1).max(65_535),
  /** The centre of the picture's detail, as fractions of width and height. */
  focus: z.object({ x: z.number().min(0).max(1), y: z.number().min(0).max(1) }),
});
export type PictureMeasure = z.infer<typeof pictureMeasureSchema>;

const captionSchema = z
  .object({
    title: z.string(),
    /** Credit and date, on a line of their own. */
    detail: z.string().nullable(),
    /** The explanation, in lines that the drawing breaks. Absent: none is shown. */
    explanation: z.string().optional(),
    /** The area on the canvas, and the corner of that area in which the caption is drawn. */
    area: rectSchema,
    corner: cornerSchema,
    /** In canvas pixels. */
    fontSize: z.number(),
  })
  .readonly();
export type Caption = z.infer<typeof captionSchema>;

/** A point in the half of the sky that the observer faces: x from −1 (left) to 1, y from 0 (horizon) to 1 (zenith). */
const skyPointSchema = z.tuple([z.number(), z.number()]).readonly();

/** A pass as text, and as a line across the sky. */
export const passDrawingSchema = z
  .object({
    /** The times of the pass. */
    title: z.string(),
    /** Where to look. */
    detail: z.string(),
    /** The directions at the left, in the middle and at the right of the drawn half of the sky. */
    directions: z.tuple([z.string(), z.string(), z.string()]).readonly(),
    /** From rise to set. */
    path: z.array(skyPointSchema).readonly(),
    /** The visible part of `path`. */
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
export type TonightDrawing = z.infer<typeof tonightSchema>;

/** One display's share of a canvas. */
const partSchema = z
  .object({
    /** The display's area on the canvas. */
    at: rectSchema,
    /** The part of the picture that is shown. */
    source: rectSchema,
    /** The area on the canvas where `source` is drawn. */
    drawn: rectSchema,
    /** The part of the picture that is blurred and darkened to fill the rest of `at`; null if there is no rest. */
    extension: rectSchema.nullable(),
    /**
     * The background of the rest if `extension` is null: `matched` (the mean colour of the picture's edges) or a
     * colour.
     */
    background: z.union([z.literal('matched'), schemaAt('wallpaper.appearance.colour')]).optional(),
    /** By how much the picture and the rest of `at` are darkened, 0 to 1. */
    dim: z.number().min(0).max(1).optional(),
    caption: captionSchema.nullable(),
    tonight: tonightSchema.optional(),
  })
  .readonly();
export type CompositionPart = z.infer<typeof partSchema>;

/** The instructions for one picture file. Sizes in pixels. */
export interface Composition {
  readonly width: number;
  readonly height: number;
  readonly parts: readonly CompositionPart[];
}

/** The drawing instructions for the composing page, in answer to the picture's measure. */
export interface ComposingOrder {
  readonly compositions: readonly Composition[];
  /** True if the picture was not a JPEG: a picture with few colours is then encoded without loss. */
  readonly lossless: boolean;
}

/** In UTF-16 units: longer than the title or the credit of any record. */
const maxCaptionLength = 2_000;
/** In UTF-16 units: longer than the explanation of any record. */
const maxExplanationLength = 20_000;

/** The input of a wallpaper preview. */
export const wallpaperPreviewOrderSchema = z.object({
  measure: pictureMeasureSchema,
  title: z.string().max(maxCaptionLength),
  credit: z.string().max(maxCaptionLength).nullable(),
  date: pictureDateSchema,
  explanation: z.string().max(maxExplanationLength),
  fit: fitSettingSchema,
  caption: z.boolean(),
  appearance: appearanceSchema,
  /** Whether to preview the dimmed wallpaper, if the appearance has dimming. */
  dimmed: z.boolean(),
});
export type WallpaperPreviewOrder = z.infer<typeof wallpaperPreviewOrderSchema>;

/** The compositions of all displays, for small previews. */
export const wallpaperPreviewSchema = z
  .object({
    /** The primary first. */
    displays: z
      .array(
        z
          .object({
            id: z.int(),
            /** The system's name of the display, or “Display 2”. */
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
            /** The ids of the displays with this composition. */
            displays: z.array(z.int()).readonly(),
          })
          .readonly(),
      )
      .readonly(),
    /** Whether this desktop can change some displays while others keep their wallpaper. */
    canChoose: z.boolean(),
  })
  .readonly();
export type WallpaperPreview = z.infer<typeof wallpaperPreviewSchema>;
