import { generateKeyPairSync } from 'node:crypto';
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { startServer } from '#test/support/http-server.ts';
import {
  createUpdateRig,
  fileOf,
  linuxManifest,
  type UpdateRig,
} from '#test/support/update-rig.ts';
import type { UpdateTrouble } from '#shared/updates/update.ts';

let rig: UpdateRig;
afterEach(() => rig.close());

const signature = `${linuxManifest}.sig`;
const flip = (path: string, at: number): void => {
  const bytes = readFileSync(path);
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  writeFileSync(path, bytes);
};
/** The troubles of a check, and nothing but the manifest and its signature was asked for. */
async function troubleOf(
  prepare: (rig: UpdateRig) => unknown,
  patience = {},
): Promise<UpdateTrouble> {
  rig = await createUpdateRig();
  await rig.release('1.1.0');
  await prepare(rig);
  const state = await rig.check(rig.start(patience));
  if (state.status !== 'failed') throw new Error(`the update was taken: ${state.status}`);
  expect(new Set([...rig.asked(), linuxManifest, signature])).toEqual(
    new Set([linuxManifest, signature]),
  );
  expect(rig.imageText()).toBe('the version that runs');
  expect(state.release).toBeNull();
  expect(rig.defects).toEqual([]);
  return state.trouble;
}

describe('a feed that cannot be trusted', () => {
  const path = (name: string): string => join(rig.folder, name);
  const rows: [string, (rig: UpdateRig) => unknown, object][] = [
    ['no signature', () => rmSync(path(signature)), { kind: 'unsigned' }],
    ['an empty signature', () => writeFileSync(path(signature), ''), { kind: 'bad-signature' }],
    [
      'the signature of another key',
      ({ release }) => release('1.1.0', { key: generateKeyPairSync('ed25519').privateKey }),
      { kind: 'bad-signature' },
    ],
    ['a bit of the manifest', () => flip(path(linuxManifest), 20), { kind: 'bad-signature' }],
    ['a bit of the signature', () => flip(path(signature), 20), { kind: 'bad-signature' }],
    [
      'a signed manifest under the name of another system',
      async ({ folder }) => {
        const { signManifest } = await import('#tools/release/manifests.ts');
        const signing = { keys: [rig.privateKey], now: rig.clock.now(), days: 9, notes: null };
        copyFileSync(join(folder, linuxManifest), join(folder, 'latest.yml'));
        await signManifest(folder, 'latest.yml', signing);
        copyFileSync(join(folder, 'latest.yml'), join(folder, linuxManifest));
        copyFileSync(join(folder, 'latest.yml.sig'), join(folder, signature));
      },
      { kind: 'bad-signature' },
    ],
    [
      'a lower version, signed later',
      ({ release }) => release('0.9.0'),
      { kind: 'downgrade', offered: '0.9.0', known: '1.0.0' },
    ],
    [
      'a manifest that has expired',
      async ({ release, later }) => {
        await release('1.1.0', { days: 3 });
        await later(4);
      },
      { kind: 'expired' },
    ],
    [
      'a manifest from the future',
      async ({ clock, release }) => {
        await release('1.1.0');
        clock.setWallClock('2026-11-01T00:00:00Z');
      },
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
      'no package for this system',
      ({ release }) => release('1.1.0', { name: fileOf('deb', '1.1.0') }),
      { kind: 'no-package', version: '1.1.0' },
    ],
    [
      'a package for another processor',
      ({ release }) => release('1.1.0', { name: 'Overhead-1.1.0-arm64.AppImage' }),
      { kind: 'no-package', version: '1.1.0' },
    ],
    [
      'a page in HTML',
      ({ intrude }) => intrude((_, response) => (response.end('<!doctype html><p>Hello'), true)),
      { kind: 'feed', failure: { kind: 'offline', reason: 'portal' } },
    ],
    [
      'a huge manifest',
      ({ intrude }) => intrude((_, response) => (response.end(Buffer.alloc(1_000_000)), true)),
      { kind: 'feed', failure: { kind: 'too-large' } },
    ],
    [
      'a server with trouble',
      ({ intrude }) => intrude((_, response) => (response.writeHead(503).end(), true)),
      { kind: 'feed', failure: { kind: 'unavailable', status: 503 } },
    ],
    [
      'a server that never answers',
      ({ intrude }) => intrude(() => true),
      { kind: 'feed', failure: { kind: 'timeout' } },
    ],
    [
      'an answer that never ends',
      ({ intrude }) => intrude((_, response) => (response.writeHead(200).write('{'), true)),
      { kind: 'feed', failure: { kind: 'timeout' } },
    ],
    [
      'a feed that is gone',
      ({ server }) => server.close(),
      { kind: 'feed', failure: { kind: 'offline', reason: 'refused' } },
    ],
  ];

  test.each(rows)('%s is refused, and nothing else is fetched', async (_, prepare, expected) => {
    // Only who waits for nothing waits briefly: a busy machine is slow, too.
    const patience = JSON.stringify(expected).includes('timeout')
      ? { headers: 300, idle: 300 }
      : {};
    expect(await troubleOf(prepare, patience)).toMatchObject(expected);
  });

  test('a redirect to another host is refused before anything is asked of it', async () => {
    const other = await startServer((_, response) => void response.end('{}'));
    const trouble = await troubleOf(({ intrude }) =>
      intrude((_, response) => (response.writeHead(302, { location: other.url }).end(), true)),
    );
    expect(trouble).toMatchObject({ kind: 'feed', failure: { kind: 'address-refused' } });
    expect(other.requests).toEqual([]);
    await other.close();
  });
});

describe('what was verified before', () => {
  test('is not undone by an older manifest, however well it is signed', async () => {
    rig = await createUpdateRig();
    await rig.release('1.1.0');
    const old = join(rig.folder, 'old');
    copyFileSync(join(rig.folder, linuxManifest), old);
    copyFileSync(join(rig.folder, signature), `${old}.sig`);
    await rig.later(1);
    await rig.release('1.2.0');
    const updates = rig.start();
    expect(await rig.check(updates)).toMatchObject({ release: { version: '1.2.0' } });
    copyFileSync(old, join(rig.folder, linuxManifest));
    copyFileSync(`${old}.sig`, join(rig.folder, signature));
    const state = await rig.check(updates);
    // What was verified can still be downloaded.
    expect(state).toMatchObject({
      status: 'failed',
      trouble: { kind: 'replayed' },
      release: { version: '1.2.0' },
    });
    // The memory is not of this run alone.
    await updates.dispose();
    expect(await rig.check(rig.start())).toMatchObject({ trouble: { kind: 'replayed' } });
  });

  test('is not undone by a lower version that was signed later', async () => {
    rig = await createUpdateRig();
    await rig.release('1.2.0');
    const updates = rig.start();
    await rig.check(updates);
    await rig.later(1);
    await rig.release('1.1.0');
    expect(await rig.check(updates)).toMatchObject({
      trouble: { kind: 'downgrade', offered: '1.1.0', known: '1.2.0' },
    });
  });

  test('the same version again is no news', async () => {
    rig = await createUpdateRig({ version: '1.1.0' });
    await rig.release('1.1.0');
    expect(await rig.check(rig.start())).toMatchObject({ status: 'idle' });
    expect(readdirSync(rig.home)).toEqual(['Overhead.AppImage']);
  });
});
