import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { restartApp } from '#platform/process/own-program.ts';
import {
  createUpdateRig,
  packageFileOf,
  type RigOptions,
  type UpdateRig,
} from '#test/support/update-rig.ts';
import { missingCommands } from '#stand-in/system/packages.ts';
import { waitUntil } from '#stand-in/system/until.ts';
import { ensureBuilt } from '../setup/build.ts';
import { extractAppImage, packWithStub } from './pack.ts';

/**
 * Replaces the static runtime, which would have to be downloaded: unpacks the attached image instead of mounting it,
 * and sets the same variables as the real runtime.
 */
const runtime = `#!/bin/sh
file=$(readlink -f "$0")
APPDIR=$(mktemp -d)/image
unsquashfs -quiet -no-progress -d "$APPDIR" -o 4096 "$file" > /dev/null
export APPDIR APPIMAGE="$file" ARGV0="$0" OWD="$PWD"
exec "$APPDIR/AppRun" "$@"
`;

/** Replaces Electron: records the version that was started, its file, and its arguments. */
const program = (version: string): string => `#!/bin/sh
echo "${version} $APPIMAGE $*" > "$RECORD.part"
mv "$RECORD.part" "$RECORD"
`;

const programs = ['mksquashfs', 'unsquashfs', 'desktop-file-validate', 'readlink', 'mktemp'];
const scratch = mkdtempSync(join(tmpdir(), 'overhead-upgrade-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe.skipIf(process.platform !== 'linux' || missingCommands(programs).length > 0)(
  'an upgrade of the AppImage, with packages of electron-builder',
  () => {
    const record = join(scratch, 'record');
    const { execPath, argv } = process;
    const cleanUps: (() => void)[] = [];
    let rig: UpdateRig;

    /**
     * An AppImage with the files that electron-builder packed, without the app itself, whose program is replaced by one
     * that records `version`.
     */
    function imageOf(version: string): Buffer {
      const tree = join(scratch, 'tree');
      const squashfs = join(scratch, `${version}.squashfs`);
      if (!existsSync(squashfs)) {
        writeFileSync(join(tree, 'overhead'), program(version));
        execFileSync('mksquashfs', [tree, squashfs, '-quiet', '-no-progress'], { stdio: 'ignore' });
      }
      return Buffer.concat([Buffer.from(runtime.padEnd(4096, '\n')), readFileSync(squashfs)]);
    }

    beforeAll(async () => {
      await ensureBuilt({ log: () => undefined });
      const { appImage } = await packWithStub(join(scratch, 'app'), ['AppImage']);
      extractAppImage(appImage?.path ?? '', join(scratch, 'tree'));
      rmSync(join(scratch, 'tree', 'resources', 'app.asar'));
    }, 600_000);

    afterEach(async () => {
      process.execPath = execPath;
      process.argv = argv;
      for (const cleanUp of cleanUps.splice(0)) cleanUp();
      await rig.close();
    });

    /** The record of the program that was started last. */
    async function recorded(): Promise<string> {
      await waitUntil(() => existsSync(record), {
        message: 'nothing was started',
        timeoutMs: 120_000,
      });
      const line = readFileSync(record, 'utf8').trim();
      rmSync(record);
      return line.replace(' --no-sandbox', '');
    }

    async function runImage(): Promise<string> {
      execFileSync(rig.image, ['--hidden']);
      return recorded();
    }

    /**
     * Prepares the updates for version 1.0.0 of the app, which runs from its AppImage, and starts this AppImage once.
     */
    async function begin(options: RigOptions = {}): Promise<void> {
      rig = await createUpdateRig({ ...options, startAgain: restartApp });
      writeFileSync(rig.image, imageOf('1.0.0'));
      chmodSync(rig.image, 0o750);
      const mount = join(scratch, 'mount');
      vi.stubEnv('APPDIR', mount);
      vi.stubEnv('RECORD', record);
      vi.stubEnv('TMPDIR', scratch);
      process.execPath = join(mount, 'overhead');
      process.argv = [process.execPath, '--hidden'];
      expect(await runImage()).toBe(`1.0.0 ${rig.image} --hidden`);
    }

    it('replaces the file, and starts the new version from it', async () => {
      await begin({ home: join(scratch, 'Größere Übungen, 東京 #1 100%') });
      await rig.release('1.1.0', { content: imageOf('1.1.0') });
      const updates = rig.start();
      expect(await rig.check(updates)).toMatchObject({ status: 'available' });
      await updates.download();
      updates.installNow();
      expect(rig.steps).toEqual(['quit']);
      expect(existsSync(record)).toBe(false);
      await updates.atEnd();
      expect(rig.steps).toEqual(['quit', 'lock released', 'started again']);
      expect(await recorded()).toBe(`1.1.0 ${rig.image} --hidden`);
      expect(statSync(rig.image).mode & 0o777).toBe(0o750);
      expect(readdirSync(rig.home)).toEqual(['Overhead.AppImage']);
    });

    it('keeps the old version when the package differs from the signed one', async () => {
      await begin();
      await rig.release('1.1.0', { content: imageOf('1.1.0') });
      writeFileSync(join(rig.folder, packageFileOf('appimage', '1.1.0')), imageOf('6.6.6'));
      const updates = rig.start();
      expect(await rig.check(updates)).toMatchObject({ status: 'available' });
      await updates.download();
      expect(updates.state).toMatchObject({ status: 'failed', failure: { kind: 'wrong-file' } });
      updates.installNow();
      await updates.atEnd();
      expect(rig.steps).toEqual([]);
      expect(await runImage()).toBe(`1.0.0 ${rig.image} --hidden`);
    });

    it('keeps the old version when its folder cannot be written', async ({ skip }) => {
      const home = join(scratch, 'read-only');
      mkdirSync(home);
      const mount = (...args: string[]): void =>
        void execFileSync('mount', [...args, 'tmpfs', home], { stdio: 'ignore' });
      const isRoot = process.getuid?.() === 0;
      // root can write into every folder except on a read-only disk.
      if (isRoot) {
        try {
          mount('-t', 'tmpfs');
        } catch {
          return skip('this machine mounts nothing');
        }
        cleanUps.push(() => execFileSync('umount', [home]));
      }
      await begin({ home });
      await rig.release('1.1.0', { content: imageOf('1.1.0') });
      const updates = rig.start();
      await rig.check(updates);
      await updates.download();
      if (isRoot) mount('-o', 'remount,ro');
      else chmodSync(home, 0o500);
      cleanUps.unshift(() => {
        if (!isRoot) chmodSync(home, 0o700);
      });
      updates.installNow();
      expect(updates.state).toMatchObject({
        status: 'failed',
        failure: { kind: 'install', detail: 'its folder cannot be written to' },
      });
      expect(rig.steps).toEqual([]);
      expect(await runImage()).toBe(`1.0.0 ${rig.image} --hidden`);
    });
  },
);
