import { describe, expect, it } from 'vitest';
import { emptyContent } from '#test/support/surroundings.ts';
import { treeOf } from '#shared/settings/paths.ts';
import { defaultSettings, liveServiceUrls, settingsSchema } from '#shared/settings/settings.ts';
import { settingKeys, settingRows, type SettingKey } from '#shared/settings/table.ts';
import { logPart } from './log-part.ts';
import { factsPart } from './store/facts-part.ts';
import { settingsPart } from './settings-part.ts';

describe('the settings of a report', () => {
  /** Texts, addresses, commands and the exact place. */
  const texts: Readonly<Partial<Record<SettingKey, unknown>>> = {
    'wallpaper.show.without': ['diagram', 'chart'],
    'station.observer': { latitude: 52.52, longitude: -13.4, altitude: 34 },
    'station.horizon': [1, 2, 3, 4, 5, 6, 7, 8],
    'services.own.picture': liveServiceUrls.picture,
    'services.own.position': liveServiceUrls.position,
    'services.own.posts': 'http://127.0.0.1:1/',
    'services.proxy': 'http://proxy.example:3128',
    wallpaperCommand: 'true',
  };
  /** A value other than the default. */
  function otherValue(key: SettingKey): unknown {
    const row = settingRows[key];
    switch (row.kind) {
      case 'switch':
        return !row.default;
      case 'choice':
        return row.choices.find(([value]) => value !== row.default)?.[0];
      case 'number':
        return row.most;
      case 'span':
        return { from: 61, to: 122 };
      case 'colour':
        return '#123456';
      default:
        return texts[key];
    }
  }
  const changed = settingsSchema.parse({ version: 1, ...treeOf(settingKeys, otherValue) });

  it('are those of the user; texts, addresses, commands and the exact place are left out', () => {
    const { version: _version, journal: _journal, ...kept } = changed;
    const { horizon: _horizon, ...keptStation } = changed.station;
    expect(settingsPart(changed)).toEqual({
      ...kept,
      services: {
        ...changed.services,
        own: { picture: 'public', position: 'public', posts: 'other' },
        proxy: 'set',
      },
      wallpaper: {
        ...changed.wallpaper,
        show: { ...changed.wallpaper.show, without: ['word 1', 'word 2'] },
      },
      station: { ...keptStation, observer: { latitude: 53, longitude: -13, altitude: null } },
      wallpaperCommand: 'set',
    });
  });

  it('say which texts are not set', () => {
    expect(settingsPart(defaultSettings)).toMatchObject({
      services: { own: { posts: 'public' }, proxy: 'none' },
      station: { observer: null },
      wallpaperCommand: 'none',
    });
  });
});

describe('the facts of a report', () => {
  it('name the app, its state and at most four parts of the desktop’s name', () => {
    const facts = factsPart(
      {
        ...emptyContent,
        revision: 1,
        version: '1.2.3',
        services: { source: 'own', simulated: false },
        sandboxed: false,
        language: { language: 'fr', formats: 'de-CH' },
      },
      {
        packaged: true,
        crashes: { count: 2, newestAt: 17 },
        env: { XDG_CURRENT_DESKTOP: 'ubuntu:GNOME::sway:KDE:XFCE', XDG_SESSION_TYPE: 'wayland' },
      },
    );
    expect(facts).toMatchObject({
      app: '1.2.3',
      packaged: true,
      language: 'fr',
      sandboxed: false,
      services: 'own',
      crashes: { count: 2, newestAt: 17 },
    });
    expect(facts.system).toMatch(/^\S+ [\d.]+, \w+, ubuntu, GNOME, sway, KDE, wayland$/);
    expect(facts.runtime).toBe(`Node ${process.versions.node}`);
  });

  it.each([
    [{}, ''],
    [{ XDG_SESSION_TYPE: 'tty' }, ', tty'],
    [{ XDG_SESSION_TYPE: 'x11', XDG_CURRENT_DESKTOP: 'i3' }, ', i3, x11'],
    [{ XDG_SESSION_TYPE: 'own', XDG_CURRENT_DESKTOP: 'my desktop' }, ', other, other'],
  ])('name the known desktops and sessions only: %j', (env, names) => {
    const options = { packaged: true, crashes: { count: 0, newestAt: null }, env };
    const { system } = factsPart({ ...emptyContent, revision: 1 }, options);
    expect(system.replace(/^\S+ [\d.]+, \w+/, '')).toBe(names);
  });
});

describe('the log of a report', () => {
  it.each([
    ['2026-11-20 10:00:01 (failed) at 12', '2026-11-20 10:00:01 (failed) at 12'],
    ['in 2026-11-20 10:00:01 failed', 'in … failed'],
    ['2026-11-20 10:00:01   at home', '2026-11-20 10:00:01   at …'],
    ['   at run (/home/me/out/main/index.js:1:20)', '    at out/main/index.js:1:20'],
    ['   at run (/home/me/out/main/index.js:1:20) failed', '    at …'],
    ['<failed>', 'failed'],
    ['failed =12', 'failed …'],
    ['failed = 12', 'failed  12'],
    ['failed 12=', 'failed …'],
    ['Ann1 12', '… 12'],
    ['12 13 failed', '… failed'],
    ['ENOENT UND_ERR_SOCKET SQLITE_FULL', 'ENOENT UND_ERR_SOCKET SQLITE_FULL'],
    ['ERR_HTTP2_STREAM_ERROR', 'ERR_HTTP2_STREAM_ERROR'],
    ['FILE_ERR_CLOSED failed', '… failed'],
    ['FILE_OPEN failed', '… failed'],
    ['ERR_ANN failed', '… failed'],
  ])('keeps known words, codes and small numbers: %j', (line, shown) => {
    expect(logPart([line])).toEqual([shown]);
  });
});
