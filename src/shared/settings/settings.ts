import { z } from 'zod';
import { isAddress, isApiKey } from '../entries.ts';
import type { Tree } from '../json.ts';
import {
  sameForAllSources,
  mapSources,
  providers,
  type ProviderName,
} from '../picture/providers.ts';
import { observerSchema } from '../station/sky/observer.ts';
import { wallpaperCommandSchema } from '../wallpaper/wallpaper-command.ts';
import { treeOf, valueAt } from './paths.ts';
import type { ValueAt } from './row.ts';
import {
  settingKeys,
  settingRows,
  type OwnKey,
  type SettingKey,
  type Settings,
  type SettingValue,
} from './table.ts';

export type { Settings } from './table.ts';

/** Base address of a service: http or https, without credentials, query or fragment. */
export const baseUrlSchema = z.string().refine(isAddress, 'not an address');

/** The schemas of the settings that have one of their own. */
const ownSchemas: { readonly [K in OwnKey]: z.ZodType<SettingValue<K>> } = {
  'services.own.picture': baseUrlSchema,
  'services.own.position': baseUrlSchema,
  'services.own.posts': baseUrlSchema,
  'services.proxy': baseUrlSchema.nullable(),
  'station.observer': observerSchema.nullable(),
  'station.horizon': z.array(z.number().min(0).max(80)).length(8).readonly(),
  wallpaperCommand: wallpaperCommandSchema,
};

const minuteOfDaySchema = z.int().min(0).max(1439);

/** The schema of the values of a setting, without the null of `nullable`. */
export function valueSchema(key: SettingKey): z.ZodType {
  const row = settingRows[key];
  switch (row.kind) {
    case 'switch':
      return z.boolean();
    case 'choice':
      return z.enum(row.choices.map(([value]) => value));
    case 'number':
      return (row.whole ? z.int() : z.number()).min(row.least).max(row.most);
    case 'span':
      return z.object({ from: minuteOfDaySchema, to: minuteOfDaySchema }).nullable();
    case 'colour':
      return z.string().regex(/^#[0-9a-f]{6}$/);
    case 'list':
      return z.array(z.string().trim().min(1).max(row.length)).max(row.most).readonly();
    case 'own':
      return ownSchemas[key as OwnKey];
  }
}

const schemaTree = treeOf(settingKeys, (key) =>
  'nullable' in settingRows[key] ? valueSchema(key).nullable() : valueSchema(key),
);

/** Converts a tree of schemas to the schema of an object with the same members. */
function toSchema(part: unknown): z.ZodType {
  if (part instanceof z.ZodType) return part;
  const members = Object.entries(part as Tree).map(([name, member]) => [name, toSchema(member)]);
  return z.object(Object.fromEntries(members) as z.ZodRawShape);
}

/** Returns the schema of the setting (`wallpaper.fit`) or of the group of settings (`wallpaper.appearance`) at a path. */
export const schemaAt = <P extends string>(path: P) =>
  toSchema(valueAt(schemaTree, path)) as z.ZodType<ValueAt<Settings, P>, ValueAt<Settings, P>>;

export const settingsSchema = toSchema({ version: z.literal(1), ...schemaTree }) as z.ZodType<
  Settings,
  Settings
>;

/** A change of some groups, in the form that windows send; each given group is complete. */
export type SettingsChange = {
  [G in Exclude<keyof Settings, 'version' | 'wallpaperCommand'>]?: Settings[G] | undefined;
};
const { wallpaperCommand: _, ...changeable } = schemaTree;
export const settingsChangeSchema = (toSchema(changeable) as z.ZodObject).partial() as z.ZodType<
  SettingsChange,
  SettingsChange
>;

// Each default fits the schema of its key; a test checks that.
export const defaultSettings = {
  version: 1,
  ...treeOf(settingKeys, (key) => settingRows[key].default),
} as unknown as Settings;

export const serviceUrlsSchema = schemaAt('services.own');
export type ServiceUrls = Settings['services']['own'];

/** The public services. */
export const liveServiceUrls: ServiceUrls = defaultSettings.services.own;

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

export type ServiceSource = NonNullable<Settings['services']['source']>;
export const serviceSourceSchema = valueSchema('services.source') as z.ZodType<
  ServiceSource,
  ServiceSource
>;

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
