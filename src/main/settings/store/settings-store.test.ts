import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fail, ok, type Result } from '#shared/failure.ts';
import { defaultSettings, firstStartSettings, type Settings } from '#shared/settings/settings.ts';
import { openSettingsFile } from './settings-file.ts';
import { withChanges } from './settings-format.ts';
import { openSettingsStore } from './settings-store.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
let folder = '';
let file = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'overhead-settings-'));
  file = join(folder, 'settings.json');
});
afterEach(() => {
  chmodSync(folder, 0o700);
  rmSync(folder, { recursive: true });
});

const read = (text?: string) => {
  if (text !== undefined) writeFileSync(file, text);
  return readFile();
};

const readFile = (at = now) => {
  const { settings, reset } = openSettingsFile(folder, () => at);
  return { settings, reset };
};

/** A file with some of the settings. */
const someSettings = {
  version: 1,
  services: {
    source: 'own',
    own: {
      picture: 'https://pictures.example.org/api',
      position: 'http://127.0.0.1:8081',
      posts: 'https://jsonplaceholder.typicode.com',
    },
  },
  picture: { providers: 'successor', withoutPicture: 'still' },
  wallpaper: { enabled: false },
  station: {
    observer: { latitude: 52.5, longitude: 13.4, altitude: 34 },
    alerts: { enabled: true, leadMinutes: 25, onlyVisible: false, minElevation: 0, quiet: null },
  },
  journal: { authorId: 7 },
};

it.each<[string, BufferEncoding]>([
  ['UTF-8 with a byte order mark', 'utf8'],
  ['UTF-16', 'utf16le'],
])('openSettingsFile reads a file that another program has saved in %s', (_name, encoding) => {
  const text = JSON.stringify(someSettings).replaceAll(',', ',\r\n');
  writeFileSync(file, Buffer.from(`\uFEFF${text}`, encoding));
  expect(readFile()).toMatchObject({ settings: { journal: { authorId: 7 } }, reset: null });
});

type Observer = Settings['station']['observer'];
const berlin: Observer = { latitude: 52.5, longitude: 13.4, altitude: 34 };
const rome: Observer = { latitude: 41.9, longitude: 12.5, altitude: null };

describe('a settings file', () => {
  it('that is missing makes the app ask whether it may set the wallpaper', () => {
    expect(read()).toEqual({ settings: firstStartSettings, reset: null });
    expect(firstStartSettings.wallpaper.enabled).toBeNull();
  });

  it('that contains an empty object has the defaults', () => {
    expect(read('{}')).toEqual({ settings: defaultSettings, reset: null });
  });

  it('keeps the given values and adds the defaults for missing keys', () => {
    const { settings } = read('{"services":{"source":"own","own":{"posts":"http://127.0.0.1:1"}}}');
    expect(settings.services.source).toBe('own');
    expect(settings.services.own.posts).toBe('http://127.0.0.1:1');
    expect(settings.services.own.picture).toBe(defaultSettings.services.own.picture);
    expect(settings.wallpaper.enabled).toBe(true);
  });

  it.each([
    ['half a file', '{"version":1,', 'unreadable'],
    ['no content', '', 'unreadable'],
    ['a wrong type', '{"version":1,"wallpaper":{"enabled":"yes"}}', 'unreadable'],
    ['a password', '{"services":{"own":{"picture":"https://a:b@example.org"}}}', 'unreadable'],
    ['a file address', '{"services":{"own":{"picture":"file:///etc/passwd"}}}', 'unreadable'],
    ['a value that is not an object', '[]', 'unreadable'],
    ['an invalid version', '{"version":"2"}', 'unreadable'],
    ['a version with a fraction', '{"version":1.5}', 'unreadable'],
    ['a version of zero', '{"version":0}', 'unreadable'],
    ['a later version', '{"version":2,"theme":{"night":true}}', 'newer'],
  ])('with %s is renamed unchanged, and the defaults apply', (_what, text, reason) => {
    const { settings, reset } = read(text);
    expect(settings).toEqual(defaultSettings);
    expect(reset).toMatchObject({ reason, aside: true });
    expect(readFileSync(String(reset?.file), 'utf8')).toBe(text);
    // The next start finds no file, and reports the same.
    expect(read()).toEqual({ settings, reset });
  });

  it('is renamed when it cannot be read, and the defaults apply', () => {
    mkdirSync(file);
    const { settings, reset } = readFile();
    expect(settings).toEqual(defaultSettings);
    expect(reset?.reason).toBe('unreadable');
    expect(readdirSync(folder)).toEqual([basename(String(reset?.file))]);
  });

  it('is used again if an earlier version has renamed it', () => {
    writeFileSync(`${file}.unusable-2026-11-19T12-00-00-000Z`, '{"version":1,"theme":"dark"}');
    const { settings, reset } = read();
    expect([settings.theme, reset]).toEqual(['dark', null]);
    expect(readdirSync(folder)).toEqual([basename(file)]);
  });

  it('is reported by the next start after it was renamed; of several such files, the newest is reported', () => {
    for (const later of [0, 60_000]) {
      writeFileSync(file, '{');
      readFile(now + later);
    }
    expect(read().reset?.file).toMatch(/T12-01-00-000Z$/);
  });
});

