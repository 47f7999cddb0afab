import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ok } from '#shared/failure.ts';
import { defaultSettings, settingsChangeSchema, type Settings } from '#shared/settings/settings.ts';
import { settingKeys } from '#shared/settings/table.ts';
import { transferFiles } from '#platform/files/transfer-files.ts';
import { readSettingsImport } from './settings-data.ts';
import { settingsImportOf } from './settings-import.ts';

const other: Settings = {
  ...defaultSettings,
  theme: 'light',
  services: {
    ...defaultSettings.services,
    source: 'own',
    proxy: 'http://proxy.example.org:3128',
  },
  wallpaper: { ...defaultSettings.wallpaper, fit: 'fill' },
  station: {
    ...defaultSettings.station,
    observer: { latitude: 52.5, longitude: 13.4, altitude: 34 },
  },
};

const importedFrom = (content: unknown, current = defaultSettings, managed = {}) =>
  settingsImportOf('mine.json', JSON.stringify(content), current, managed);

const unusable = (reason: string, keys: string[] = []) => ({
  kind: 'unusable',
  file: 'mine.json',
  reason,
  keys,
});

describe('settingKeys', () => {
  it('lists each setting of a group separately, but lists a nullable object as one key', () => {
    expect(settingKeys).toContain('wallpaper.appearance.corner');
    expect(settingKeys).toContain('station.alerts.quiet');
    expect(settingKeys).toContain('station.horizon');
    expect(settingKeys).not.toContain('version');
    expect(settingKeys.filter((key) => key.startsWith('station.observer'))).toEqual([
      'station.observer',
    ]);
  });
});

describe('settingsImportOf', () => {
  it('returns each changed setting, and a change that contains whole groups', () => {
    expect(importedFrom(other)).toEqual({
      kind: 'importable',
      file: 'mine.json',
      change: {
        services: other.services,
        wallpaper: other.wallpaper,
        station: other.station,
        theme: 'light',
      },
      changes: [
        { key: 'wallpaper.fit', from: 'automatic', to: 'fill' },
        { key: 'station.observer', from: null, to: other.station.observer },
        { key: 'theme', from: 'system', to: 'light' },
        { key: 'services.source', from: null, to: 'own' },
        { key: 'services.proxy', from: null, to: 'http://proxy.example.org:3128' },
      ],
      managed: [],
      commands: false,
    });
  });

  it('returns no change for an export of the current settings', () => {
    expect(importedFrom(other, other)).toMatchObject({ change: {}, changes: [] });
  });

  it('keeps settings that the file does not contain', () => {
    const answer = importedFrom({ version: 1, wallpaper: { caption: false } }, other);
    expect(answer).toMatchObject({
      change: { wallpaper: { ...other.wallpaper, caption: false } },
      changes: [{ key: 'wallpaper.caption', from: true, to: false }],
    });
  });

  it('returns a change that matches the schema for changes from a window', () => {
    const answer = importedFrom(other);
    if (answer.kind !== 'importable') throw new Error(answer.reason);
    expect(settingsChangeSchema.parse(answer.change)).toEqual(answer.change);
  });

  it('does not import the wallpaper command, and reports whether the file contains a different one', () => {
    expect(importedFrom({ ...defaultSettings, wallpaperCommand: 'curl evil' })).toMatchObject({
      change: {},
      changes: [],
      commands: true,
    });
    const own = { ...defaultSettings, wallpaperCommand: 'notify-send a' };
    expect(importedFrom(own, own)).toMatchObject({ commands: false });
    // A file without a command leaves the user's command unchanged.
    expect(importedFrom(defaultSettings, own)).toMatchObject({ change: {}, commands: false });
  });

  it('keeps the values of the administrator, and lists their keys', () => {
    const managed = { 'services.proxy': 'http://company:3128', 'updates.automatic': true };
    const current = {
      ...defaultSettings,
      services: { ...defaultSettings.services, proxy: 'http://company:3128' },
    };
    expect(importedFrom(other, current, managed)).toMatchObject({
      change: { services: { source: 'own', proxy: 'http://company:3128' } },
      managed: ['services.proxy'],
    });
  });

  it('keeps the answer to the question of the first start if the file has no answer', () => {
    const file = { version: 1, wallpaper: { enabled: null } };
    expect(importedFrom(file)).toMatchObject({ change: {}, changes: [] });
    expect(importedFrom({ version: 1, wallpaper: { enabled: false } })).toMatchObject({
      changes: [{ key: 'wallpaper.enabled', from: true, to: false }],
    });
  });

  it.each<[string, string]>([
    ['an empty file', ''],
    ['another text', 'hello'],
    ['a part of an export', JSON.stringify(other).slice(0, 300)],
    ['a list', '[]'],
    ['JSON of another program', '{"name":"app","version":1,"scripts":{}}'],
    ['a version that is no number', '{"version":"1.0.0","theme":"dark"}'],
    ['deeply nested JSON', '['.repeat(100_000)],
  ])('refuses %s', (_what, text) => {
    expect(settingsImportOf('mine.json', text, defaultSettings, {})).toEqual(
      unusable('no-settings'),
    );
  });

  it('refuses the settings of a later version', () => {
    expect(importedFrom({ ...other, version: 2 })).toEqual(unusable('newer'));
  });

  it('refuses the whole file if a value is invalid, and lists each invalid setting once', () => {
    const wrong = {
      ...other,
      theme: 'pink',
      station: { ...other.station, horizon: [1, 'a', 3] },
      wallpaper: { ...other.wallpaper, rotation: { ...other.wallpaper.rotation, everyHours: 0 } },
      notifications: 5,
    };
    expect(importedFrom(wrong)).toEqual(
      unusable('invalid', [
        'wallpaper.rotation.everyHours',
        'station.horizon',
        'notifications',
        'theme',
      ]),
    );
  });

  it('refuses an address that contains a password', () => {
    const services = { ...other.services, proxy: 'http://me:secret@proxy' };
    expect(importedFrom({ ...other, services })).toEqual(unusable('invalid', ['services.proxy']));
  });
});

describe('readSettingsImport', () => {
  const folder = mkdtempSync(join(tmpdir(), 'overhead-import-'));
  const read = (path: string | null) =>
    readSettingsImport({ settings: defaultSettings, managed: {} }, transferFiles, () =>
      Promise.resolve(ok(path)),
    );
  const fileWith = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };

  it('reads the file that the user chose, up to 1 MiB', async () => {
    const path = fileWith('my settings.json', JSON.stringify(other).padEnd(1024 * 1024));
    expect(await read(path)).toMatchObject({
      ok: true,
      value: { kind: 'importable', file: 'my settings.json' },
    });
  });

  it('does nothing when the user chose no file', async () => {
    expect(await read(null)).toEqual(ok(null));
  });

  it.each([
    ['a file that does not exist', join(folder, 'gone.json'), 'gone.json', 'unreadable'],
    ['a folder', folder, basename(folder), 'unreadable'],
    [
      'a longer file',
      fileWith('long.json', JSON.stringify(other).padEnd(1024 * 1024 + 1)),
      'long.json',
      'no-settings',
    ],
  ])('returns the reason why it cannot use %s', async (_what, path, file, reason) => {
    expect(await read(path)).toEqual(ok({ kind: 'unusable', file, reason, keys: [] }));
  });
});
