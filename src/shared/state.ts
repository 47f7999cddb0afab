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
import { wallpaperCommandFailureSchema } from './wallpaper/wallpaper-command.ts';
import { languageStateSchema } from './language/language-schema.ts';
import { remoteSchema } from './remote.ts';
import { managedStateSchema } from './settings/managed.ts';
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
import { lockScreenSchema } from './wallpaper/lock-screen.ts';

export const serviceNames = ['picture', 'position', 'posts'] as const;
export type ServiceName = (typeof serviceNames)[number];

/**
 * The reason why no request is sent to a service before the next time, or the event that the service waits for.
 * Suspensions are not included.
 */
export const waitReasons = [
  'starting',
  /** The service was suspended: the next request follows the end of the suspension. */
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
  /** Only deletions wait, and the user can still undo them. */
  'posts-undo',
  'posts-none',
] as const;
export type WaitReason = (typeof waitReasons)[number];

/** The state of one service. Times are milliseconds since the Unix epoch. */
const activitySchema = z.object({
  lastSuccessAt: instantSchema.nullable(),
  lastFailure: z
    .object({
      at: instantSchema,
      /** The time of the first failure since the last success. */
      firstAt: instantSchema,
      failure: failureSchema,
    })
    .nullable(),
  /** The time of the next request, and its reason; null when the service waits for an event, not for a time. */
  next: z.object({
    at: instantSchema.nullable(),
    reason: z.enum(waitReasons),
    /** The service named the time: nothing is sent earlier, even if the user requests it. */
    held: z.boolean().optional(),
  }),
  /** The time since which the service waits for `next`; null before the first plan. */
  since: instantSchema.nullable(),
});
export type Activity = z.infer<typeof activitySchema>;

/** The state that the renderer, the tray and the notifications show. */
export const appStateSchema = z.object({
  /** Incremented with every change. */
  revision: z.number().int(),
  version: z.string(),
  services: z.object({
    source: serviceSourceSchema,
    /** True when the services are the embedded ones: all data is simulated. */
    simulated: z.boolean(),
  }),
  /** The services given on the command line, which override the setting. Null: none. */
  launchServices: serviceSourceSchema.nullable(),
  /** False when Chromium was started with `--no-sandbox`. */
  sandboxed: z.boolean(),
  settings: settingsSchema,
  /** The language of main and of the pages. */
  language: languageStateSchema,
  /** Whether the settings file was unusable. Null: the settings are those of the file, or none were ever saved. */
  settingsReset: settingsResetSchema.nullable(),
  managed: managedStateSchema,
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
  /** The user's own wallpaper is Windows Spotlight: a restore brings back its last picture, not Spotlight. */
  ownIsSpotlight: z.boolean(),
  /** The failure of the last run of the wallpaper command; null: it succeeded or did not run. */
  wallpaperCommandFailure: wallpaperCommandFailureSchema.nullable(),
  lockScreen: lockScreenSchema,
  station: stationSchema,
  journal: journalStatusSchema,
  update: updateStateSchema,
});
export type AppState = z.infer<typeof appStateSchema>;
