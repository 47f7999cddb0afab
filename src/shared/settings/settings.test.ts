import { expect, it } from 'vitest';
import { providerNames } from '../picture/providers.ts';
import {
  defaultSettings,
  firstStartSettings,
  isSourceAsked,
  liveServiceUrls,
  pictureUrlsOf,
  settingsChangeSchema,
  settingsSchema,
  themeInUse,
  type Settings,
} from './settings.ts';

const live = {
  successor: 'https://science.nasa.gov',
  legacy: 'https://api.nasa.gov',
  feed: 'https://science.nasa.gov',
  editors: 'https://apod.com',
};
it.each([liveServiceUrls.picture, 'https://api.nasa.gov/', 'https://API.nasa.gov:443'])(
  'pictureUrlsOf returns the addresses of all public sources for the picture service %s',
  (picture) => expect(pictureUrlsOf({ picture })).toMatchObject(live),
);

it.each([
  'https://mirror.example.org/apod',
  'https://api.nasa.gov.example.org',
  'http://127.0.0.1:4000',
])('pictureUrlsOf returns the address %s for all sources', (picture) => {
  expect(new Set(Object.values(pictureUrlsOf({ picture })))).toEqual(new Set([picture]));
});

it.each([
  ['successor', 'successor'],
  ['automatic', 'automatic'],
  ['editors', 'editors'],
])('settingsSchema reads the stored source %s as %s', (stored, providers) => {
  const picture = { ...defaultSettings.picture, providers: stored };
  expect(settingsSchema.parse({ ...defaultSettings, picture }).picture.providers).toBe(providers);
});

const { picture, services } = defaultSettings;
it.each([
  ['63 MiB for pictures', { picture: { ...picture, keepMiB: 63 } }],
  ['more than 1 TiB for pictures', { picture: { ...picture, keepMiB: 1_048_577 } }],
  ['the author id 0', { journal: { authorId: 0 } }],
  ['a proxy that is no web address', { services: { ...services, proxy: 'socks5://proxy:1080' } }],
  ['a later version', { version: 2 }],
])('settingsSchema rejects settings with %s', (_what, part) => {
  expect(settingsSchema.safeParse(defaultSettings).success).toBe(true);
  expect(settingsSchema.safeParse({ ...defaultSettings, ...part }).success).toBe(false);
});

it('settingsChangeSchema removes the wallpaper command from a change, so that no window can set it', () => {
  const asked = { nightMode: true, wallpaperCommand: 'touch /tmp/run' };
  expect(settingsChangeSchema.parse(asked)).toEqual({ nightMode: true });
});

it('isSourceAsked allows all sources or the only one', () => {
  const asked = (providers: Settings['picture']['providers']) =>
    providerNames.filter((name) => isSourceAsked({ ...defaultSettings.picture, providers }, name));
  expect(asked('automatic')).toEqual(providerNames);
  expect(asked('feed')).toEqual(['feed']);
});

it('themeInUse is dark in night mode', () => {
  expect([true, false].map((nightMode) => themeInUse({ theme: 'light', nightMode }))).toEqual([
    'dark',
    'light',
  ]);
});

it('firstStartSettings are the defaults, without a decision about the wallpaper', () => {
  const { wallpaper } = defaultSettings;
  expect(firstStartSettings).toEqual({
    ...defaultSettings,
    wallpaper: { ...wallpaper, enabled: null },
  });
});
