import { describe, expect, it } from 'vitest';
import { valueAt } from './paths.ts';
import type { SettingRow } from './row.ts';
import { defaultSettings, schemaAt, settingsSchema, type Settings } from './settings.ts';
import { managedKeys, settingKeys, settingRows, type SettingKey } from './table.ts';

describe('settingRows', () => {
  it.each(settingKeys)('have words for %s, and a default that its schema accepts', (key) => {
    const { label, hint, search } = settingRows[key];
    for (const words of [label, hint, search])
      if (words !== undefined) expect(words()).toMatch(/\S/);
    expect(schemaAt(key).parse(settingRows[key].default)).toEqual(settingRows[key].default);
  });

  it('name only settings and values that exist in their conditions', () => {
    const conditions = settingKeys.flatMap((key) => Object.entries(settingRows[key].when ?? {}));
    expect(conditions.length).toBeGreaterThan(5);
    for (const [key, values] of conditions) {
      expect(settingKeys).toContain(key);
      for (const value of values) expect(schemaAt(key).parse(value)).toBe(value);
    }
  });

  it('have no key that is the group of another key', () => {
    for (const key of settingKeys)
      expect(settingKeys.filter((other) => other.startsWith(`${key}.`))).toEqual([]);
  });

  it('are all settings of the schema and of the defaults', () => {
    const { version, ...settings } = settingsSchema.parse(defaultSettings);
    const leaves = (tree: object, prefix = ''): string[] =>
      Object.entries(tree).flatMap(([name, value]: [string, unknown]) =>
        (settingKeys as readonly string[]).includes(prefix + name)
          ? [prefix + name]
          : leaves(value as object, `${prefix}${name}.`),
      );
    expect(version).toBe(1);
    expect(leaves(settings).toSorted()).toEqual(settingKeys.toSorted());
  });
});

it('managedKeys contains the settings that an administrator can set', () => {
  expect(managedKeys.toSorted()).toEqual([
    'picture.keepMiB',
    'picture.providers',
    'services.own.picture',
    'services.own.position',
    'services.own.posts',
    'services.proxy',
    'services.source',
    'updates.automatic',
    'wallpaper.enabled',
  ]);
});

// The types refuse these rows, keys and values.
({
  kind: 'switch',
  default: true,
  // @ts-expect-error: a row needs words
  label: undefined,
}) satisfies SettingRow;
// @ts-expect-error: a key needs a row
'wallpaper.unknown' satisfies SettingKey;
// @ts-expect-error: a value is one of the choices of its row
'sepia' satisfies Settings['theme'];

it('valueAt returns undefined for a path that leads through a value', () => {
  expect(valueAt({ theme: 'dark' }, 'theme.name')).toBeUndefined();
});
