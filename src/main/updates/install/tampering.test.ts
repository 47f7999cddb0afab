import { generateKeyPairSync } from 'node:crypto';
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { startServer } from '#test/support/http-server.ts';
import {
  createUpdateRig,
  packageFileOf,
  linuxManifest,
  type UpdateRig,
} from '#test/support/update-rig.ts';
import { signManifest } from '#tools/release/manifests.ts';
import type { UpdateFailure } from '#shared/updates/update.ts';
import type { PackageKind } from '../manifest.ts';

let rig: UpdateRig;
afterEach(() => rig.close());

const signature = `${linuxManifest}.sig`;
const flip = (path: string, at: number): void => {
  const bytes = readFileSync(path);
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  writeFileSync(path, bytes);
};
/**
 * Runs a check that must fail, and returns its failure. Expects no requests except for the manifest and its signature.
 */
async function failureOf(
  kind: PackageKind,
  prepare: (rig: UpdateRig) => unknown,
  deadlines = {},
): Promise<UpdateFailure> {
  rig = await createUpdateRig({ kind });
  await rig.release('1.1.0');
  await prepare(rig);
  const state = await rig.check(rig.start(deadlines));
  if (state.status !== 'failed') throw new Error(`the update was accepted: ${state.status}`);
  expect([linuxManifest, signature]).toEqual(expect.arrayContaining([...rig.asked()]));
  expect(rig.imageText()).toBe('the version that runs');
  expect(state.release).toBeNull();
  expect(rig.defects).toEqual([]);
  return state.failure;
}

