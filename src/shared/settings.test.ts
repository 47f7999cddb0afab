import { expect, it } from 'vitest';
import { defaultSettings, liveServiceUrls, settingsSchema, successorUrlOf } from './settings.ts';

const successor = 'https://science.nasa.gov';
it.each([
  [liveServiceUrls.picture, successor],
  ['https://api.nasa.gov/', successor],
  ['https://API.nasa.gov:443', successor],
  ['https://mirror.example.org/apod', 'https://mirror.example.org/apod'],
  ['https://api.nasa.gov.example.org', 'https://api.nasa.gov.example.org'],
  ['http://127.0.0.1:4000', 'http://127.0.0.1:4000'],
])('the successor of %s is %s', (picture, expected) => {
  expect(successorUrlOf({ ...liveServiceUrls, picture })).toBe(expected);
});

const { picture, services } = defaultSettings;
it.each([
  ['63 MiB for pictures', { picture: { ...picture, keepMiB: 63 } }],
  ['more than 1 TiB for pictures', { picture: { ...picture, keepMiB: 1_048_577 } }],
  ['an author without a number', { journal: { authorId: 0 } }],
  ['a proxy that is no web address', { services: { ...services, proxy: 'socks5://proxy:1080' } }],
  ['the first version', { version: 1 }],
])('settings with %s are refused', (_what, part) => {
  expect(settingsSchema.safeParse(defaultSettings).success).toBe(true);
  expect(settingsSchema.safeParse({ ...defaultSettings, ...part }).success).toBe(false);
});
