import { execFileSync } from 'node:child_process';
import { EventEmitter } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createUpdateRig,
  packageFileOf,
  type RigOptions,
  type UpdateRig,
} from '#test/support/update-rig.ts';
import type { PackageKind } from '../manifest.ts';
import type { Updates } from '../updates.ts';
import { installBySquirrel, type Squirrel } from './squirrel.ts';

let rig: UpdateRig;
let updates: Updates;
/** Called after each test, the end of the rig first. */
const cleanUps: (() => unknown)[] = [];

async function begin(options: RigOptions = {}, content?: string, deadlines = {}): Promise<void> {
  rig = await createUpdateRig(options);
  cleanUps.unshift(() => rig.close());
  const releasedAt = rig.clock.now();
  await rig.release('1.1.0', content === undefined ? {} : { content });
  updates = rig.start(deadlines);
  const bytes = (content ?? 'version 1.1.0').length;
  const release = { version: '1.1.0', notes: 'Better.', releasedAt, bytes };
  expect(await rig.check(updates)).toMatchObject({ status: 'available', release });
}

const downloaded = (kind: PackageKind): string =>
  join(rig.updatesFolder, 'pending', packageFileOf(kind, '1.1.0'));

function temporaryFolder(prefix: string): string {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  cleanUps.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * Expects that the AppImage is unchanged, that its folder contains no other file, and that the app was not asked to
 * quit.
 */
function expectUntouched(): void {
  expect(rig.imageText()).toBe('the version that runs');
  expect(readdirSync(rig.home)).toEqual(['Overhead.AppImage']);
  expect(rig.steps).toEqual([]);
  expect(rig.defects).toEqual([]);
}

afterEach(async () => {
  vi.unstubAllEnvs();
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

// Installers of other systems are programs that exist only on those systems.
describe.skipIf(process.platform !== 'linux')('createUpdater with an AppImage', () => {
  const released = packageFileOf('appimage', '1.1.0');

  it('replaces the AppImage on request and keeps its name and mode', async () => {
    await begin();
    chmodSync(rig.image, 0o750);
    await updates.download();
    expect(updates.state).toMatchObject({ status: 'ready', onQuit: 'leave' });
    expect(statSync(downloaded('appimage')).mode & 0o077).toBe(0);
    expect(statSync(rig.updatesFolder).mode & 0o077).toBe(0);
    expectUntouched();
    updates.installNow();
    expect(rig.imageText()).toBe('version 1.1.0');
    expect(statSync(rig.image).mode & 0o777).toBe(0o750);
    expect(readdirSync(rig.home)).toEqual(['Overhead.AppImage']);
    expect(rig.steps).toEqual(['quit']);
  });

  it('installs once, then releases the lock and starts the app again after the app has stopped', async () => {
    await begin();
    await updates.download();
    updates.installNow();
    updates.installOnQuit(true);
    await updates.dispose();
    expect(rig.steps).toEqual(['quit']);
    await updates.atEnd();
    expect(rig.steps).toEqual(['quit', 'lock released', 'started again']);
  });

  it('replaces the AppImage on quit only when the user chose this option', async () => {
    await begin();
    await updates.download();
    await updates.atEnd();
    expectUntouched();
    updates.installOnQuit(true);
    updates.installOnQuit(false);
    await updates.atEnd();
    expectUntouched();
    updates.installOnQuit(true);
    await updates.dispose();
    await updates.atEnd();
    expect(rig.imageText()).toBe('version 1.1.0');
    expect(rig.steps).not.toContain('started again');
  });

  it('replaces the target of a symbolic link and keeps the link', async () => {
    await begin();
    const link = join(rig.folder, 'link');
    symlinkSync(rig.image, link);
    vi.stubEnv('APPIMAGE', link);
    await updates.download();
    updates.installNow();
    expect(rig.imageText()).toBe('version 1.1.0');
    expect(readFileSync(link, 'utf8')).toBe('version 1.1.0');
  });

  it('requests the manifest, its signature and the package, and nothing else', async () => {
    await begin();
    await updates.download();
    expect(rig.asked()).toEqual(['latest-linux.yml', 'latest-linux.yml.sig', released]);
  });

  it('does not download a package again that an earlier run downloaded', async () => {
    await begin();
    await updates.download();
    await updates.dispose();
    updates = rig.start();
    await rig.check(updates);
    await updates.download();
    expect(updates.state.status).toBe('ready');
    expect(rig.asked().filter((name) => name === released)).toHaveLength(1);
    updates.installNow();
    expect(rig.imageText()).toBe('version 1.1.0');
  });

  it('downloads a package again that another program changed after an earlier run', async () => {
    await begin();
    await updates.download();
    await updates.dispose();
    writeFileSync(downloaded('appimage'), 'version 6.6.6');
    updates = rig.start();
    await rig.check(updates);
    await updates.download();
    expect(readFileSync(downloaded('appimage'), 'utf8')).toBe('version 1.1.0');
  });

  const size = 'version 1.1.0'.length;
  const tooLarge = { kind: 'too-large', limit: size, unit: 'bytes' };
  const served: [string, (file: string) => void, unknown][] = [
    [
      'a file with another byte',
      (file) => writeFileSync(file, 'version 1.1.1'),
      { kind: 'wrong-file' },
    ],
    [
      'a shorter file',
      (file) => truncateSync(file, size - 1),
      { kind: 'download', failure: { kind: 'truncated' } },
    ],
    [
      'a longer file',
      (file) => writeFileSync(file, 'x'.repeat(size + 1)),
      { kind: 'download', failure: tooLarge },
    ],
    ['an HTML page', (file) => writeFileSync(file, '<!doctype ht>'), { kind: 'wrong-file' }],
    [
      'a missing file',
      (file) => rmSync(file),
      { kind: 'download', failure: { kind: 'not-found' } },
    ],
  ];
  it.each(served)('deletes and refuses %s, and can download again', async (_, spoil, failure) => {
    await begin();
    spoil(join(rig.folder, released));
    await updates.download();
    const release = { version: '1.1.0' };
    expect(updates.state).toMatchObject({ status: 'failed', failure, release });
    updates.installNow();
    await updates.atEnd();
    expectUntouched();
    expect(existsSync(downloaded('appimage'))).toBe(false);
    writeFileSync(join(rig.folder, released), 'version 1.1.0');
    await updates.download();
    expect(updates.state.status).toBe('ready');
  });

  it('refuses redirects to another host, and downloads that stall', async () => {
    await begin({}, 'x'.repeat(2 ** 21), { idle: 2_000 });
    rig.intrude((request, response) => {
      if (request.url?.endsWith('.AppImage') !== true) return false;
      response.writeHead(302, { location: 'http://localhost:1/x.AppImage' }).end();
      return true;
    });
    await updates.download();
    expect(updates.state).toMatchObject({
      failure: { kind: 'download', failure: { kind: 'address-refused' } },
    });
    rig.intrude((request, response) => {
      if (request.url?.endsWith('.AppImage') !== true) return false;
      response.writeHead(200, { 'content-length': 2 ** 21 }).write('x'.repeat(2 ** 20));
      return true;
    });
    const download = updates.download();
    // The progress is reported after each mebibyte.
    await vi.waitUntil(
      () => updates.state.status === 'downloading' && updates.state.bytes === 2 ** 20,
    );
    await download;
    expect(updates.state).toMatchObject({
      failure: { kind: 'download', failure: { kind: 'timeout', stage: 'idle' } },
    });
    expectUntouched();
  });

  it('refuses a package that was changed after the download, and can download again', async () => {
    await begin();
    await updates.download();
    writeFileSync(downloaded('appimage'), 'version 6.6.6');
    updates.installNow();
    expect(updates.state).toMatchObject({ status: 'failed', failure: { kind: 'wrong-file' } });
    expectUntouched();
    await updates.download();
    updates.installNow();
    expect(rig.imageText()).toBe('version 1.1.0');
  });

  it.each([
    ['missing', 'it is no longer where it was'],
    ['Overhead.AppImage/below a file', 'the system says ENOTDIR'],
  ])('reports why the AppImage %s cannot be replaced', async (name, detail) => {
    await begin();
    await updates.download();
    vi.stubEnv('APPIMAGE', join(rig.home, name));
    updates.installNow();
    expect(updates.state).toMatchObject({ failure: { kind: 'install', detail } });
    expect(rig.log.at(-1)).toMatch(/^the update was not installed: Error: E/);
    expectUntouched();
  });

  it('writes to the log that the start of the new version failed', async () => {
    await begin({ startAgain: () => false });
    await updates.download();
    updates.installNow();
    await updates.atEnd();
    expect(rig.log.at(-1)).toBe('the end of the update: Error: it cannot be started');
  });

  it('aborts a running download when the app quits', async () => {
    await begin();
    rig.intrude((request) => request.url?.endsWith('.AppImage') === true);
    const download = updates.download();
    await vi.waitUntil(() => rig.asked().includes(released));
    await updates.dispose();
    await download;
    await updates.atEnd();
    expectUntouched();
  });

  describe('on a small file system', () => {
    let mount: string;
    let mounted = false;
    beforeEach(() => {
      mount = temporaryFolder('overhead-small-');
      try {
        const options = { stdio: 'ignore' } as const;
        execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', mount], options);
        mounted = true;
        cleanUps.unshift(() => execFileSync('umount', [mount]));
      } catch {
        mounted = false;
      }
    });

    it('reports a full disk during the download', async ({ skip }) => {
      await begin({ data: mount }, 'x'.repeat(200_000));
      skip(!mounted, 'mount is not permitted');
      await updates.download();
      expect(updates.state).toMatchObject({
        failure: { kind: 'download', failure: { kind: 'storage', code: 'ENOSPC' } },
      });
      expectUntouched();
    });

    it('reports a full disk during the installation', async ({ skip }) => {
      await begin({ home: mount }, 'x'.repeat(200_000));
      await updates.download();
      skip(!mounted, 'mount is not permitted');
      updates.installNow();
      expect(updates.state).toMatchObject({
        failure: { kind: 'install', detail: 'the disk is full' },
      });
      expectUntouched();
    });

    it('reports a read-only folder during the installation', async ({ skip }) => {
      await begin({ home: mount });
      await updates.download();
      if (mounted) execFileSync('mount', ['-o', 'remount,ro', mount]);
      else chmodSync(mount, 0o555);
      skip(!mounted && process.getuid?.() === 0, 'root can write to every folder');
      updates.installOnQuit(true);
      await updates.atEnd();
      expect(updates.state).toMatchObject({
        failure: { kind: 'install', detail: 'its folder cannot be written to' },
      });
      expectUntouched();
    });
  });
});

describe.skipIf(process.platform !== 'linux')('createUpdater with an NSIS installer', () => {
  it('refuses an NSIS installer that was changed after the download', async () => {
    await begin({ kind: 'nsis' });
    await updates.download();
    writeFileSync(downloaded('nsis'), '#!/bin/sh\n');
    updates.installNow();
    expect(updates.state).toMatchObject({ status: 'failed', failure: { kind: 'wrong-file' } });
    expect(existsSync(downloaded('nsis'))).toBe(false);
    expect(rig.steps).toEqual([]);
  });

  /**
   * Downloads an NSIS installer that writes its arguments to a file. Returns a function that reads this file. The
   * function returns '' if the installer has not started.
   */
  async function beginNsis(): Promise<() => string> {
    const record = join(temporaryFolder('overhead-nsis-'), 'calls');
    const script = `#!/bin/sh\necho "$*" > '${record}.part'; mv '${record}.part' '${record}'\n`;
    await begin({ kind: 'nsis' }, script);
    await updates.download();
    expect(updates.state).toMatchObject({ status: 'ready', onQuit: 'leave' });
    return () => (existsSync(record) ? readFileSync(record, 'utf8').trim() : '');
  }

  it('starts the NSIS installer after the app has stopped and released the lock, and not before', async () => {
    const started = await beginNsis();
    updates.installNow();
    await updates.dispose();
    expect(rig.steps).toEqual(['quit']);
    await updates.atEnd();
    expect(rig.steps).toEqual(['quit', 'lock released', 'installer starts']);
    await vi.waitUntil(() => started() !== '');
    expect(started()).toBe('--updated /S --force-run');
  });

  it('starts an NSIS installer on quit with arguments that do not start the app again', async () => {
    const started = await beginNsis();
    updates.installOnQuit(true);
    await updates.atEnd();
    await vi.waitUntil(() => started() !== '');
    expect(started()).toBe('--updated /S');
  });

  it('does not start an NSIS installer that was changed while the app quit', async () => {
    const started = await beginNsis();
    updates.installNow();
    writeFileSync(downloaded('nsis'), '#!/bin/sh\n');
    await updates.atEnd();
    expect(rig.log.join()).toContain('wrong-file');
    expect(started()).toBe('');
  });
});

describe.each(['deb', 'rpm'] as const)('loadUpdater with a %s', (kind) => {
  it('reports the release, and neither downloads nor installs it', async () => {
    await begin({ kind });
    const expected = { status: 'available', release: { version: '1.1.0', installedBy: 'user' } };
    expect(updates.state).toMatchObject(expected);
    await updates.download();
    updates.installOnQuit(true);
    updates.installNow();
    await updates.atEnd();
    expect(updates.state).toMatchObject(expected);
    expect(rig.asked()).toEqual(['latest-linux.yml', 'latest-linux.yml.sig']);
    expect(existsSync(rig.updatesFolder)).toBe(false);
    expectUntouched();
  });
});

describe('installBySquirrel', () => {
  let calls: string[];
  let squirrel: EventEmitter & Squirrel;
  beforeEach(() => {
    calls = [];
    squirrel = Object.assign(new EventEmitter(), {
      checkForUpdates: () => void calls.push('check'),
      quitAndInstall: () => void calls.push('quit'),
    });
  });

  it('quits the app as soon as Squirrel has downloaded the package', () => {
    void installBySquirrel(squirrel);
    squirrel.emit('update-available');
    expect(calls).toEqual(['check']);
    squirrel.emit('update-downloaded');
    expect(calls).toEqual(['check', 'quit']);
  });

  it.each<[string, () => void, string]>([
    ['refuses the package', () => squirrel.emit('error', new Error('not signed')), 'not signed'],
    ['finds no package', () => squirrel.emit('update-not-available'), 'Squirrel found no update'],
  ])(
    'reports that Squirrel %s, and quits the app once when a second try succeeds',
    async (_, happen, message) => {
      const failed = installBySquirrel(squirrel);
      happen();
      expect(await failed).toMatchObject({ message });
      expect(squirrel.eventNames()).toEqual([]);
      void installBySquirrel(squirrel);
      squirrel.emit('update-downloaded');
      expect(calls).toEqual(['check', 'check', 'quit']);
    },
  );

  it('reports an error after the download', async () => {
    const failed = installBySquirrel(squirrel);
    squirrel.emit('update-downloaded');
    squirrel.emit('error', new Error('the disk is read-only'));
    expect(await failed).toMatchObject({ message: 'the disk is read-only' });
  });
});
