import { z } from 'zod';
import { appearanceSchema, defaultAppearance } from '../wallpaper/appearance.ts';
import { fitSettingSchema } from '../wallpaper/composition.ts';
import { isAddress, isApiKey } from '../entries.ts';
import { providerChoiceSchema, withoutPictureSchema } from '../picture/picture.ts';
import { everySource, mapSources, providers, type ProviderName } from '../picture/providers.ts';
import { formatChoicesSchema, languageSchema } from '../language/language-schema.ts';
import { localeFormats } from '../language/language.ts';
import {
  picturePoolSchema,
  rotationSettingsSchema,
  showAll,
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
  posts: 'https://jsonplaceholder.typicode.com',
};

/** NASA's public API key, with a small quota for each IP address. */
export const publicKey = 'DEMO_KEY';

/**
 * The base address of each picture source. The address of the public service, however it is written, stands for all
 * public sources. At any other address, which may be that of the embedded services, all sources are asked there.
 */
export const pictureUrlsOf = ({
  picture,
}: Pick<ServiceUrls, 'picture'>): Readonly<Record<ProviderName, string>> =>
  URL.parse(picture)?.origin === liveServiceUrls.picture
    ? mapSources((name) => providers[name].url)
    : everySource(picture);

/** Whether the settings let the app ask this source. */
export const isSourceAsked = (
  { providers: choice }: Settings['picture'],
  name: ProviderName,
): boolean => choice === 'automatic' || choice === name;

export const serviceSourceSchema = z.enum(['live', 'embedded', 'own']);
export type ServiceSource = z.infer<typeof serviceSourceSchema>;

/** All settings. The API key is not one: it is a secret. */
export const settingsSchema = z.object({
  version: z.literal(3),
  services: z.object({
    /** Null: live when installed, embedded from a checkout. */
    source: serviceSourceSchema.nullable(),
    /** Used when `source` is `own`. */
    own: serviceUrlsSchema,
    /** An http proxy for all requests; null: that of the environment. */
    proxy: baseUrlSchema.nullable(),
  }),
  picture: z.object({
    providers: providerChoiceSchema,
    /** What the desktop shows on a day that has no picture. */
    withoutPicture: withoutPictureSchema,
    /** The limit of the archive on the disk, in MiB. The window shows GB: 954 MiB are 1 GB. */
    keepMiB: z.int().min(64).max(1_048_576),
  }),
  wallpaper: z.object({
    /** Whether a new picture becomes the wallpaper by itself; null: not asked yet, and then it does not. */
    enabled: z.boolean().nullable(),
    fit: fitSettingSchema,
    caption: z.boolean(),
    appearance: appearanceSchema,
    displays: z.enum(['all', 'primary']),
    /** What displays other than the primary show; `same`: its picture. */
    others: picturePoolSchema.or(z.literal('same')),
    rotation: rotationSettingsSchema,
    show: showRulesSchema,
    /** Whether each wallpaper is set on the lock screen, too, where the desktop offers that. */
    lockScreen: z.boolean(),
    /** Whether the desktop gets back, on quit, what it showed before the app's first picture. */
    restoreOnQuit: z.boolean(),
  }),
  station: z.object({
    /** Null: guessed from the time zone of the system. */
    observer: observerSchema.nullable(),
    /** What hides the sky around the observer: heights of the horizon in eight directions. */
    horizon: localHorizonSchema,
    alerts: alertSettingsSchema,
    transitKm: transitKmSchema,
    calendar: calendarPassesSchema,
  }),
  journal: z.object({ authorId: z.number().int().positive() }),
  notifications: z.object({
    newPicture: z.boolean(),
    /** What needs the person: a key refused, a disk full. The key is older than the word `problem`; files hold it. */
    trouble: z.boolean(),
  }),
  /** How the person looks at pictures in the window. */
  today: z.object({
    /** Whether the picture fills the window and loses its edges for that; false: it is shown whole. */
    fills: z.boolean(),
    /** Whether the explanation is shown; false: it is folded away. */
    panel: z.boolean(),
  }),
  /** In which the app speaks; null: the system's. */
  language: languageSchema.nullable(),
  /** Units and clock where the user chose other ones than those of the system's locale. */
  formats: formatChoicesSchema,
  /** Whether the app starts with the session. */
  startAtLogin: z.boolean(),
  theme: z.enum(['system', 'light', 'dark']),
  /** All windows in dark red on black, whatever the theme: it keeps the eyes used to the dark. */
  nightMode: z.boolean(),
  tray: z.object({
    /** The colour of the icon; `automatic`: its own, on macOS that of the menu bar. */
    icon: z.enum(['automatic', 'light', 'dark']),
    /** Whether the minutes to the next visible pass stand beside the icon. macOS only. */
    countdown: z.boolean(),
  }),
  updates: z.object({ automatic: z.boolean() }),
  /**
   * A line for the system's shell that runs after each change of the wallpaper; null: none. A person sets it in the file or
   * on the command line; windows cannot.
   */
  hook: z.string().min(1).max(4096).nullable(),
});
export type Settings = z.infer<typeof settingsSchema>;

