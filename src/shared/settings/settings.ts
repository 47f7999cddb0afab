import { z } from 'zod';
import { appearanceSchema, defaultAppearance } from '../wallpaper/appearance.ts';
import { fitSettingSchema } from '../wallpaper/composition.ts';
import { isAddress, isApiKey } from '../entries.ts';
import { publicPostsUrl } from '../journal/public-posts-service.ts';
import { providerChoiceSchema, withoutPictureSchema } from '../picture/picture.ts';
import {
  sameForAllSources,
  mapSources,
  providers,
  type ProviderName,
} from '../picture/providers.ts';
import { formatChoicesSchema, languageSchema } from '../language/language-schema.ts';
import { localeFormats } from '../language/language.ts';
import { wallpaperCommandSchema } from '../wallpaper/wallpaper-command.ts';
import {
  picturePoolSchema,
  rotationSettingsSchema,
  unrestrictedRules,
  showRulesSchema,
} from '../wallpaper/selection.ts';
import { flatHorizon } from '../station/sky/local-horizon.ts';
import { localHorizonSchema } from '../station/sky/local-horizon-schema.ts';
import { observerSchema } from '../station/sky/observer.ts';
import {
  alertSettingsSchema,
  calendarPassesSchema,
  defaultAlerts,
  defaultTransitKm,
  transitKmSchema,
} from '../station/station.ts';

/** Base address of a service: http or https, without credentials, query or fragment. */
export const baseUrlSchema = z.string().refine(isAddress, 'not an address');

export const serviceUrlsSchema = z.object({
  picture: baseUrlSchema,
  position: baseUrlSchema,
  posts: baseUrlSchema,
});
export type ServiceUrls = z.infer<typeof serviceUrlsSchema>;

/** The public services. */
export const liveServiceUrls: ServiceUrls = {
  picture: providers.legacy.url,
  position: 'http://api.open-notify.org',
  posts: publicPostsUrl,
};

/** NASA's public API key, with a small quota for each IP address. */
export const demoApiKey = 'DEMO_KEY';

/**
 * The base address of each picture source. The address of the public service, in any spelling, means all public
 * sources. Any other address, which may be that of the embedded services, is used for all sources.
 */
export const pictureUrlsOf = ({
  picture,
}: Pick<ServiceUrls, 'picture'>): Readonly<Record<ProviderName, string>> =>
  URL.parse(picture)?.origin === liveServiceUrls.picture
    ? mapSources((name) => providers[name].url)
    : sameForAllSources(picture);

/** Whether the settings let the app send requests to this source. */
export function isSourceAsked(picture: Settings['picture'], name: ProviderName): boolean {
  if (picture.providers !== 'automatic') return picture.providers === name;
  return true;
}

export const serviceSourceSchema = z.enum(['live', 'embedded', 'own']);
export type ServiceSource = z.infer<typeof serviceSourceSchema>;

/** All settings. The API key is a secret and not a setting. */
export const settingsSchema = z.object({
  version: z.literal(1),
  services: z.object({
    /** The services in use; null: `live` in an installed app, `embedded` in a checkout. */
    source: serviceSourceSchema.nullable(),
    /** Used when `source` is `own`. */
    own: serviceUrlsSchema,
    /** An http proxy for all requests; null: the proxy of the environment. */
    proxy: baseUrlSchema.nullable(),
  }),
  picture: z.object({
    providers: providerChoiceSchema,
    /** The picture on the desktop on a day that has no picture. */
    withoutPicture: withoutPictureSchema,
    /** The limit of the archive on the disk, in MiB. The window shows GB: 954 MiB are 1 GB. */
    keepMiB: z.int().min(64).max(1_048_576),
  }),
  wallpaper: z.object({
    /**
     * Whether a new picture becomes the wallpaper automatically. Null: the user has not been asked yet; treated as
     * false.
     */
    enabled: z.boolean().nullable(),
    fit: fitSettingSchema,
    caption: z.boolean(),
    appearance: appearanceSchema,
    displays: z.enum(['all', 'primary']),
    /** The pictures of displays other than the primary; `same`: the picture of the primary. */
    others: picturePoolSchema.or(z.literal('same')),
    rotation: rotationSettingsSchema,
    show: showRulesSchema,
    /** Whether each wallpaper is set on the lock screen, too, where the desktop offers that. */
    lockScreen: z.boolean(),
    /** Whether the app restores on quit the wallpaper from before its first picture. */
    restoreOnQuit: z.boolean(),
  }),
  station: z.object({
    /** The user's place; null: guess the place from the time zone of the system. */
    observer: observerSchema.nullable(),
    /** Obstacles that hide the sky around the observer: heights of the horizon in eight directions. */
    horizon: localHorizonSchema,
    alerts: alertSettingsSchema,
    transitKm: transitKmSchema,
    calendar: calendarPassesSchema,
  }),
  journal: z.object({ authorId: z.number().int().positive() }),
  notifications: z.object({
    newPicture: z.boolean(),
    /** Problems that the user must solve: a refused key, a full disk. */
    problems: z.boolean(),
  }),
  /** How the window shows pictures. */
  today: z.object({
    /** Whether the picture fills the window, with its edges cut off; false: the whole picture is shown. */
    fills: z.boolean(),
    /** Whether the explanation is shown; false: it is folded away. */
    panel: z.boolean(),
  }),
  /** The language of the app; null: the language of the system. */
  language: languageSchema.nullable(),
  /** The units and the clock, if the user chose others than those of the system's locale. */
  formats: formatChoicesSchema,
  /** Whether the app starts with the session. */
  startAtLogin: z.boolean(),
  theme: z.enum(['system', 'light', 'dark']),
  /** Shows all windows in dark red on black, whatever the theme is, because this keeps the eyes adapted to the dark. */
  nightMode: z.boolean(),
  tray: z.object({
    /** The colour of the icon; `automatic`: its own, on macOS that of the menu bar. */
    icon: z.enum(['automatic', 'light', 'dark']),
    /** Whether the minutes to the next visible pass are shown beside the icon. macOS only. */
    countdown: z.boolean(),
  }),
  updates: z.object({ automatic: z.boolean() }),
  /**
   * A command line for the system's shell that runs after each change of the wallpaper; null: none. It can be set in
   * the file or on the command line, but not by a window.
   */
  wallpaperCommand: wallpaperCommandSchema,
});
export type Settings = z.infer<typeof settingsSchema>;

