import { z } from 'zod';
import { pageQuerySchema } from './journal/journal.ts';
import { archiveMonthSchema, archiveQuerySchema } from './picture/archive.ts';
import { pictureDateSchema } from './picture/picture.ts';
import { focalLimits, sensors, withoutCamera } from './station/optics.ts';
import { stationParts } from './station/view-parts.ts';

/** The largest number of panes whose scroll offset is stored. */
const maxPanes = 40;

/** The user's choices in the views of the main window. They survive a restart. Missing parts have their defaults. */
export const viewChoicesSchema = z
  .object({
    archive: z.object({
      layout: z.enum(['saved', 'month', 'same-day']),
      words: archiveQuerySchema.shape.words,
      onlyFavourites: z.boolean(),
      /** Null: the current month. */
      month: archiveMonthSchema.nullable(),
      /** Null: today. */
      sameDay: pictureDateSchema.nullable(),
    }),
    /** The day that is open in the archive. */
    openedDay: pictureDateSchema.nullable(),
    station: z.object({
      shape: z.enum(['flat', 'globe']),
      optics: z
        .object({
          sensor: z.enum(sensors).nullable(),
          focalLength: z.number().min(focalLimits.least).max(focalLimits.most),
        })
        .default(withoutCamera),
      /** Culmination of the chosen pass, Unix seconds. */
      pass: z.number().nullable(),
      onlyVisible: z.boolean(),
      unfolded: z.array(z.enum(stationParts)),
    }),
    journal: z.object({
      words: pageQuerySchema.shape.words,
      kind: pageQuerySchema.shape.state,
      layout: z.enum(['posts', 'passes']).default('posts'),
      /** The year of the seen passes; null: none is chosen. */
      year: z.int().nullable().default(null),
    }),
    settings: z.object({ section: z.string().max(40) }),
    /** Scroll offsets in CSS pixels, by the name of the pane. */
    scrolled: z
      .record(z.string().max(40), z.number().nonnegative())
      .refine((offsets) => Object.keys(offsets).length <= maxPanes, 'too many panes'),
  })
  .partial();
export type ViewChoices = z.infer<typeof viewChoicesSchema>;