/** A change of some groups, as windows may ask for it; each given group is complete. */
export const settingsChangeSchema = settingsSchema.omit({ version: true, hook: true }).partial();
export type SettingsChange = z.infer<typeof settingsChangeSchema>;

export const defaultSettings: Settings = {
  version: 3,
  services: { source: null, own: liveServiceUrls, proxy: null },
  picture: { providers: 'automatic', withoutPicture: 'keep', keepMiB: 954 },
  wallpaper: {
    enabled: true,
    fit: 'automatic',
    caption: false,
    appearance: defaultAppearance,
    displays: 'all',
    others: 'same',
    rotation: { pool: 'off', everyHours: 6, between: null },
    show: showAll,
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
  notifications: { newPicture: true, trouble: true },
  today: { fills: false, panel: true },
  language: null,
  formats: localeFormats,
  startAtLogin: false,
  theme: 'system',
  nightMode: false,
  tray: { icon: 'automatic', countdown: false },
  updates: { automatic: true },
  hook: null,
};

/** The theme that windows are opened in. In night mode it is dark, so that no light page appears first. */
export const themeInUse = ({ theme, nightMode }: Pick<Settings, 'theme' | 'nightMode'>) =>
  nightMode ? 'dark' : theme;

/** The settings of a first start: the person has not said yet whether the app may change the wallpaper. */
export const firstSettings: Settings = {
  ...defaultSettings,
  wallpaper: { ...defaultSettings.wallpaper, enabled: null },
};

/** The file of the settings could not be used at the start, so that the defaults hold. */
export const settingsResetSchema = z.object({
  /** It is invalid, or a later version of the app wrote it. */
  reason: z.enum(['unreadable', 'newer']),
  /** Its absolute path now; its content is unchanged. */
  file: z.string(),
  /** False: it could not be put aside, and the next change overwrites it. */
  aside: z.boolean(),
});
export type SettingsReset = z.infer<typeof settingsResetSchema>;

/** What windows know of the API key. The key itself never leaves main. */
export const apiKeySchema = z.object({
  /** Whether the picture service in use gets it: a key is for the service that it was set for. */
  isSet: z.boolean(),
  /**
   * Where it is kept: `keyring` encrypted by the system, `plain` encrypted with a key that every program of this
   * person can read, `locked` encrypted by the system, which does not open it before a restart, `memory` until the app
   * ends, `environment` given by a variable and not kept. Null: there is none.
   */
  kept: z.enum(['keyring', 'plain', 'locked', 'memory', 'environment']).nullable(),
});
export type ApiKeyState = z.infer<typeof apiKeySchema>;

export const newApiKeySchema = z.string().refine(isApiKey, 'not a key');

export const serviceTestSchema = z.object({
  service: z.enum(['picture', 'position', 'posts']),
  url: baseUrlSchema,
});
export type ServiceTest = z.infer<typeof serviceTestSchema>;
