import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { managedKeys } from '#shared/settings/table.ts';
import { defaultSettings, settingsSchema, type Settings } from '#shared/settings/settings.ts';
import {
  contradictsManagedValues,
  managedSettingsFrom,
  parseManaged,
  parsePropertyList,
  parseRegistry,
  valuesAtKeys,
  withManagedValues,
  type ManagedReading,
  type ManagedValues,
} from './managed.ts';

const mirror = 'http://mirror.example.org:8080';

describe('parseManaged', () => {
  it.each<[string, unknown, ManagedValues]>([
    ['no values', {}, {}],
    ['a flat key', { 'services.own.picture': mirror }, { 'services.own.picture': mirror }],
    [
      'groups, as in settings.json',
      { services: { source: 'own', own: { picture: mirror } } },
      { 'services.source': 'own', 'services.own.picture': mirror },
    ],
    [
      'both forms in one file',
      { 'services.source': 'live', services: { 'own.posts': mirror } },
      { 'services.source': 'live', 'services.own.posts': mirror },
    ],
    ['no proxy', { 'services.proxy': null }, { 'services.proxy': null }],
    ['no proxy in a format without null', { 'services.proxy': '' }, { 'services.proxy': null }],
    ['a switch', { updates: { automatic: false } }, { 'updates.automatic': false }],
    ['a switch as a number', { 'wallpaper.enabled': 1 }, { 'wallpaper.enabled': true }],
    ['a switch as a text', { 'updates.automatic': 'false' }, { 'updates.automatic': false }],
    ['a number', { 'picture.keepMiB': 256 }, { 'picture.keepMiB': 256 }],
    ['a source', { 'picture.providers': 'successor' }, { 'picture.providers': 'successor' }],
  ])('reads %s', (_what, tree, values) => {
    expect(parseManaged(tree)).toEqual({ values, unknown: [], invalid: [] });
  });

  it.each<[string, unknown, string[]]>([
    ['a service that does not exist', { 'services.source': 'mirror' }, ['services.source']],
    ['null for a service', { services: { source: null } }, ['services.source']],
    ['an address without a scheme', { 'services.proxy': 'proxy:3128' }, ['services.proxy']],
    ['a password in an address', { 'services.proxy': 'http://a:b@c' }, ['services.proxy']],
    ['a group in place of a value', { 'services.proxy': { host: 'a' } }, ['services.proxy']],
    ['a text for a switch', { 'updates.automatic': 'no' }, ['updates.automatic']],
    ['a number other than 0 and 1 for a switch', { 'updates.automatic': 2 }, ['updates.automatic']],
    ['a number out of range', { 'picture.keepMiB': 1 }, ['picture.keepMiB']],
    ['a value of another type', { 'picture.keepMiB': undefined }, ['picture.keepMiB']],
  ])('refuses %s, and accepts the other values', (_what, tree, invalid) => {
    const content = parseManaged({ ...(tree as object), 'services.own.posts': mirror });
    expect(content).toEqual({ values: { 'services.own.posts': mirror }, unknown: [], invalid });
  });

  it.each([
    ['theme', { theme: 'dark' }],
    ['wallpaperCommand', { wallpaperCommand: 'rm -rf /' }],
    ['services.own.weather', { services: { own: { weather: mirror } } }],
    ['__proto__.polluted', JSON.parse('{"__proto__": {"polluted": true}}') as unknown],
    ['a.b.c', { a: { b: { c: { d: 1 } } } }],
  ])('ignores a key that is not managed: %s', (key, tree) => {
    expect(parseManaged(tree)).toEqual({ values: {}, unknown: [key], invalid: [] });
  });

  it.each([[null], [[]], ['own'], [1]])('returns null for %j', (tree) => {
    expect(parseManaged(tree)).toBeNull();
  });

  it('accepts any JSON, and returns only values that fit the schema of the settings', () => {
    const someTree = fc.oneof(
      fc.jsonValue({ maxDepth: 4 }),
      fc.dictionary(fc.constantFrom<string>(...managedKeys, 'services', 'x'), fc.jsonValue()),
    );
    fc.assert(
      fc.property(someTree, (tree) => {
        const content = parseManaged(tree);
        const settings = withManagedValues(defaultSettings, content?.values ?? {});
        expect(settingsSchema.parse(settings)).toEqual(settings);
      }),
    );
  });
});

