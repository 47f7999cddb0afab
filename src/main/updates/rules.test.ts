import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { updateStateSchema, type Release, type UpdateState } from '#shared/updates/update.ts';
import { describeUpdatesOff, describeUpdateFailure } from '#shared/updates/update-words.ts';
import { manifestName, packageFor, parseManifest } from './manifest.ts';
import {
  compareVersions,
  nextUpdateState,
  reasonToRefuseManifest,
  type UpdateEvent,
} from './rules.ts';
import { expectRecord } from '#test/support/record.ts';
import { runs } from '#test/support/runs.ts';

const numbers = fc.tuple(fc.nat(30), fc.nat(30), fc.nat(30));
const textOf = (parts: readonly number[]): string => parts.join('.');

describe('compareVersions', () => {
  it('orders versions by their numbers', () => {
    fc.assert(
      fc.property(numbers, numbers, (a, b) => {
        const first = a.findIndex((part, index) => part !== b[index]);
        const expected = first < 0 ? 0 : Math.sign((a[first] ?? 0) - (b[first] ?? 0));
        expect(Math.sign(compareVersions(textOf(a), textOf(b)))).toBe(expected);
      }),
    );
  });

  it('orders a pre-release between its release and the previous release', () => {
    expect(compareVersions('1.2.0-beta.1', '1.2.0')).toBeLessThan(0);
    expect(compareVersions('1.2.0-beta.1', '1.1.9')).toBeGreaterThan(0);
  });
});

const day = 24 * 3600_000;
const now = Date.parse('2026-11-20T12:00:00Z');
const signed = { version: '1.1.0', signedAt: now - 2 * day, expires: now + 100 * day };

describe('reasonToRefuseManifest', () => {
  const seen = { version: '1.1.0', signedAt: signed.signedAt };
  type Running = Parameters<typeof reasonToRefuseManifest>[1];
  const known: Running = { version: '1.0.0', seen: null, now };
  it.each<[string, Partial<typeof signed>, Partial<Running>, string | null]>([
    ['accepts a newer version', {}, {}, null],
    ['accepts the running version', {}, { version: '1.1.0' }, null],
    ['accepts the release of the running pre-release', {}, { version: '1.1.0-beta' }, null],
    ['accepts the manifest that was verified last', {}, { seen }, null],
    ['accepts a new signature', { signedAt: now }, { seen }, null],
    ['refuses an older signature', { signedAt: seen.signedAt - 1 }, { seen }, 'replayed'],
    [
      'refuses an older signature of a higher version',
      { version: '2.0.0', signedAt: 0 },
      { seen },
      'replayed',
    ],
    ['refuses a version below the running one', {}, { version: '1.1.1' }, 'downgrade'],
    [
      'refuses a version below the highest verified one',
      { signedAt: now },
      { seen: { ...seen, version: '1.1.1' } },
      'downgrade',
    ],
    [
      'accepts a manifest in the last millisecond before it expires',
      { expires: now + 1 },
      {},
      null,
    ],
    ['refuses an expired manifest', { expires: now }, {}, 'expired'],
    ['accepts a clock difference of a day', { signedAt: now + day }, {}, null],
    ['refuses a larger clock difference', { signedAt: now + day + 1 }, {}, 'not-yet'],
  ])('%s', (_, given, circumstances, expected) => {
    const refusal = reasonToRefuseManifest({ ...signed, ...given }, { ...known, ...circumstances });
    expect(refusal?.kind ?? null).toBe(expected);
  });

  it('never accepts a lower version or an older signature than the last accepted one', () => {
    const step = fc.record({ version: numbers, signedAt: fc.integer({ min: 0, max: 9 }) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        let held: Running['seen'] = null;
        for (const { version, signedAt } of steps) {
          const offered = { ...signed, version: textOf(version), signedAt: now - 10 + signedAt };
          if (reasonToRefuseManifest(offered, { version: '0.0.0', seen: held, now }) !== null)
            continue;
          if (held !== null) {
            expect(compareVersions(offered.version, held.version)).toBeGreaterThanOrEqual(0);
            expect(offered.signedAt).toBeGreaterThanOrEqual(held.signedAt);
          }
          held = offered;
        }
      }),
    );
  });
});

