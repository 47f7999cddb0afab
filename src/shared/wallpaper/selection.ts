import { z } from 'zod';
import { fitSettingSchema } from './composition.ts';
import { instantSchema } from '../instant.ts';
import { pictureDateSchema } from '../picture/picture.ts';
import { defaultSettings, schemaAt, type Settings } from '../settings/settings.ts';

/** The pool of saved pictures: favourites, previous days, or the same day in past years. */
export type PicturePool = Exclude<Settings['wallpaper']['others'], 'same'>;

/** When the desktop automatically changes to another picture of the pool; `off`: never. */
export type RotationSettings = Settings['wallpaper']['rotation'];

/** Which pictures may be shown automatically. */
export type ShowRules = Settings['wallpaper']['show'];
export const showRulesSchema = schemaAt('wallpaper.show');
export const unrestrictedRules: ShowRules = defaultSettings.wallpaper.show;

/** How many pictures of the archive the rules hide (`hidden`), out of how many (`of`). */
export const hiddenCountSchema = z.object({ hidden: z.int(), of: z.int() });

/** Why the rotation does not change the picture. */
const rotationHoldSchema = z.enum([
  'off',
  'paused',
  'pinned',
  'own-wallpaper',
  'battery',
  'full-screen',
  'nothing-else',
]);
export type RotationHold = z.infer<typeof rotationHoldSchema>;

/** The current state of the selection of pictures. */
export const selectionStateSchema = z.object({
  /** Whether each display can show a picture of its own; else all displays show the same one. */
  perDisplay: z.boolean(),
  /** The number of displays. */
  displays: z.int(),
  /** Whether the rules hide all pictures of the archive. The wallpaper then stays. */
  allHidden: z.boolean(),
  /** When the rotation next changes the picture, or why it does not. */
  rotation: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('planned'), at: instantSchema }),
    z.object({ kind: z.literal('held'), by: rotationHoldSchema }),
  ]),
});
export type SelectionState = z.infer<typeof selectionStateSchema>;

export const noSelection: SelectionState = {
  perDisplay: false,
  displays: 1,
  allHidden: false,
  rotation: { kind: 'held', by: 'off' },
};

/** A decision of the user about the picture on the desktop. Dates are days of the picture service. */
export const wallpaperDecisionSchema = z.discriminatedUnion('kind', [
  /** “I don’t like this one”: skips the shown picture (null), or that of a day. */
  z.object({ kind: z.literal('skip'), date: pictureDateSchema.nullable() }),
  z.object({ kind: z.literal('undo-skip') }),
  /** Pins or unpins the picture that is shown. */
  z.object({ kind: z.literal('pin'), pinned: z.boolean() }),
  z.object({ kind: z.literal('previous') }),
  /** Shows the next picture of the rotation; without a rotation, the picture of the next day. */
  z.object({ kind: z.literal('next') }),
  z.object({ kind: z.literal('newest') }),
  z.object({ kind: z.literal('favour'), date: pictureDateSchema, favourite: z.boolean() }),
]);
export type WallpaperDecision = z.infer<typeof wallpaperDecisionSchema>;

/** “Set as wallpaper”, once. A null value follows the settings. */
export const wallpaperOrderSchema = z.object({
  /** The day; null: the day of the newest picture. */
  date: pictureDateSchema.nullable(),
  fit: fitSettingSchema.nullable(),
  /** Ids of displays. Other displays keep their wallpaper if the desktop can do that. */
  displays: z.array(z.int()).min(1).max(32).readonly().nullable(),
  /** Whether to pin the picture once it is set. */
  pinned: z.boolean().optional(),
});
export type WallpaperOrder = z.infer<typeof wallpaperOrderSchema>;
