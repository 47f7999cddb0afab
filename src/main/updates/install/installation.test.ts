import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { publicText } from '#tools/release/keys.ts';
import {
  builtInUpdateSettings,
  packageKind,
  trustedFeedOf,
  type RuntimeInfo,
} from './installation.ts';

const key = publicText(generateKeyPairSync('ed25519').privateKey);
const other = publicText(generateKeyPairSync('ed25519').privateKey);

describe('trustedFeedOf', () => {
  const feed = 'https://updates.example/overhead';
  it.each([
    ['', key, 'no-feed'],
    [feed, '', 'no-key'],
    [feed, ' , ', 'no-key'],
    [feed, 'AAAA', 'unusable-build'],
    [feed, `${key},${other.slice(1)}`, 'unusable-build'],
    ['http://updates.example/', key, 'unusable-build'],
    ['http://127.0.0.1.example/', key, 'unusable-build'],
    ['file:///srv/updates/', key, 'unusable-build'],
    ['https://a:b@updates.example/', key, 'unusable-build'],
    ['https://a@updates.example/', key, 'unusable-build'],
    ['https://updates.example/?x=/', key, 'unusable-build'],
    ['https://updates.example/#x/', key, 'unusable-build'],
    ['http://127.0.0.2/', key, 'unusable-build'],
    ['ftp://127.0.0.1/', key, 'unusable-build'],
    [' ', key, 'no-feed'],
  ])('refuses the feed %j with the key %j', (given, keys, reason) => {
    expect(trustedFeedOf({ feed: given, keys, hosts: '' })).toBe(reason);
  });

  it('returns the feed as a folder, the keys and the hosts', () => {
    for (const [given, href] of [
      [feed, `${feed}/`],
      [` ${feed}/ `, `${feed}/`],
      ['http://127.0.0.1:8080', 'http://127.0.0.1:8080/'],
    ] as const) {
      const hosts = ' files.example ,, other.example';
      const trust = trustedFeedOf({ feed: given, keys: `${key}, ${other},`, hosts });
      if (typeof trust === 'string') throw new Error(trust);
      expect(trust.feed.href).toBe(href);
      expect(trust.hosts).toEqual(['files.example', 'other.example']);
      expect(trust.keys).toHaveLength(2);
    }
  });

  it('returns `no-feed` for a build from a source checkout', () => {
    expect(trustedFeedOf(builtInUpdateSettings)).toBe('no-feed');
  });
});

describe('packageKind', () => {
  const mount = '/tmp/.mount_OverheXyz';
  const here: RuntimeInfo = {
    isPackaged: true,
    platform: 'linux',
    env: { APPIMAGE: '/home/me/Overhead.AppImage', APPDIR: mount },
    execPath: `${mount}/overhead`,
    packageType: null,
  };
  it.each<[string, Partial<RuntimeInfo>, string | null]>([
    ['an AppImage', {}, 'appimage'],
    ['a checkout', { isPackaged: false }, null],
    ['a deb', { env: {}, packageType: 'deb' }, 'deb'],
    ['an rpm', { env: {}, packageType: 'rpm' }, 'rpm'],
    ['a package of another kind', { env: {}, packageType: 'pacman' }, null],
    ['a mount at the root', { env: { ...here.env, APPDIR: '/' }, execPath: '//overhead' }, null],
    ['a deb started by another AppImage', { packageType: 'deb' }, 'deb'],
    ['a folder started by another AppImage', { execPath: '/opt/overhead/overhead' }, null],
    ['a mount with the same prefix', { execPath: `${mount}z/overhead` }, null],
    ['a relative APPIMAGE', { env: { ...here.env, APPIMAGE: 'x.AppImage' } }, null],
    ['a folder', { env: {} }, null],
    ['Windows', { platform: 'win32' }, 'nsis'],
    [
      'a portable program on Windows',
      { platform: 'win32', env: { PORTABLE_EXECUTABLE_FILE: 'D:\\Overhead.exe' } },
      null,
    ],
    ['macOS', { platform: 'darwin' }, 'mac'],
    ['another system', { platform: 'freebsd' }, null],
  ])('returns the kind of package, or null if there is none: %s', (_, given, expected) => {
    expect(packageKind({ ...here, ...given })).toBe(expected);
  });
});
