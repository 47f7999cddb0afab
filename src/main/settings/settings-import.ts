import { isSameJson, type Tree } from '#shared/json.ts';
import { valueAt, withValueAt } from '#shared/settings/paths.ts';
import { defaultSettings, settingsSchema, type Settings } from '#shared/settings/settings.ts';
import type { SettingsImport } from '#shared/settings/settings-import.ts';
import { managedKeys, settingKeys, type SettingKey } from '#shared/settings/table.ts';
import type { ManagedValues } from './managed.ts';
import { upgradeSettingsText, withDefaults } from './store/settings-format.ts';

const isCommandKey = (key: SettingKey): boolean => key === 'wallpaperCommand';

/**
 * What an import of this text would change. The text is checked like the settings file, and one invalid value makes the
 * whole text unusable. Settings that the text does not contain stay, and so do the wallpaper command (a file of somebody
 * else could run programs) and the values of the administrator. The answer whether the app may set the wallpaper stays if the text
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
  const unusableImport = (
    reason: Extract<SettingsImport, { kind: 'unusable' }>['reason'],
    keys: string[] = [],
  ): SettingsImport => ({ kind: 'unusable', file, reason, keys });
  const content = upgradeSettingsText(text);
  if (content === 'newer') return unusableImport('newer');
  if (content === 'unreadable') return unusableImport('no-settings');
  const groups = new Set(settingKeys.map(groupOfKey));
  if (!Object.keys(content).some((name) => groups.has(name))) return unusableImport('no-settings');
  const parseResult = settingsSchema.safeParse(withDefaults(defaultSettings, content));
  if (!parseResult.success)
    return unusableImport('invalid', [
      ...new Set(parseResult.error.issues.map(({ path }) => keyAtPath(path))),
    ]);

  const differentKeys = settingKeys.filter(
    (key) =>
      valueAt(content, key) !== undefined &&
      !isSameJson(valueAt(parseResult.data, key), valueAt(current, key)) &&
      !(key === 'wallpaper.enabled' && parseResult.data.wallpaper.enabled === null),
  );
  const importedKeys = differentKeys.filter((key) => !isCommandKey(key) && !(key in managed));
  // Each value fits the schema of its key.
  const nextSettings = importedKeys.reduce<Tree>(
    (tree, key) => withValueAt(tree, key, valueAt(parseResult.data, key)),
    current,
  ) as Settings;
  const changedGroups = new Set(importedKeys.map(groupOfKey));
  return {
    kind: 'importable',
    file,
    change: Object.fromEntries(
      Object.entries(nextSettings).filter(([name]) => changedGroups.has(name)),
    ),
    changes: importedKeys.map((key) => ({
      key,
      from: valueAt(current, key),
      to: valueAt(nextSettings, key),
    })),
    managed: managedKeys.filter((key) => key in managed && differentKeys.includes(key)),
    commands: differentKeys.some(
      (key) => isCommandKey(key) && valueAt(parseResult.data, key) !== null,
    ),
  };
}

const groupOfKey = (key: SettingKey): string => key.split('.')[0] ?? key;

/** The key of the setting that contains the path of a schema error; the path itself, joined by dots, for a group. */
function keyAtPath(path: readonly PropertyKey[]): string {
  const fullKey = path.map(String).join('.');
  return settingKeys.find((key) => fullKey.startsWith(`${key}.`)) ?? fullKey;
}
