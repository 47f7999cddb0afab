import { z } from 'zod';
import { managedKeys } from './managed.ts';
import { settingsChangeSchema, settingsSchema, type Settings } from './settings.ts';

/** A value that is set as a whole: a list, or an object that may be null, or anything that is no object. */
type IsLeaf<V> = null extends V
  ? true
  : [V] extends [readonly unknown[]]
    ? true
    : [V] extends [object]
      ? false
      : true;
type KeysOf<T> = {
  [K in keyof T & string]: IsLeaf<T[K]> extends true ? K : `${K}.${KeysOf<T[K]>}`;
}[keyof T & string];

/** The full key of a setting, such as `wallpaper.fit`. */
export type SettingKey = KeysOf<Omit<Settings, 'version'>>;

/** The full keys of the settings of a schema: it recurses into groups, but not into values that may be null. */
function keysOf(schema: z.core.$ZodType, prefix: string): string[] {
  const group = schema instanceof z.ZodReadonly ? schema.unwrap() : schema;
  if (!(group instanceof z.ZodObject)) return [prefix];
  return Object.entries(group.shape as Readonly<Record<string, z.core.$ZodType>>).flatMap(
    ([name, part]) => keysOf(part, prefix === '' ? name : `${prefix}.${name}`),
  );
}

/** Every setting, in the order of the schema. */
export const settingKeys = keysOf(settingsSchema.omit({ version: true }), '') as SettingKey[];

const settingChangeSchema = z.object({
  key: z.custom<SettingKey>((key) => typeof key === 'string'),
  from: z.unknown(),
  to: z.unknown(),
});

/** What an import of a settings file would change, or why the file cannot be imported. Nothing has changed yet. */
export const settingsImportSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('importable'),
    /** The name of the file, without its folder. */
    file: z.string(),
    /** The groups with changed settings, for `settings.change`. */
    change: settingsChangeSchema,
    changes: z.array(settingChangeSchema),
    /** Settings of the administrator for which the file has another value. The import does not change them. */
    managed: z.array(z.enum(managedKeys)),
    /** Whether the file has commands that run after events. They are not imported. */
    commands: z.boolean(),
  }),
  z.object({
    kind: z.literal('unusable'),
    file: z.string(),
    /** The file cannot be read, has no settings, is of a later version of the app, or has invalid values. */
    reason: z.enum(['unreadable', 'no-settings', 'newer', 'invalid']),
    /** The keys of the settings or groups with invalid values. */
    keys: z.array(z.string()),
  }),
]);
export type SettingsImport = z.infer<typeof settingsImportSchema>;
export type ImportableSettings = Extract<SettingsImport, { kind: 'importable' }>;
