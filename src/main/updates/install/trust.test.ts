import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { publicText } from '#tools/release/keys.ts';
import { builtIn, trustOf } from './built-in.ts';
import { packageKind, type Surroundings } from './package-kind.ts';

const key = publicText(generateKeyPairSync('ed25519').privateKey);
const other = publicText(generateKeyPairSync('ed25519').privateKey);

describe('what is built in', () => {
  const feed = 'https://updates.example/overhead';
  test.each([
    ['', key, 'no-feed'],
    [feed, '', 'no-key'],
    [feed, ' , ', 'no-key'],
    [feed, 'AAAA', 'unusable-build'],
    [feed, `${key},${other.slice(1)}`, 'unusable-build'],
    ['http://updates.example/', key, 'unusable-build'],
    ['http://127.0.0.1.example/', key, 'unusable-build'],
    ['file:///srv/updates/', key, 'unusable-build'],
    ['https://a:b@updates.example/', key, 'unusable-build'],
    ['https://updates.example/?x=/', key, 'unusable-build'],
  ])('%j with key %j is no reason to trust anybody', (given, keys, reason) => {
    expect(trustOf({ feed: given, keys, hosts: '' })).toBe(reason);
  });

  test('a feed and its keys: the folder is what files are looked for in', () => {
    const trust = trustOf({ feed, keys: `${key}, ${other}`, hosts: 'files.example' });
    expect(trust).toMatchObject({ feed: new URL(`${feed}/`), hosts: ['files.example'] });
    expect(typeof trust === 'object' && trust.keys).toHaveLength(2);
  });

  test('a checkout has none', () => {
    expect(trustOf(builtIn)).toBe('no-feed');
  });
});

describe('the kind of package', () => {
  const mount = '/tmp/.mount_OverheXyz';
  const here: Surroundings = {
    isPackaged: true,
    platform: 'linux',
    env: { APPIMAGE: '/home/me/Overhead.AppImage', APPDIR: mount },
    execPath: `${mount}/overhead`,
    packageType: null,
  };
  const rows: [string, Partial<Surroundings>, string | null][] = [
    ['an AppImage', {}, 'appimage'],
    ['a checkout', { isPackaged: false }, null],
    ['a deb', { env: {}, packageType: 'deb' }, 'deb'],
    ['a deb that somebody’s AppImage started', { packageType: 'deb' }, 'deb'],
    ['unpacked, started by somebody’s AppImage', { execPath: '/opt/overhead/overhead' }, null],
    ['a mount of a like name', { execPath: `${mount}z/overhead` }, null],
    ['a path that is none', { env: { ...here.env, APPIMAGE: 'x.AppImage' } }, null],
    ['unpacked', { env: {} }, null],
    ['Windows', { platform: 'win32' }, 'nsis'],
    ['macOS', { platform: 'darwin' }, 'mac'],
    ['another system', { platform: 'freebsd' }, null],
  ];
  test.each(rows)('%s', (_, given, expected) => {
    expect(packageKind({ ...here, ...given })).toBe(expected);
  });
});
