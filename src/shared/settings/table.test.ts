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

  it('are shown under these conditions', () => {
    const withCaption = { 'wallpaper.caption': [true] };
    const withRotation = { 'wallpaper.rotation.pool': ['favourites', 'archive', 'this-day'] };
    const withAlerts = { 'station.alerts.enabled': [true] };
    expect(
      Object.fromEntries(
        settingKeys.flatMap((key) => {
          const { when } = settingRows[key];
          return when === undefined ? [] : [[key, when]];
        }),
      ),
    ).toEqual({
      'wallpaper.appearance.colour': { 'wallpaper.appearance.background': ['colour'] },
      'wallpaper.appearance.caption': withCaption,
      'wallpaper.appearance.corner': {
        ...withCaption,
        'wallpaper.appearance.tonight': [true],
      },
      'wallpaper.rotation.everyHours': withRotation,
      'wallpaper.rotation.between': withRotation,
      'station.alerts.onlyVisible': withAlerts,
      'station.alerts.minElevation': withAlerts,
      'station.alerts.leadMinutes': withAlerts,
    });
  });

  it('write numbers with their units, and spans with a first value', () => {
    const numbers = settingKeys.flatMap((key): unknown[] => {
      const row: SettingRow = settingRows[key];
      if (row.kind === 'span') return [[key, row.first]];
      if (row.kind !== 'number') return [];
      const unit = row.unit?.(row.default);
      const words = row.words(row.default).replaceAll('\u00a0', ' ');
      return [[key, words, unit, ...(row.options ?? [])].filter((one) => one !== undefined)];
    });
    expect(numbers).toEqual([
      ['wallpaper.rotation.everyHours', '6 hours', 'hours'],
      ['wallpaper.rotation.between', { from: 8 * 60, to: 22 * 60 }],
      ['picture.keepMiB', '1 GB', 'GB'],
      ['station.alerts.minElevation', 'At least 20° high', 0, 10, 20, 30, 40, 60],
      ['station.alerts.leadMinutes', '10 minutes', 'minutes'],
      ['station.alerts.quiet', { from: 23 * 60, to: 7 * 60 }],
      ['station.transitKm', '30 km'],
      ['journal.authorId', '1'],
    ]);
  });

  it('show the space for pictures in gigabytes with two decimal places', () => {
    const row: SettingRow = settingRows['picture.keepMiB'];
    const field = row.kind === 'number' ? row.field : undefined;
    expect(field).toMatchObject({ least: 0.1, most: 1000 });
    expect([64, 95, 954, 1500, 1_048_576].map((mebibytes) => field?.show(mebibytes))).toEqual([
      0.07, 0.1, 1, 1.57, 1099.51,
    ]);
    expect([0.1, 1, 1.57, 1000].map((gigabytes) => field?.read(gigabytes))).toEqual([
      95, 954, 1497, 953_674,
    ]);
  });

  it('have the name of each language in that language, and as words of the search', () => {
    const row: SettingRow = settingRows['language'];
    expect(row.kind === 'choice' && row.choices.map(([value, words]) => [value, words()])).toEqual([
      ['en', 'English'],
      ['de', 'Deutsch'],
      ['es', 'Español'],
      ['fr', 'Français'],
      ['ja', '日本語'],
    ]);
    expect(row.search?.()).toMatch(/English.*Deutsch German.*Español Spanish/);
  });

  it('have schemas with the bounds of their values', () => {
    const accepts = (key: SettingKey, value: unknown) => schemaAt(key).safeParse(value).success;
    for (const key of settingKeys) {
      const row: SettingRow = settingRows[key];
      expect(accepts(key, {}), key).toBe(false);
      const isNullable = row.kind === 'span' || 'nullable' in row || row.kind === 'own';
      if (row.kind !== 'own') expect(accepts(key, null), key).toBe(isNullable);
      if (row.kind === 'number') {
        const { least, most, whole = false } = row;
        const values = [least - 1, least, most, most + 1, least + 0.5];
        expect(
          values.map((value) => accepts(key, value)),
          key,
        ).toEqual([false, true, true, false, !whole]);
      } else if (row.kind === 'span') {
        const span = (from: number, to: number) => accepts(key, { from, to });
        expect([span(0, 1439), span(1439, 0)]).toEqual([true, true]);
        for (const [from, to] of [
          [-1, 0],
          [0, 1440],
          [1440, 0],
          [0, -1],
          [0.5, 0],
        ] as const)
          expect(span(from, to)).toBe(false);
      } else if (row.kind === 'colour') {
        const colours = ['#12ab9f', 'x#12ab9f', '#12ab9f0', '#12ab9', '#12AB9F'];
        expect(colours.map((value) => accepts(key, value))).toEqual([
          true,
          false,
          false,
          false,
          false,
        ]);
      } else if (row.kind === 'list') {
        const { length, most } = row;
        const lists = [
          ['a'],
          ['x'.repeat(length)],
          Array(most).fill('a'),
          [''],
          [' '],
          ['x'.repeat(length + 1)],
          Array(most + 1).fill('a'),
        ];
        expect(lists.map((value) => accepts(key, value))).toEqual([
          true,
          true,
          true,
          false,
          false,
          false,
          false,
        ]);
        expect(schemaAt(key).parse([' a '])).toEqual(['a']);
      } else if (row.kind === 'choice')
        for (const [value, words] of row.choices) {
          expect(accepts(key, value)).toBe(true);
          expect(words()).toMatch(/\S/);
        }
    }
    const heights = (...values: number[]) => accepts('station.horizon', values);
    expect(heights(0, 80, 0, 0, 0, 0, 0, 0)).toBe(true);
    for (const wrong of [
      [-1, 0, 0, 0, 0, 0, 0, 0],
      [81, 0, 0, 0, 0, 0, 0, 0],
      Array(7).fill(0),
      Array(9).fill(0),
    ] as number[][])
      expect(heights(...wrong)).toBe(false);
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
