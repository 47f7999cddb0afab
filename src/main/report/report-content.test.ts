import { describe, expect, it } from 'vitest';
import { emptyContent } from '#test/support/surroundings.ts';
import { defaultSettings, liveServiceUrls, type Settings } from '#shared/settings/settings.ts';
import { factsPart } from './store/facts-part.ts';
import { settingsPart } from './settings-part.ts';

describe('the settings of a report', () => {
  const { station, wallpaper } = defaultSettings;
  const quiet = { from: 61, to: 122 };
  /** Each setting has another value than the default. */
  const changed: Settings = {
    ...defaultSettings,
    services: {
      source: 'own',
      own: { ...liveServiceUrls, posts: 'http://127.0.0.1:1/' },
      proxy: 'http://proxy.example:3128',
    },
    picture: {
      ...defaultSettings.picture,
      ...{ providers: 'successor', withoutPicture: 'still', keepMiB: 64 },
    },
    wallpaper: {
      ...wallpaper,
      enabled: false,
      fit: 'fit',
      caption: true,
      appearance: {
        ...{ corner: 'top-left', size: 'large', says: 'title', explanation: 'all' },
        ...{ background: 'colour', colour: '#123456', dimming: 'evening', dimPercent: 55 },
        tonight: true,
      },
      displays: 'primary',
      others: 'favourites',
      rotation: { pool: 'favourites', everyHours: 12, between: { from: 480, to: 1320 } },
      show: { ...wallpaper.show, leastPixels: 1_920, without: ['diagram', 'chart'] },
      lockScreen: true,
      restoreOnQuit: true,
    },
    station: {
      ...station,
      observer: { latitude: 52.52, longitude: -13.4, altitude: 34 },
      alerts: { ...station.alerts, enabled: !station.alerts.enabled, leadMinutes: 20, quiet },
      transitKm: 50,
      calendar: 'alerts',
    },
    notifications: { newPicture: false, problems: false },
    today: { fills: true, panel: false },
    language: 'ja',
    formats: { units: 'miles', hours: '12' },
    startAtLogin: true,
    theme: 'light',
    nightMode: true,
    tray: { icon: 'dark', countdown: true },
    updates: { automatic: false },
    wallpaperCommand: 'true',
  } as const;

  it('are those of the user; texts, addresses, commands and the exact place are left out', () => {
    const { version: _version, journal: _journal, ...kept } = changed;
    const { horizon: _horizon, ...keptStation } = changed.station;
    expect(settingsPart(changed)).toEqual({
      ...kept,
      services: {
        source: 'own',
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
    expect(facts.runtime).toContain(`Node ${process.versions.node}`);
  });
});
