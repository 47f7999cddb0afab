import { z } from 'zod';
import { fitSettingSchema } from './composition.ts';
import { pictureDateSchema } from '../picture/picture.ts';

/** What a person decides about the picture on the desktop. Dates are days of the picture service. */
export const wallpaperDecisionSchema = z.discriminatedUnion('kind', [
  /** “I don’t like this one”: the picture that is shown (null), or that of a day. */
  z.object({ kind: z.literal('skip'), date: pictureDateSchema.nullable() }),
  z.object({ kind: z.literal('undo-skip') }),
  /** The picture that is shown stays, or no longer. */
  z.object({ kind: z.literal('pin'), pinned: z.boolean() }),
  z.object({ kind: z.literal('previous') }),
  z.object({ kind: z.literal('newest') }),
  z.object({ kind: z.literal('favour'), date: pictureDateSchema, favourite: z.boolean() }),
]);
export type WallpaperDecision = z.infer<typeof wallpaperDecisionSchema>;

/** “Set as wallpaper”, this once. What is null is as the settings say. */
export const wallpaperOrderSchema = z.object({
  /** The day; null: the one that is shown. */
  date: pictureDateSchema.nullable(),
  fit: fitSettingSchema.nullable(),
  displays: z.array(z.int()).min(1).max(32).nullable(),
});
export type WallpaperOrder = z.infer<typeof wallpaperOrderSchema>;

/** How long a pause holds. `today` ends at midnight in the person's own zone. */
export const pauseLengthSchema = z.enum(['hour', 'today', 'indefinite']);
export type PauseLength = z.infer<typeof pauseLengthSchema>;