// electron-updater asks for the release of an AppImage; the app itself asks for that of a deb.
describe.each(['appimage', 'deb'] as const)('the check of the feed by a package: %s', (kind) => {
  const path = (name: string): string => join(rig.folder, name);
  const answer =
    (text: string | Buffer, status = 200, end = true) =>
    ({ intrude }: UpdateRig) =>
      intrude((_, response) => {
        response.writeHead(status);
        if (end) response.end(text);
        else response.write(text);
        return true;
      });
  const rows: [string, (rig: UpdateRig) => unknown, object][] = [
    ['no signature', () => rmSync(path(signature)), { kind: 'unsigned' }],
    ['an empty signature', () => writeFileSync(path(signature), ''), { kind: 'bad-signature' }],
    [
      'the signature of another key',
      ({ release }) => release('1.1.0', { key: generateKeyPairSync('ed25519').privateKey }),
      { kind: 'bad-signature' },
    ],
    ['a changed manifest', () => flip(path(linuxManifest), 20), { kind: 'bad-signature' }],
    ['a changed signature', () => flip(path(signature), 20), { kind: 'bad-signature' }],
    [
      'the signed manifest of another system',
      async ({ folder, clock, privateKey }) => {
        const signing = { keys: [privateKey], now: clock.now(), days: 9, notes: null };
        copyFileSync(path(linuxManifest), path('latest.yml'));
        await signManifest(folder, 'latest.yml', signing);
        copyFileSync(path('latest.yml'), path(linuxManifest));
        copyFileSync(path('latest.yml.sig'), path(signature));
      },
      { kind: 'bad-signature' },
    ],
    [
      'a lower version that was signed later',
      ({ release }) => release('0.9.0'),
      { kind: 'downgrade', offered: '0.9.0', known: '1.0.0' },
    ],
    [
      'an expired manifest',
      async ({ release, later }) => {
        await release('1.1.0', { days: 3 });
        await later(4);
      },
      { kind: 'expired' },
    ],
    [
      'a manifest from the future',
      ({ clock }) => clock.setWallClock('2026-11-01T00:00:00Z'),
      { kind: 'not-yet' },
    ],
    ...['../Overhead-1.1.0.AppImage', '/tmp/Overhead-1.1.0.AppImage', 'https://x/1.1.0.AppImage']
      .concat(['a\\1.1.0.AppImage', '%2e%2e%2f1.1.0.AppImage', '1.1.0 $(id).AppImage', '..'])
      .map((url): (typeof rows)[number] => [
        `the file name ${url}`,
        ({ signRaw }) =>
          signRaw((manifest) => {
            const [file] = manifest['files'] as object[];
            return { ...manifest, files: [{ ...file, url }] };
          }),
        { kind: 'malformed', detail: 'files.0.url' },
      ]),
    [
      'a file of another version',
      ({ signRaw }) => signRaw((manifest) => ({ ...manifest, version: '1.2.0' })),
      { kind: 'malformed' },
    ],
    [
      'a release without a package for this system',
      ({ release }) => release('1.1.0', { name: packageFileOf('rpm', '1.1.0') }),
      { kind: 'no-package', version: '1.1.0' },
    ],
    [
      'an HTML page',
      answer('<!doctype html><p>Hello'),
      { kind: 'feed', failure: { kind: 'offline', reason: 'portal' } },
    ],
    [
      'a huge manifest',
      answer(Buffer.alloc(1_000_000)),
      { kind: 'feed', failure: { kind: 'too-large' } },
    ],
    [
      'status 503',
      answer('', 503),
      { kind: 'feed', failure: { kind: 'unavailable', status: 503 } },
    ],
    [
      'no answer',
      ({ intrude }) => intrude(() => true),
      { kind: 'feed', failure: { kind: 'timeout' } },
    ],
    [
      'an answer that does not end',
      answer('{', 200, false),
      { kind: 'feed', failure: { kind: 'timeout' } },
    ],
    [
      'a refused connection',
      ({ server }) => server.close(),
      { kind: 'feed', failure: { kind: 'offline', reason: 'refused' } },
    ],
  ];

  it.each(rows)('refuses %s and requests nothing else', async (_, prepare, expected) => {
    // Only the rows that time out have short deadlines, because the machine may be slow.
    const isTimeout = JSON.stringify(expected).includes('timeout');
    const deadlines = isTimeout ? { headers: 300, idle: 300 } : {};
    expect(await failureOf(kind, prepare, deadlines)).toMatchObject(expected);
  });

  it('refuses a redirect to another host before it sends a request there', async () => {
    const other = await startServer((_, response) => void response.end('{}'));
    const failure = await failureOf(kind, ({ intrude }) =>
      intrude((_, response) => (response.writeHead(302, { location: other.url }).end(), true)),
    );
    expect(failure).toMatchObject({ kind: 'feed', failure: { kind: 'address-refused' } });
    expect(other.requests).toEqual([]);
    await other.close();
  });

  it('refuses a validly signed manifest that is older than the last accepted one, even after a restart', async () => {
    rig = await createUpdateRig({ kind });
    await rig.release('1.1.0');
    const old = join(rig.folder, 'old');
    copyFileSync(path(linuxManifest), old);
    copyFileSync(path(signature), `${old}.sig`);
    await rig.later(1);
    await rig.release('1.2.0');
    const updates = rig.start();
    expect(await rig.check(updates)).toMatchObject({ release: { version: '1.2.0' } });
    copyFileSync(old, path(linuxManifest));
    copyFileSync(`${old}.sig`, path(signature));
    // The verified release can still be installed.
    expect(await rig.check(updates)).toMatchObject({
      status: 'failed',
      failure: { kind: 'replayed' },
      release: { version: '1.2.0' },
    });
    await updates.dispose();
    expect(await rig.check(rig.start())).toMatchObject({ failure: { kind: 'replayed' } });
  });

  it('refuses a version below the highest verified version, even if the lower version was signed later', async () => {
    rig = await createUpdateRig({ kind });
    await rig.release('1.2.0');
    const updates = rig.start();
    await rig.check(updates);
    await rig.later(1);
    await rig.release('1.1.0');
    expect(await rig.check(updates)).toMatchObject({
      failure: { kind: 'downgrade', offered: '1.1.0', known: '1.2.0' },
    });
  });

  it('finds no update when the newest release in the feed is the running version', async () => {
    rig = await createUpdateRig({ kind, version: '1.1.0' });
    await rig.release('1.1.0');
    expect(await rig.check(rig.start())).toMatchObject({ status: 'idle' });
    expect(readdirSync(rig.home)).toEqual(['Overhead.AppImage']);
  });
});
