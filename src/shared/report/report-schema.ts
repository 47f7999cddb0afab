import { z } from 'zod';
import { appearanceSchema } from '../wallpaper/appearance.ts';
import { instantSchema } from '../instant.ts';
import { settingsSchema } from '../settings/settings.ts';
import { reportParts, reportVersion } from './report-parts.ts';

const factsSchema = z.object({
  app: z.string(),
  packaged: z.boolean(),
  runtime: z.string(),
  system: z.string(),
  language: z.string(),
  sandboxed: z.boolean(),
  services: z.enum(['live', 'embedded', 'own']),
  crashes: z.object({ count: z.int(), newestAt: z.number().nullable() }),
});

const checkSchema = z.object({
  check: z.string(),
  /** Null: unknown. */
  ok: z.boolean().nullable(),
  detail: z.string(),
});
export type ReportCheck = z.infer<typeof checkSchema>;

/** Whether a setting that is free text has a value. */
const presenceSchema = z.enum(['none', 'set']);

const { picture, wallpaper, station, notifications, today, tray, updates } = settingsSchema.shape;

/**
 * The settings that are no free text. Each may be missing: a report has only the settings that `settingsPart` names,
 * and only those of the version that made it.
 */
const settingsPartSchema = settingsSchema
  .omit({ version: true, journal: true })
  .extend({
    services: z.object({
      source: z.enum(['live', 'embedded', 'own']).nullable(),
      /** Whether the address is that of the public service. */
      own: z.record(z.string(), z.enum(['public', 'other'])),
      proxy: presenceSchema,
    }),
    picture: picture.partial(),
    wallpaper: wallpaper.extend({ appearance: appearanceSchema.unwrap().partial() }).partial(),
    station: station.omit({ horizon: true }).partial(),
    notifications: notifications.partial(),
    today: today.partial(),
    tray: tray.partial(),
    updates: updates.partial(),
    wallpaperCommand: presenceSchema,
  })
  .partial();
export type SettingsPart = z.infer<typeof settingsPartSchema>;

/** A report of a problem. Each part may be missing: the user chooses what is in it. */
export const reportSchema = z.object({
  format: z.literal('overhead-report'),
  version: z.literal(reportVersion),
  madeAt: instantSchema,
  parts: z.object({
    facts: factsSchema.optional(),
    checks: z.array(checkSchema).readonly().optional(),
    settings: settingsPartSchema.optional(),
    log: z.array(z.string()).readonly().optional(),
  }),
});
export type Report = z.infer<typeof reportSchema>;

export const reportSelectionSchema = z.object({
  /** `madeAt` of the report that is shown. */
  madeAt: instantSchema,
  parts: z.array(z.enum(reportParts)).max(reportParts.length).readonly(),
});
