import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judge, type Known } from './judge.ts';
import { manifestName, packageFor, parseManifest, type Manifest } from './manifest.ts';
import { compareVersions, isReleased } from './version.ts';

const numbers = fc.tuple(fc.nat(30), fc.nat(30), fc.nat(30));
const textOf = (parts: readonly number[]): string => parts.join('.');

describe('versions', () => {
  test('are ordered by their numbers, in whatever order they are compared', () => {
    fc.assert(
      fc.property(numbers, numbers, (a, b) => {
        const first = a.findIndex((part, index) => part !== b[index]);
        const expected = first < 0 ? 0 : Math.sign((a[first] ?? 0) - (b[first] ?? 0));
        expect(Math.sign(compareVersions(textOf(a), textOf(b)))).toBe(expected);
        expect(Math.sign(compareVersions(textOf(b), textOf(a)))).toBe(
          expected === 0 ? 0 : -expected,
        );
      }),
    );
  });

  test('a pre-release comes before its release and after the release before', () => {
    expect(compareVersions('1.2.0-beta.1', '1.2.0')).toBeLessThan(0);
    expect(compareVersions('1.2.0-beta.1', '1.1.9')).toBeGreaterThan(0);
  });

  test.each([
    '1.2',
    '1.2.3.4',
    'v1.2.3',
    '01.2.3',
    '1.2.3-beta',
    '1.2.3 ',
    '',
    '1e3.0.0',
    '9999999.0.0',
  ])('%j is no released version', (text) => expect(isReleased(text)).toBe(false));
});

const day = 24 * 3600_000;
const now = Date.parse('2026-11-20T12:00:00Z');
const manifest = (given: Partial<Manifest>): Manifest => ({
  version: '1.1.0',
  files: [{ url: 'Overhead-1.1.0-x64.exe', sha512: '', size: 1 }],
  releaseDate: now - 3 * day,
  signedAt: now - 2 * day,
  expires: now + 100 * day,
  releaseNotes: '',
  ...given,
});
const known = (given: Partial<Known>): Known => ({ version: '1.0.0', seen: null, now, ...given });

describe('what a verified manifest is worth', () => {
  const seen = { version: '1.1.0', signedAt: now - 2 * day };
  const rows: [string, Partial<Manifest>, Partial<Known>, unknown][] = [
    ['newer than what runs', {}, {}, true],
    ['what runs', {}, { version: '1.1.0' }, false],
    ['the release of the pre-release that runs', {}, { version: '1.1.0-beta' }, true],
    ['the very manifest that was seen', {}, { seen }, true],
    ['the same, signed anew', { signedAt: now }, { seen }, true],
    ['signed before what was seen', { signedAt: seen.signedAt - 1 }, { seen }, 'replayed'],
    ['signed before, though higher', { version: '2.0.0', signedAt: 0 }, { seen }, 'replayed'],
    ['below what runs', {}, { version: '1.1.1' }, 'downgrade'],
    [
      'below what was seen',
      { signedAt: now },
      { seen: { ...seen, version: '1.1.1' } },
      'downgrade',
    ],
    ['on its last millisecond', { expires: now + 1 }, {}, true],
    ['expired', { expires: now }, {}, 'expired'],
    ['signed within the slack of clocks', { signedAt: now + day }, {}, true],
    ['signed later than that', { signedAt: now + day + 1 }, {}, 'not-yet'],
  ];
  test.each(rows)('%s', (_, given, circumstances, expected) => {
    const judged = judge(manifest(given), known(circumstances));
    expect(judged.ok ? judged.value : judged.failure.kind).toBe(expected);
  });

  test('whatever comes, what is taken never goes back', () => {
    const step = fc.record({ version: numbers, signedAt: fc.integer({ min: 0, max: 9 }) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        let held: Known['seen'] = null;
        for (const { version, signedAt } of steps) {
          const offered = manifest({ version: textOf(version), signedAt: now - (10 - signedAt) });
          if (!judge(offered, known({ version: '0.0.0', seen: held })).ok) continue;
          if (held !== null) {
            expect(compareVersions(offered.version, held.version)).toBeGreaterThanOrEqual(0);
            expect(offered.signedAt).toBeGreaterThanOrEqual(held.signedAt);
          }
          held = { version: offered.version, signedAt: offered.signedAt };
        }
      }),
    );
  });
});

