import type { Tree } from '#shared/json.ts';
import { managedKeys } from '#shared/settings/managed.ts';
import { defaultSettings, settingsSchema, type Settings } from '#shared/settings/settings.ts';
import {
  settingKeys,
  type SettingKey,
  type SettingsImport,
} from '#shared/settings/settings-import.ts';
import { valueAt, withValueAt, type ManagedValues } from './managed.ts';
import { upgradeSettingsText, withDefaults } from './store/settings-format.ts';

const isCommandKey = (key: SettingKey): boolean => key === 'hook' || key.startsWith('hooks.');

/**
 * What an import of this text would change. The text is checked like the settings file, and one invalid value makes the
 * whole text unusable. Settings that the text does not contain stay, and so do commands (a file of somebody else could
 * run programs) and the values of the administrator. The answer whether the app may set the wallpaper stays if the text
 * has none.
 *
 * @param file the name of the file, for the user
 * @param current the settings in use
 * @param managed the values of the administrator
 */
export function settingsImportOf(
  file: string,
  text: string,
  current: Settings,
  managed: ManagedValues,
): SettingsImport {
  const unusable = (
    reason: Extract<SettingsImport, { kind: 'unusable' }>['reason'],
    keys: string[] = [],
  ): SettingsImport => ({ kind: 'unusable', file, reason, keys });
  // Some editors begin a file with a byte order mark.
  const content = upgradeSettingsText(text.replace(/^\uFEFF/, ''));
  if (content === 'newer') return unusable('newer');
  if (content === 'unreadable') return unusable('no-settings');
  const groups = new Set(settingKeys.map(groupOfKey));
  if (!Object.keys(content).some((name) => groups.has(name))) return unusable('no-settings');
  const parsed = settingsSchema.safeParse(withDefaults(defaultSettings, content));
  if (!parsed.success)
    return unusable('invalid', [
      ...new Set(parsed.error.issues.map(({ path }) => keyAtPath(path))),
    ]);

  const different = settingKeys.filter(
    (key) =>
      valueAt(content, key) !== undefined &&
      JSON.stringify(valueAt(parsed.data, key)) !== JSON.stringify(valueAt(current, key)) &&
      !(key === 'wallpaper.enabled' && parsed.data.wallpaper.enabled === null),
  );
  const imported = different.filter((key) => !isCommandKey(key) && !(key in managed));
  // Each value fits the schema of its key.
  const next = imported.reduce<Tree>(
    (tree, key) => withValueAt(tree, key.split('.'), valueAt(parsed.data, key)),
    current,
  ) as Settings;
  const changedGroups = new Set(imported.map(groupOfKey));
  return {
    kind: 'importable',
    file,
    change: Object.fromEntries(Object.entries(next).filter(([name]) => changedGroups.has(name))),
    changes: imported.map((key) => ({ key, from: valueAt(current, key), to: valueAt(next, key) })),
    managed: managedKeys.filter((key) => key in managed && different.includes(key)),
    commands: different.some((key) => isCommandKey(key) && valueAt(parsed.data, key) !== null),
  };
}

const groupOfKey = (key: SettingKey): string => key.split('.')[0] ?? key;

/** The setting to which a path of the schema leads; the path itself if it leads to a group. */
function keyAtPath(path: readonly PropertyKey[]): string {
  const full = path.map(String).join('.');
  return settingKeys.find((key) => full === key || full.startsWith(`${key}.`)) ?? full;
}