describe('the settings store', () => {
  const onDisk = (): unknown => JSON.parse(readFileSync(file, 'utf8'));

  it('writes a change atomically with mode 600 and reads it again', async () => {
    const store = openSettingsStore(openSettingsFile(folder, () => now));
    expect(readdirSync(folder)).toEqual([]);
    expect(await store.update({ theme: 'dark' })).toEqual(ok(null));
    expect(openSettingsStore(openSettingsFile(folder, () => now)).current.theme).toBe('dark');
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, 'utf8')).toBe(`${JSON.stringify(store.current, null, 2)}\n`);
    expect(readdirSync(folder)).toEqual(['settings.json']);
  });

  it.each([
    ['no file', null, null, null],
    ['no file', null, true, true],
    ['a file without it', { version: 1 }, null, true],
    ['a yes', { wallpaper: { enabled: true } }, null, true],
    ['a no', { wallpaper: { enabled: false } }, true, false],
    ['no answer yet', { wallpaper: { enabled: null } }, null, null],
    ['no answer yet', { wallpaper: { enabled: null } }, true, true],
  ])(
    'reads the permission to set the wallpaper from %s (%j) with the default %s: %s',
    (_what, given, told, enabled) => {
      if (given !== null) writeFileSync(file, JSON.stringify(given));
      const { current } = openSettingsStore(
        openSettingsFile(folder, () => now),
        told,
      );
      expect(current.wallpaper.enabled).toBe(enabled);
    },
  );

  it('writes nothing when the file is opened, and later writes only known settings', async () => {
    writeFileSync(file, JSON.stringify(someSettings));
    const store = openSettingsStore(openSettingsFile(folder, () => now));
    await store.update({});
    expect(readFileSync(file, 'utf8')).toBe(JSON.stringify(someSettings));
    await store.update({ theme: 'dark' });
    expect(onDisk()).toEqual(store.current);
    expect(Object.keys(onDisk() as object)).toEqual(Object.keys(defaultSettings));
  });

  it('puts a file aside that another program saved half edited while the app runs', async () => {
    writeFileSync(file, JSON.stringify(someSettings));
    const aside: string[] = [];
    const settingsFile = openSettingsFile(
      folder,
      () => now,
      () => undefined,
      (path) => aside.push(path),
    );
    const store = openSettingsStore(settingsFile);
    writeFileSync(file, '{"half":');
    await store.update({ theme: 'dark' });
    expect(onDisk()).toEqual(store.current);
    expect(aside.map((path) => readFileSync(path, 'utf8'))).toEqual(['{"half":']);
  });

  it('keeps the settings that another program saved while the app runs', async () => {
    writeFileSync(file, JSON.stringify(someSettings));
    const store = openSettingsStore(openSettingsFile(folder, () => now));
    const edited = { ...someSettings, wallpaperCommand: 'true', theme: 'light', nightMode: true };
    writeFileSync(file, JSON.stringify(edited));
    for (const theme of ['dark', 'system'] as const) {
      expect(await store.update({ theme })).toEqual(ok(null));
      expect(onDisk()).toMatchObject({
        ...{ wallpaperCommand: 'true', nightMode: true, theme },
        journal: someSettings.journal,
      });
    }
    expect(store.current.wallpaperCommand).toBeNull();
    const { settings, reset } = openSettingsFile(folder, () => now);
    expect([settings.wallpaperCommand, settings.theme, reset]).toEqual(['true', 'system', null]);
  });

  it('merges changes of groups, and keeps its own value where both have changed one', async () => {
    writeFileSync(file, JSON.stringify(defaultSettings));
    const store = openSettingsStore(openSettingsFile(folder, () => now));
    const { wallpaper } = defaultSettings;
    const edited = { ...wallpaper, caption: !wallpaper.caption, restoreOnQuit: true };
    writeFileSync(file, JSON.stringify({ ...defaultSettings, wallpaper: edited }));
    await store.update({ wallpaper: { ...wallpaper, restoreOnQuit: !wallpaper.restoreOnQuit } });
    expect(onDisk()).toMatchObject({
      wallpaper: { caption: !wallpaper.caption, restoreOnQuit: !wallpaper.restoreOnQuit },
    });
  });

  it('reports a change once, and writes nothing if nothing changes', async () => {
    const store = openSettingsStore(openSettingsFile(folder, () => now));
    const told: string[] = [];
    const stop = store.subscribe(({ theme }) => told.push(theme));
    await store.update({ theme: 'dark' });
    const { mtimeMs } = statSync(file);
    await store.update({ theme: 'dark', journal: { authorId: 1 } });
    expect(statSync(file).mtimeMs).toBe(mtimeMs);
    stop();
    await store.update({ theme: 'light' });
    expect(told).toEqual(['dark']);
  });

  it('reports lost settings until the next save, even if the defaults are saved', async () => {
    writeFileSync(file, '{');
    openSettingsStore(openSettingsFile(folder, () => now));
    let full = true;
    const opened = openSettingsFile(folder, () => now);
    const store = openSettingsStore({
      ...opened,
      write: (settings) =>
        full ? fail({ kind: 'storage', code: 'ENOSPC' }) : opened.write(settings),
    });
    const told: unknown[] = [];
    store.subscribe(() => told.push(store.reset));
    await store.update({});
    expect([store.reset?.reason, told]).toEqual(['unreadable', []]);
    full = false;
    await store.update({});
    expect([store.reset, told]).toEqual([null, [null]]);
    expect(onDisk()).toEqual(defaultSettings);
    expect(openSettingsStore(openSettingsFile(folder, () => now)).reset).toBeNull();
  });

  it('writes the changes that are made during a write together, after that write', async () => {
    const written: string[] = [];
    const disk = Promise.withResolvers<Result<null>>();
    const store = openSettingsStore({
      ...openSettingsFile(folder, () => now),
      write({ theme }) {
        written.push(theme);
        return disk.promise;
      },
    });
    const first = store.update({ theme: 'dark' });
    await expect.poll(() => written).toEqual(['dark']);
    const others = [store.update({ theme: 'system' }), store.update({ theme: 'light' })];
    expect(store.current.theme).toBe('light');
    disk.resolve(ok(null));
    await store.settled();
    expect(await Promise.all([first, ...others])).toEqual([ok(null), ok(null), ok(null)]);
    expect(written).toEqual(['dark', 'light']);
  });

  it('uses the values of the administrator, and keeps those of the user in the file', async () => {
    writeFileSync(file, JSON.stringify({ version: 1, updates: { automatic: true } }));
    const managed = { 'updates.automatic': false, 'wallpaper.enabled': true } as const;
    const store = openSettingsStore(
      openSettingsFile(folder, () => now),
      null,
      managed,
    );
    expect(store.current.updates.automatic).toBe(false);
    expect(await store.update({ theme: 'dark' })).toEqual(ok(null));
    expect(store.current).toMatchObject({ theme: 'dark', updates: { automatic: false } });
    expect(onDisk()).toMatchObject({ theme: 'dark', updates: { automatic: true } });
    expect(openSettingsStore(openSettingsFile(folder, () => now)).current.updates.automatic).toBe(
      true,
    );
  });

  it('does not ask whether to set the wallpaper if the administrator has decided it', () => {
    const managed = { 'wallpaper.enabled': false };
    const store = openSettingsStore(
      openSettingsFile(folder, () => now),
      null,
      managed,
    );
    expect(store.current.wallpaper.enabled).toBe(false);
    expect(
      openSettingsStore(openSettingsFile(folder, () => now)).current.wallpaper.enabled,
    ).toBeNull();
  });

  it('keeps settings in memory that cannot be written, and writes them later', async () => {
    const store = openSettingsStore(openSettingsFile(folder, () => now));
    // A folder has the name of the file, so not even root can write the file.
    mkdirSync(file);
    expect(await store.update({ theme: 'dark' })).toEqual({
      ok: false,
      failure: { kind: 'storage', code: process.platform === 'win32' ? 'EPERM' : 'EISDIR' },
    });
    expect(store.current.theme).toBe('dark');
    rmSync(file, { recursive: true });
    expect(await store.update({ theme: 'dark' })).toEqual(ok(null));
    expect(onDisk()).toMatchObject({ version: 1, theme: 'dark' });
    expect(readdirSync(folder)).toEqual(['settings.json']);
  });
});

