import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { existsSync, statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  createUpdateRig,
  fileOf,
  type RigOptions,
  type UpdateRig,
} from '#test/support/update-rig.ts';
import type { Updates } from '../updates.ts';

let rig: UpdateRig;
let updates: Updates;
const released = fileOf('appimage', '1.1.0');
/** Undone after the rig has gone. */
const undo: (() => void)[] = [];

async function begin(options: RigOptions = {}, content?: string, patience = {}): Promise<void> {
  rig = await createUpdateRig(options);
  vi.stubEnv('APPIMAGE', rig.image);
  await rig.release('1.1.0', content === undefined ? {} : { content });
  updates = rig.start(patience);
  expect(await rig.check(updates)).toMatchObject({ status: 'available' });
}

/** The AppImage is as it was, nothing lies beside it, and nobody asked for an end. */
function expectUntouched(): void {
  expect(rig.imageText()).toBe('the version that runs');
  expect(readdirSync(rig.home)).toEqual(['Overhead.AppImage']);
  expect(rig.relaunches).toEqual([]);
  expect(rig.defects).toEqual([]);
}

afterEach(async () => {
  vi.unstubAllEnvs();
  await rig.close();
  for (const step of undo.splice(0)) step();
});

// The packages of Linux; those of other systems are installed by programs that only they have.
describe.skipIf(process.platform !== 'linux')('an AppImage', () => {
  test('is replaced when the person says so, keeping its name and its rights', async () => {
    await begin();
    // Other rights than a download has.
    chmodSync(rig.image, 0o750);
    const progress: number[] = [];
    await updates.download();
    if (updates.state.status === 'downloading') progress.push(updates.state.bytes);
    expect(updates.state).toMatchObject({ status: 'ready', onQuit: 'leave' });
    expectUntouched();
    updates.installNow();
    expect(rig.imageText()).toBe('version 1.1.0');
    expect(statSync(rig.image).mode & 0o777).toBe(0o750);
    expect(readdirSync(rig.home)).toEqual(['Overhead.AppImage']);
    expect(rig.relaunches).toEqual(['relaunch', 'quit']);
    // The end that follows does not install it twice.
    updates.installOnQuit(true);
    updates.atEnd();
    expect(rig.relaunches).toEqual(['relaunch', 'quit']);
  });

  test('is replaced at the end of the app only when the person chose that', async () => {
    await begin();
    await updates.download();
    updates.atEnd();
    expectUntouched();
    updates.installOnQuit(true);
    updates.installOnQuit(false);
    updates.atEnd();
    expectUntouched();
    updates.installOnQuit(true);
    await updates.dispose();
    updates.atEnd();
    expect(rig.imageText()).toBe('version 1.1.0');
    expect(rig.relaunches).toEqual([]);
  });

  test('behind a symbolic link is replaced, and the link stays', async () => {
    await begin();
    const link = join(rig.folder, 'link');
    symlinkSync(rig.image, link);
    vi.stubEnv('APPIMAGE', link);
    await updates.download();
    updates.installNow();
    expect(rig.imageText()).toBe('version 1.1.0');
    expect(readFileSync(link, 'utf8')).toBe('version 1.1.0');
  });

  test('asks the feed for three files in all: there is no other way to a manifest', async () => {
    await begin();
    await updates.download();
    expect(rig.asked()).toEqual(['latest-linux.yml', 'latest-linux.yml.sig', released]);
    expect(readdirSync(rig.updatesFolder)).toEqual(['.made-by-overhead', 'pending']);
  });

  test('is not brought twice: a later run finds what an earlier one brought', async () => {
    await begin();
    await updates.download();
    await updates.dispose();
    rig.clock.setWallClock('2026-11-22T00:00:00Z');
    updates = rig.start();
    await rig.check(updates);
    await updates.download();
    expect(updates.state.status).toBe('ready');
    expect(rig.asked().filter((name) => name === released)).toHaveLength(1);
    updates.installNow();
    expect(rig.imageText()).toBe('version 1.1.0');
  });

  const same = 'version 1.1.0'.length;
  const served: [string, (file: string) => void, unknown][] = [
    [
      'a bit of the file is another',
      (file) => writeFileSync(file, 'version 1.1.1'),
      { kind: 'wrong-file' },
    ],
    [
      'the file breaks off',
      (file) => truncateSync(file, same - 1),
      { kind: 'download', failure: { kind: 'truncated' } },
    ],
    [
      'the file goes on',
      (file) => writeFileSync(file, 'x'.repeat(same + 1)),
      { kind: 'download', failure: { kind: 'too-large', limit: same, unit: 'bytes' } },
    ],
    [
      'it is a page in HTML',
      (file) => writeFileSync(file, '<!doctype ht>'),
      { kind: 'wrong-file' },
    ],
    ['it is gone', (file) => rmSync(file), { kind: 'download', failure: { kind: 'not-found' } }],
  ];
  test.each(served)('stays as it is when %s', async (_, spoil, trouble) => {
    await begin();
    spoil(join(rig.folder, released));
    await updates.download();
    expect(updates.state).toMatchObject({
      status: 'failed',
      trouble,
      release: { version: '1.1.0' },
    });
    updates.installNow();
    updates.atEnd();
    expectUntouched();
    // What came is not kept, and a feed that is well again is good for a second try.
    expect(existsSync(join(rig.updatesFolder, 'pending', released))).toBe(false);
    writeFileSync(join(rig.folder, released), 'version 1.1.0');
    await updates.download();
    expect(updates.state.status).toBe('ready');
  });

  test('stays as it is when the manifest holds the hash of another file', async () => {
    await begin();
    await rig.later(1);
    const { createHash } = await import('node:crypto');
    const sha512 = createHash('sha512').update('another').digest('base64');
    rig.signRaw((manifest) => ({
      ...manifest,
      signedAt: new Date(rig.clock.now()).toISOString(),
      files: [{ url: released, size: same, sha512 }],
    }));
    await rig.check(updates);
    await updates.download();
    expect(updates.state).toMatchObject({ status: 'failed', trouble: { kind: 'wrong-file' } });
    expectUntouched();
  });

  test('stays as it is when the file is redirected to another host, or drips', async () => {
    await begin({}, undefined, { idle: 500 });
    rig.intrude((request, response) => {
      if (request.url?.endsWith('.AppImage') !== true) return false;
      response.writeHead(302, { location: 'http://localhost:1/x.AppImage' }).end();
      return true;
    });
    await updates.download();
    expect(updates.state).toMatchObject({
      trouble: { kind: 'download', failure: { kind: 'address-refused' } },
    });
    rig.intrude((request, response) => {
      if (request.url?.endsWith('.AppImage') !== true) return false;
      response.writeHead(200, { 'content-length': same }).write('vers');
      return true;
    });
    await updates.download();
    expect(updates.state).toMatchObject({
      trouble: { kind: 'download', failure: { kind: 'timeout', stage: 'idle' } },
    });
    expectUntouched();
  });

  test('stays as it is when the disk is full while the new one is downloaded', async () => {
    // /dev/full takes nothing, as a full disk does.
    await begin({ openFile: () => open('/dev/full', 'w') });
    await updates.download();
    expect(updates.state).toMatchObject({
      trouble: { kind: 'download', failure: { kind: 'storage', code: 'ENOSPC' } },
    });
    expectUntouched();
  });

  test('stays as it is when what was downloaded is changed on this disk', async () => {
    await begin();
    await updates.download();
    writeFileSync(join(rig.updatesFolder, 'pending', released), 'version 6.6.6');
    updates.installNow();
    expect(updates.state).toMatchObject({ status: 'failed', trouble: { kind: 'wrong-file' } });
    expectUntouched();
  });

  test('stays as it is when a trap lies where the copy goes', async () => {
    await begin();
    await updates.download();
    const victim = join(rig.folder, 'victim');
    writeFileSync(victim, 'precious');
    symlinkSync(victim, join(rig.home, '.Overhead.AppImage.new'));
    updates.installNow();
    expect(readFileSync(victim, 'utf8')).toBe('precious');
    expect(rig.imageText()).toBe('version 1.1.0');
  });

  test('stays as it is when the app ends during the download', async () => {
    await begin();
    rig.intrude((request) => request.url?.endsWith('.AppImage') === true);
    const download = updates.download();
    await vi.waitUntil(() => rig.asked().includes(released));
    await updates.dispose();
    await download;
    updates.atEnd();
    expectUntouched();
  });

  describe('on a file system of its own', () => {
    let home: string;
    let mounted = false;
    beforeEach(() => {
      home = mkdtempSync(join(tmpdir(), 'overhead-small-'));
      try {
        const quiet = { stdio: 'ignore' } as const;
        execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', home], quiet);
        mounted = true;
      } catch {
        mounted = false;
      }
      undo.push(() => {
        if (mounted) execFileSync('umount', [home]);
        rmSync(home, { recursive: true, force: true });
      });
    });

    test('stays as it is when there is no room beside it', async ({ skip }) => {
      await begin({ home }, 'x'.repeat(200_000));
      await updates.download();
      skip(!mounted, 'nothing may be mounted here');
      updates.installNow();
      expect(updates.state).toMatchObject({
        trouble: { kind: 'install', detail: 'the disk is full' },
      });
      expectUntouched();
    });

    test('stays as it is when its folder cannot be written to', async ({ skip }) => {
      await begin({ home });
      await updates.download();
      if (mounted) execFileSync('mount', ['-o', 'remount,ro', home]);
      else chmodSync(home, 0o555);
      skip(!mounted && process.getuid?.() === 0, 'nothing is read-only for root');
      updates.installOnQuit(true);
      updates.atEnd();
      expect(updates.state).toMatchObject({
        trouble: { kind: 'install', detail: 'its folder cannot be written to' },
      });
      expectUntouched();
    });
  });
});