describe('a manifest', () => {
  const file = { url: 'Overhead-1.1.0-x64.exe', sha512: `${'A'.repeat(86)}==`, size: 5 };
  const json = {
    version: '1.1.0',
    files: [file],
    releaseDate: '2026-11-17T00:00:00Z',
    signedAt: '2026-11-18T00:00:00.000Z',
    expires: '2027-05-18T00:00:00.000Z',
    releaseNotes: 'One.\n\u202eTwo.\u0007',
  };
  const parse = (value: unknown) => parseManifest(Buffer.from(JSON.stringify(value)));

  test('is read, and its notes are text without tricks', () => {
    expect(parse(json)).toMatchObject({
      ok: true,
      value: { version: '1.1.0', releaseNotes: 'One.\nTwo.', signedAt: Date.parse(json.signedAt) },
    });
  });

  const bad: [string, object][] = [
    ['a size of none', { files: [{ ...file, size: 0 }] }],
    ['a size beyond reason', { files: [{ ...file, size: 2 ** 31 }] }],
    ['no files', { files: [] }],
    ['a short hash', { files: [{ ...file, sha512: 'AAAA' }] }],
    ['an expiry before its signing', { expires: '2026-11-17T00:00:00Z' }],
    ['a time that is none', { signedAt: 'yesterday' }],
  ];
  test.each(bad)('with %s is refused', (_, change) => {
    expect(parse({ ...json, ...change })).toMatchObject({ failure: { kind: 'malformed' } });
  });

  test('names only files that stay in the folder of the feed', () => {
    const feed = new URL('https://updates.example/overhead/');
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom(...Array.from('aA1./\\:%?#@ -_\u0000é')),
          maxLength: 12,
        }),
        (name) => {
          const url = `${name}1.1.0.exe`;
          if (!parse({ ...json, files: [{ ...file, url }] }).ok) return;
          const { href } = new URL(url, feed);
          expect(href).toBe(`${feed.href}${url}`);
          expect(url).not.toMatch(/[/\\]|\.\./);
        },
      ),
      { numRuns: 2000 },
    );
  });

  test('has a package for each kind of installation, and only for its processor', () => {
    const names = ['x86_64.AppImage', 'arm64.AppImage', 'amd64.deb', 'x86_64.rpm', 'x64.exe']
      .concat(['x64.zip', 'arm64.zip', 'x64.dmg'])
      .map((end) => `Overhead-1.1.0-${end}`);
    const all = manifest({ files: names.map((url) => ({ ...file, url })) });
    const found = (kind: Parameters<typeof packageFor>[1]['kind'], arch: string) =>
      packageFor(all, { kind, arch })?.url.slice('Overhead-1.1.0-'.length) ?? null;
    expect(found('appimage', 'x64')).toBe('x86_64.AppImage');
    expect(found('appimage', 'arm64')).toBe('arm64.AppImage');
    expect(found('deb', 'x64')).toBe('amd64.deb');
    expect(found('rpm', 'arm64')).toBeNull();
    expect(found('mac', 'arm64')).toBe('arm64.zip');
    expect(found('mac', 'x64')).toBe('x64.zip');
    expect(manifestName({ kind: 'rpm', arch: 'x64' })).toBe('latest-linux.yml');
    expect(manifestName({ kind: 'appimage', arch: 'arm64' })).toBe('latest-linux-arm64.yml');
    expect(manifestName({ kind: 'mac', arch: 'arm64' })).toBe('latest-mac.yml');
    expect(manifestName({ kind: 'nsis', arch: 'x64' })).toBe('latest.yml');
  });
});
