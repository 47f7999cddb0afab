import { z } from 'zod';
import { loginItemSchema, suspensionSchema } from './app.ts';
import { archiveStatusSchema } from './picture/archive.ts';
import { failureSchema } from './failure.ts';
import { journalStatusSchema } from './journal/journal.ts';
import {
  dayPictureSchema,
  ownWallpaperSchema,
  pictureChoiceSchema,
  pictureSupplySchema,
  wallpaperSchema,
} from './picture/picture.ts';
import { languageStateSchema } from './language/language-schema.ts';
import { remoteSchema } from './remote.ts';
import {
  apiKeySchema,
  serviceSourceSchema,
  settingsResetSchema,
  settingsSchema,
} from './settings/settings.ts';
import { stationSchema } from './station/station.ts';
import { updateStateSchema } from './updates/update.ts';
import { instantSchema } from './instant.ts';
import { selectionStateSchema } from './wallpaper/selection.ts';
import { hookFailureSchema } from './wallpaper/hook.ts';
import { lockScreenSchema } from './wallpaper/lock-screen.ts';

export const serviceNames = ['picture', 'position', 'posts'] as const;
export type ServiceName = (typeof serviceNames)[number];

/** Why a service is not asked before the next time, or what it waits for, apart from a suspension. */
export const waitReasons = [
  'starting',
  /** The service was suspended: the next round follows the end of the suspension. */
  'resuming',
  'after-defect',
  /** The last request failed. */
  'retrying',
  'picture-here',
  'picture-video',
  'picture-none',
  'picture-unpublished',
  'station-watched',
  'station-learning',
  'station-known',
  'posts-unsaved',
  'posts-held',
  /** Only deletions wait, which the user may still undo. */
  'posts-undo',
  'posts-none',
] as const;
export type WaitReason = (typeof waitReasons)[number];

/** What is known of one service. Times are milliseconds since the Unix epoch. */
const activitySchema = z.object({
  lastSuccessAt: instantSchema.nullable(),
  lastFailure: z
    .object({
      at: instantSchema,
      /** When the first failure since the last success came. */
      firstAt: instantSchema,
      failure: failureSchema,
    })
    .nullable(),
  /** When the app asks next, and why then; null when it waits for an event, not for a time. */
  next: z.object({
    at: instantSchema.nullable(),
    reason: z.enum(waitReasons),
    /** The service named the time: nothing is sent before, even if the person asks for it. */
    held: z.boolean().optional(),
  }),
  /** Since when it waits for that; null before the first plan. */
  since: instantSchema.nullable(),
});
export type Activity = z.infer<typeof activitySchema>;

/** The state that the renderer, the tray and the notifications show. */
export const appStateSchema = z.object({
  /** Grows by one with every change. */
  revision: z.number().int(),
  version: z.string(),
  services: z.object({
    source: serviceSourceSchema,
    /** True when the services are the embedded ones: nothing shown is real. */
    simulated: z.boolean(),
  }),
  /** The services given on the command line, which override the setting. Null: none. */
  launchServices: serviceSourceSchema.nullable(),
  /** False when Chromium was started with `--no-sandbox`. */
  sandboxed: z.boolean(),
  settings: settingsSchema,
  /** In which main speaks, and the pages too. */
  language: languageStateSchema,
  /** Null: the settings are the saved ones, or none were ever saved. */
  settingsReset: settingsResetSchema.nullable(),
  apiKey: apiKeySchema,
  suspension: suspensionSchema,
  loginItem: loginItemSchema,
  activities: z.object({
    picture: activitySchema,
    position: activitySchema,
    posts: activitySchema,
  }),
  picture: remoteSchema(dayPictureSchema),
  supply: pictureSupplySchema,
  choice: pictureChoiceSchema,
  archive: archiveStatusSchema,
  wallpaper: wallpaperSchema,
  selection: selectionStateSchema,
  ownWallpaper: ownWallpaperSchema,
  /** How the last run of the command after a change of the wallpaper failed; null: it did not. */
  hookFailure: hookFailureSchema.nullable(),
  lockScreen: lockScreenSchema,
  station: stationSchema,
  journal: journalStatusSchema,
  update: updateStateSchema,
});
export type AppState = z.infer<typeof appStateSchema>;