/** A change of some groups, in the form that windows send; each given group is complete. */
export const settingsChangeSchema = settingsSchema
  .omit({ version: true, wallpaperCommand: true })
  .partial();
export type SettingsChange = z.infer<typeof settingsChangeSchema>;

export const defaultSettings: Settings = {
  version: 1,
  services: { source: null, own: liveServiceUrls, proxy: null },
  picture: {
    providers: 'automatic',
    withoutPicture: 'keep',
    keepMiB: 954,
  },
  wallpaper: {
    enabled: true,
    fit: 'automatic',
    caption: false,
    appearance: defaultAppearance,
    displays: 'all',
    others: 'same',
    rotation: { pool: 'off', everyHours: 6, between: null },
    show: unrestrictedRules,
    lockScreen: false,
    restoreOnQuit: false,
  },
  station: {
    observer: null,
    horizon: flatHorizon,
    alerts: defaultAlerts,
    transitKm: defaultTransitKm,
    calendar: 'visible',
  },
  journal: { authorId: 1 },
  notifications: { newPicture: true, problems: true },
  today: { fills: false, panel: true },
  language: null,
  formats: localeFormats,
  startAtLogin: false,
  theme: 'system',
  nightMode: false,
  tray: { icon: 'automatic', countdown: false },
  updates: { automatic: true },
  wallpaperCommand: null,
};

/** The theme of windows. In night mode it is dark, so that no light page appears first. */
export const themeInUse = ({ theme, nightMode }: Pick<Settings, 'theme' | 'nightMode'>) =>
  nightMode ? 'dark' : theme;

/** The settings of a first start: the user has not yet decided whether the app may change the wallpaper. */
export const firstStartSettings: Settings = {
  ...defaultSettings,
  wallpaper: { ...defaultSettings.wallpaper, enabled: null },
};

/** The settings file could not be used at the start, so that the defaults apply. */
export const settingsResetSchema = z.object({
  /** The reason: the file is invalid, or a later version of the app wrote it. */
  reason: z.enum(['unreadable', 'newer']),
  /** The absolute path of the file now; its content is unchanged. */
  file: z.string(),
  /** False: the file could not be moved aside, and the next change overwrites it. */
  aside: z.boolean(),
});
export type SettingsReset = z.infer<typeof settingsResetSchema>;

/** The state of the API key for windows. The key itself never leaves main. */
export const apiKeySchema = z.object({
  /** Whether the key is sent to the picture service in use: a key is only for the service that it was set for. */
  isSet: z.boolean(),
  /**
   * Where the key is stored. `keyring`: encrypted by the system. `plain`: encrypted with a key that every program of
   * this user can read. `locked`: encrypted by the system, which does not decrypt it before a restart. `memory`: in
   * memory only, until the app ends. `environment`: given by an environment variable, not stored. Null: there is no
   * key.
   */
  storage: z.enum(['keyring', 'plain', 'locked', 'memory', 'environment']).nullable(),
});
export type ApiKeyState = z.infer<typeof apiKeySchema>;

export const newApiKeySchema = z.string().refine(isApiKey, 'not a key');

export const serviceTestSchema = z.object({
  service: z.enum(['picture', 'position', 'posts']),
  url: baseUrlSchema,
});
export type ServiceTest = z.infer<typeof serviceTestSchema>;
