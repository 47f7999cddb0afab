import { z } from 'zod';
import { settingsChangeSchema } from './settings.ts';
import { managedKeys, type SettingKey } from './table.ts';

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