// Not recorded on Windows: written from the documentation of reg.exe and from published outputs of other keys. The
// names of the columns are not translated; the header line is the long form of the key.
describe('parseRegistry', () => {
  const output = [
    '',
    String.raw`HKEY_LOCAL_MACHINE\Software\Policies\Overhead`,
    '    services.source    REG_SZ    own',
    `    services.own.picture    REG_SZ    ${mirror}`,
    '    services.proxy    REG_SZ    ',
    '    updates.automatic    REG_DWORD    0x0',
    '    picture.keepMiB    REG_QWORD    0x100',
    '    picture.providers    REG_EXPAND_SZ    successor',
    '    wallpaper.enabled    REG_SZ    true',
    '    services.own.posts    REG_MULTI_SZ    a\\0b',
    '',
    String.raw`HKEY_LOCAL_MACHINE\Software\Policies\Overhead\Other`,
    '',
  ];
  const values = {
    'services.source': 'own',
    'services.own.picture': mirror,
    'services.proxy': '',
    'updates.automatic': 0,
    'picture.keepMiB': 256,
    'picture.providers': 'successor',
    'wallpaper.enabled': 'true',
    'services.own.posts': undefined,
  };

  it.each(['\r\n', '\n'])('reads texts and numbers from lines that end with %j', (end) => {
    expect(parseRegistry(output.join(end))).toEqual(values);
    expect(parseManaged(parseRegistry(output.join(end)))).toEqual({
      values: {
        'services.source': 'own',
        'services.own.picture': mirror,
        'services.proxy': null,
        'updates.automatic': false,
        'picture.keepMiB': 256,
        'picture.providers': 'successor',
        'wallpaper.enabled': true,
      },
      unknown: [],
      invalid: ['services.own.posts'],
    });
  });

  it.each(['b', 'b\u2028c'])(
    'reads a value with a megabyte of blanks before %j in one pass',
    (rest) => {
      const text = `a${' '.repeat(2 ** 20)}${rest}`;
      expect(parseRegistry(`    key    REG_SZ    ${text}  `)).toEqual({ key: text });
      const blanks = ' '.repeat(2 ** 20);
      expect(parseRegistry(`    key    REG_SZ${blanks}${rest}`)).toEqual({ key: rest });
    },
  );

  it('reads a key without values', () => {
    expect(parseRegistry('\r\n')).toEqual({});
  });
});

// Not recorded on macOS: written from the manual of plutil and Apple's description of configuration profiles.
describe('parsePropertyList', () => {
  it('reads settings, without the keys of the profile', () => {
    const output = `{"services":{"source":"own","own":{"picture":"${mirror}"}},"updates.automatic":false,"PayloadUUID":"x"}`;
    expect(parseManaged(parsePropertyList(output))).toEqual({
      values: {
        'services.source': 'own',
        'services.own.picture': mirror,
        'updates.automatic': false,
      },
      unknown: [],
      invalid: [],
    });
  });

  it.each(['', '<stdin>: Property List error', '[]'])('returns no values for %j', (output) => {
    expect(parseManaged(parsePropertyList(output))).toBeNull();
  });
});

describe('withManagedValues', () => {
  const values: ManagedValues = { 'services.proxy': mirror, 'updates.automatic': false };

  it('replaces the managed values and no others', () => {
    const managed = withManagedValues(defaultSettings, values);
    const { services } = defaultSettings;
    expect(managed).toEqual({
      ...defaultSettings,
      services: { ...services, proxy: mirror },
      updates: { automatic: false },
    });
    expect(withManagedValues(managed, valuesAtKeys(defaultSettings, values))).toEqual(
      defaultSettings,
    );
  });

  it('returns settings that contradict the managed values only after a change of one of these values', () => {
    const managed = withManagedValues(defaultSettings, values);
    const changed: Settings = { ...managed, updates: { automatic: true } };
    expect(contradictsManagedValues(managed, values)).toBe(false);
    expect(contradictsManagedValues({ ...managed, theme: 'dark' }, values)).toBe(false);
    expect(contradictsManagedValues(changed, values)).toBe(true);
  });
});

describe('managedSettingsFrom', () => {
  const place = '/etc/overhead/settings.json';
  const managed = (reading: ManagedReading) => {
    const lines: string[] = [];
    return { ...managedSettingsFrom(place, reading, (line) => lines.push(line)), lines };
  };

  it('returns no values if the administrator set none', () => {
    expect(managed({ kind: 'none' })).toEqual({
      values: {},
      state: { place: '', locked: [], problem: null },
      lines: [],
    });
  });

  it.each<[string, ManagedReading, string]>([
    ['of another user', { kind: 'failed', reason: 'untrusted' }, 'untrusted'],
    ['that cannot be read', { kind: 'failed', reason: 'unreadable' }, 'unreadable'],
    ['that cannot be parsed', { kind: 'content', tree: null }, 'unreadable'],
  ])('reports settings %s, and uses none of them', (_what, reading, reason) => {
    const { values, state, lines } = managed(reading);
    expect(values).toEqual({});
    expect(state).toEqual({ place, locked: [], problem: { reason, keys: [] } });
    expect(lines).toEqual([expect.stringContaining(`${place} is not used`)]);
  });

  it('reports unknown keys in the log, and wrong values also in the state', () => {
    const tree = { 'services.proxy': 'no', theme: 'dark', 'updates.automatic': false };
    const { values, state, lines } = managed({ kind: 'content', tree });
    expect(values).toEqual({ 'updates.automatic': false });
    expect(state).toEqual({
      place,
      locked: ['updates.automatic'],
      problem: { reason: 'invalid', keys: ['services.proxy'] },
    });
    expect(lines).toEqual([
      'managed settings: /etc/overhead/settings.json sets updates.automatic',
      'managed settings: unknown and ignored: "theme"',
      'managed settings: wrong values, not used: "services.proxy"',
    ]);
  });

  it('limits the unknown keys in the log', () => {
    const keys = Array.from({ length: 1000 }, (_, index) => `\n${index}`.padEnd(200, 'x'));
    const tree = Object.fromEntries(keys.map((key) => [key, 1]));
    const listed = keys.slice(0, 20).map((key) => JSON.stringify(key.slice(0, 80)));
    expect(managed({ kind: 'content', tree }).lines).toEqual([
      `managed settings: unknown and ignored: ${listed.join(', ')}`,
    ]);
    expect(managed({ kind: 'content', tree: { 'updates.automatic': true } }).lines).toEqual([
      `managed settings: ${place} sets updates.automatic`,
    ]);
  });
});