describe('parseManifest', () => {
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

  it('returns the times in milliseconds, and the notes without control characters and after 8,000 characters', () => {
    const notes =
      'a\u0000\u0008b\tc\nd\u000b\u001fe\u007f\u009ff\u200e\u200fg\u202a\u202eh\u2066\u2069i';
    const value = {
      version: '1.1.0',
      files: [file],
      releaseDate: Date.parse('2026-11-17'),
      signedAt: Date.parse('2026-11-18'),
      expires: Date.parse('2027-05-18'),
    };
    for (const [releaseNotes, text] of [
      [` ${notes} `, 'ab\tc\ndefghi'],
      [`\n${'x'.repeat(9_000)}`, 'x'.repeat(8_000)],
      [null, ''],
      [undefined, ''],
    ])
      expect(parse({ ...json, releaseNotes })).toEqual({
        ok: true,
        value: { ...value, releaseNotes: text },
      });
  });

  const fileWith = (part: Partial<typeof file>) => ({ files: [{ ...file, ...part }] });
  it.each<[string, object]>([
    ['the largest size', fileWith({ size: 2 ** 30 })],
    ['the smallest size', fileWith({ size: 1 })],
    ['32 files', { files: Array.from({ length: 32 }, () => file) }],
    ['a long name', fileWith({ url: `a-1.1.0-${'x'.repeat(116)}.exe` })],
    ['the highest numbers', { version: '999999.0.0', ...fileWith({ url: 'a-999999.0.0.exe' }) }],
    ['a time with an offset', { signedAt: '2026-11-18T00:00:00+01:00' }],
    ['a hash of each kind of character', fileWith({ sha512: `${'Az09+/'.repeat(14)}xy==` })],
  ])('accepts %s', (_what, change) => {
    expect(parse({ ...json, ...change })).toMatchObject({ ok: true });
  });

  it.each<[string, object, string]>([
    ...[
      '1.2',
      '1.2.3.4',
      'v1.2.3',
      '01.2.3',
      '1.2.3-beta',
      '1.2.3 ',
      '',
      '1e3.0.0',
      '1000000.0.0',
    ].map((version): [string, object, string] => [
      `the version ${JSON.stringify(version)}`,
      { version, ...fileWith({ url: `Overhead-${version.trim()}.exe` }) },
      'version',
    ]),
    ['a size of zero', fileWith({ size: 0 }), 'files.0.size'],
    ['a size above the limit', fileWith({ size: 2 ** 30 + 1 }), 'files.0.size'],
    ['no files', { files: [] }, 'files'],
    ['33 files', { files: Array.from({ length: 33 }, () => file) }, 'files'],
    ['a longer name', fileWith({ url: `a-1.1.0-${'x'.repeat(117)}.exe` }), 'files.0.url'],
    ['a name without an extension', fileWith({ url: 'a' }), 'files.0.url'],
    ['a short hash', fileWith({ sha512: 'AAAA' }), 'files.0.sha512'],
    ['text before a hash', fileWith({ sha512: `A${file.sha512}` }), 'files.0.sha512'],
    ['text after a hash', fileWith({ sha512: `${file.sha512}A` }), 'files.0.sha512'],
    ['a file of another version', fileWith({ url: 'a-1.1.1.exe' }), 'a-1.1.1.exe is not of 1.1.0'],
    [
      'one file of another version',
      { files: [file, { ...file, url: 'a-1.1.1.exe' }] },
      'a-1.1.1.exe is not of 1.1.0',
    ],
    ['an expiry at the signing', { expires: json.signedAt }, 'it expires before it is signed'],
    ['a malformed time', { signedAt: 'yesterday' }, 'signedAt'],
  ])('refuses %s', (_what, change, detail) => {
    expect(parse({ ...json, ...change })).toEqual({
      ok: false,
      failure: { kind: 'malformed', detail },
    });
  });

  it('refuses bytes that are no object', () => {
    for (const bytes of ['', '[]', 'null'])
      expect(parseManifest(Buffer.from(bytes))).toEqual({
        ok: false,
        failure: { kind: 'malformed', detail: 'it is no manifest' },
      });
  });

  it('accepts only file names that stay in the folder of the feed', () => {
    const feed = new URL('https://updates.example/overhead/');
    const unit = fc.constantFrom(...Array.from('aA1./\\:%?#@ -_\u0000é'));
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 12 }), (name) => {
        const url = `${name}1.1.0.exe`;
        if (!parse({ ...json, files: [{ ...file, url }] }).ok) return;
        expect(new URL(url, feed).href).toBe(`${feed.href}${url}`);
        expect(url).not.toMatch(/[/\\]|\.\./);
      }),
      { numRuns: runs(2000) },
    );
  });

  it('finds the manifest and the package of each kind of installation and processor', () => {
    const files = [
      'x86_64.AppImage',
      'arm64.AppImage',
      'amd64.deb',
      'x86_64.rpm',
      'all.exe',
      'x64.exe',
    ]
      .concat(['x64.zip', 'arm64.zip', 'x64.dmg', 'arm64-2.zip', 'x64-2.exe'])
      .map((end) => ({ ...file, url: `Overhead-1.1.0-${end}` }));
    const parsed = parse({ ...json, files });
    if (!parsed.ok) throw new Error(parsed.failure.kind);
    const found = (kind: Parameters<typeof packageFor>[1]['kind'], arch: string) => [
      manifestName({ kind, arch }),
      packageFor(parsed.value, { kind, arch })?.url.slice('Overhead-1.1.0-'.length) ?? null,
    ];
    expect(found('appimage', 'x64')).toEqual(['latest-linux.yml', 'x86_64.AppImage']);
    expect(found('appimage', 'arm64')).toEqual(['latest-linux-arm64.yml', 'arm64.AppImage']);
    expect(found('deb', 'x64')).toEqual(['latest-linux.yml', 'amd64.deb']);
    expect(found('rpm', 'arm64')).toEqual(['latest-linux-arm64.yml', null]);
    expect(found('nsis', 'x64')).toEqual(['latest.yml', 'x64.exe']);
    expect(found('nsis', 'arm64')).toEqual(['latest.yml', null]);
    expect(found('mac', 'x64')).toEqual(['latest-mac.yml', 'x64.zip']);
    expect(found('mac', 'arm64')).toEqual(['latest-mac.yml', 'arm64.zip']);
  });
});