it('openSettingsFile writes to a file that could not be opened at the start', () => {
  mkdirSync(file);
  let openedCount = 0;
  const onOpened = (): void => void (openedCount += 1);
  const opened = openSettingsFile(folder, () => now, onOpened);
  expect([opened.reset?.reason, openedCount]).toEqual(['unreadable', 0]);
  const settings = { ...defaultSettings, startAtLogin: true };
  expect(opened.write(settings)).toEqual(ok(null));
  expect([readFile(), openedCount]).toEqual([{ settings, reset: null }, 1]);
});

it('openSettingsFile replaces the whole content of a file that it could not use', () => {
  writeFileSync(file, '{');
  const opened = openSettingsFile(folder, () => now);
  writeFileSync(file, JSON.stringify(someSettings));
  expect(opened.write(defaultSettings)).toEqual(ok(null));
  expect(readFile()).toEqual({ settings: defaultSettings, reset: null });
});

it('openSettingsFile writes a file anew that was removed while the app runs', () => {
  writeFileSync(file, JSON.stringify(someSettings));
  const asides: string[] = [];
  const opened = openSettingsFile(
    folder,
    () => now,
    () => undefined,
    (path) => asides.push(path),
  );
  rmSync(file);
  const settings = { ...opened.settings, startAtLogin: true };
  expect([opened.write(settings), asides]).toEqual([ok(null), []]);
  expect(readFile().settings).toEqual(settings);
});

it.each<[string, Observer, Observer, Observer, Observer]>([
  ['sets it for both', berlin, null, rome, rome],
  ['removes it', berlin, rome, null, null],
  ['changes what was removed', null, berlin, rome, rome],
  ['changes nothing', berlin, rome, rome, berlin],
])('withChanges merges a place that the app %s', (_what, onDisk, previous, next, merged) => {
  const at = (observer: Observer): Settings => ({
    ...defaultSettings,
    station: { ...defaultSettings.station, observer },
  });
  expect(withChanges(at(onDisk), at(previous), at(next))).toEqual(at(merged));
});