describe('nextUpdateState', () => {
  const release: Release = {
    version: '1.1.0',
    notes: '',
    releasedAt: 1,
    bytes: 10,
    installedBy: 'app',
  };
  const newer: Release = { ...release, version: '1.2.0' };
  const byUser: Release = { ...newer, installedBy: 'user' };
  const failure = { kind: 'unsigned' } as const;
  const check = { kind: 'check' } as const;
  const checked = (found: Release | null): UpdateEvent => ({
    kind: 'checked',
    at: 5,
    release: found,
  });
  const download = { kind: 'download' } as const;
  const downloaded = { kind: 'downloaded', worksOnQuit: true } as const;
  const events: readonly UpdateEvent[] = [
    check,
    checked(null),
    checked(release),
    checked(newer),
    checked(byUser),
    { kind: 'check-failed', failure },
    download,
    { kind: 'progress', bytes: 3 },
    downloaded,
    { kind: 'downloaded', worksOnQuit: false },
    { kind: 'download-failed', failure },
    { kind: 'on-quit', install: true },
    { kind: 'on-quit', install: false },
    { kind: 'install-failed', failure },
  ];
  const anyEvent = fc.constantFrom(...events);
  const idle: UpdateState = { status: 'idle', checkedAt: null };
  const run = (events: UpdateEvent[], from: UpdateState = idle) =>
    events.reduce(nextUpdateState, from);

  it('returns the recorded state after each event in each state', async () => {
    const checkedAt = 4;
    const known = { checkedAt, release };
    const states: UpdateState[] = [
      idle,
      { status: 'idle', checkedAt },
      { status: 'checking', checkedAt: null, release: null },
      { status: 'checking', ...known },
      { status: 'available', ...known },
      { status: 'available', checkedAt, release: byUser },
      { status: 'downloading', ...known, bytes: 1 },
      { status: 'ready', ...known, onQuit: 'leave' },
      { status: 'ready', ...known, onQuit: 'unsupported' },
      { status: 'failed', ...known, failure },
      { status: 'failed', checkedAt, failure, release: byUser },
      { status: 'failed', checkedAt: null, failure, release },
      { status: 'failed', checkedAt: null, failure, release: null },
    ];
    const text = (value: object): string =>
      Object.entries(value)
        .map(([name, part]) => {
          const known = part as Release | null;
          return `${name} ${name === 'release' ? known && known.version : JSON.stringify(part)}`;
        })
        .join(', ');
    const lines = states.flatMap((state) => [
      text(state),
      ...events.flatMap((event) => {
        const next = nextUpdateState(state, event);
        return next === state ? [] : [`  ${text(event)} -> ${text(next)}`];
      }),
    ]);
    await expectRecord(lines, join(import.meta.dirname, 'update-states-record.txt'));
  });

  it('remains `off` after any event', () => {
    const off: UpdateState = { status: 'off', reason: 'no-key' };
    fc.assert(
      fc.property(fc.array(anyEvent), (events) => {
        expect(run(events, off)).toBe(off);
      }),
    );
  });

  it('is `ready` only after a download, and then installs on quit only if the user requests it', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 40 }), (events) => {
        let state: UpdateState = idle;
        for (const event of events) {
          const before: UpdateState = state;
          state = nextUpdateState(before, event);
          expect(updateStateSchema.safeParse(state).success).toBe(true);
          if (state === before || state.status !== 'ready') continue;
          if (before.status === 'ready') expect(state.release).toEqual(before.release);
          else {
            expect([before.status, event.kind]).toEqual(['downloading', 'downloaded']);
            expect(state.onQuit).not.toBe('install');
          }
        }
      }),
    );
  });
});

describe('describeUpdateFailure', () => {
  it.each<Parameters<typeof describeUpdateFailure>[0]>([
    { kind: 'feed', failure: { kind: 'offline', reason: 'dns' } },
    { kind: 'unsigned' },
    { kind: 'bad-signature' },
    { kind: 'malformed', detail: 'files' },
    { kind: 'downgrade', offered: '1.0.0', known: '1.1.0' },
    { kind: 'replayed', signedAt: 1, knownAt: 2 },
    { kind: 'expired', at: 1 },
    { kind: 'not-yet', signedAt: 1 },
    { kind: 'no-package', version: '1.1.0' },
    { kind: 'download', failure: { kind: 'storage', code: 'ENOSPC' } },
    { kind: 'wrong-file' },
    { kind: 'install', detail: 'the disk is full' },
  ])('describes the failure “$kind” in complete sentences', (failure) => {
    for (const sentence of Object.values(describeUpdateFailure(failure)) as string[])
      expect(sentence).toMatch(/^[A-Z][^!']*\.$/);
    expect(describeUpdatesOff('no-feed')).toMatch(/^[A-Z][^!']*\.$/);
  });
});
