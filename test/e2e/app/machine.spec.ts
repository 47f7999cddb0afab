import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { extractAll } from '@electron/asar';
import { readXfceWallpaper } from '#stand-in/dbus/wallpaper.ts';
import { packWithStub } from '#tools/package/pack.ts';
import { run, statusOf } from '../support/command.ts';
import { deskOf } from '../support/desk.ts';
import { expect, limit, logOf, test } from '../support/fixtures.ts';
import { expectHidden } from '../support/hidden.ts';
import { endPanel, startPanel } from '../support/panel.ts';
import { sharedTest } from '../support/shared.ts';

test('opens a window, answers commands and quits without a message bus', async ({
  start,
  dataDir,
}) => {
  // Without a session bus, the app does not wait 20 s for a panel; see host.test.ts.
  const app = await start({
    args: ['--hidden'],
    wallpaper: false,
    env: {
      DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/session',
      DBUS_SYSTEM_BUS_ADDRESS: 'unix:path=/nonexistent/system',
      XDG_RUNTIME_DIR: dataDir,
    },
  });
  const window = await app.window();
  await window.waitForState(({ picture }) => picture.last !== null, limit());
  expect((await statusOf(start)).today).not.toBeNull();
  expect(await run(start, '--quit')).toEqual({ code: 0, output: 'Overhead has quit.' });
  // The answer came after the app had ended, not before.
  expect(await run(start, '--status')).toEqual({ code: 3, output: 'Overhead is not running.' });
  expect(await app.exited).toBe(0);
});

sharedTest(
  'keeps running when the program that shows the tray ends, and shows the tray item again after it has restarted',
  async ({ app, start, stage }) => {
    await endPanel(stage);
    try {
      await deskOf(stage.desktop).close('Overhead');
      await expectHidden(app.main.page, true);
      const second = await start();
      expect(await second.exited).toBe(0);
      await expectHidden((await app.window()).page, false);
    } finally {
      await startPanel(stage);
    }
    await (await app.tray()).click('Settings');
    const { page } = await app.window();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings');
  },
);

test('prints one line, shows a dialog and exits when its data folder is not writable', async ({
  start,
  dataDir,
}) => {
  const home = join(dataDir, 'home');
  await mkdir(home);
  const shown = join(dataDir, 'shown');
  const programs = join(dataDir, 'bin');
  await mkdir(programs);
  const dialog = `#!/bin/sh\nprintf '%s\\n' "$@" >'${shown}'\n`;
  await writeFile(join(programs, 'zenity'), dialog, { mode: 0o755 });
  const isRoot = process.getuid?.() === 0;
  const mount = (...args: string[]) => promisify(execFile)('mount', [...args, 'tmpfs', home]);
  // root can write into every folder, but not onto a read-only disk.
  if (isRoot) {
    const mounted = await mount('-t', 'tmpfs', '-o', 'ro').catch(() => null);
    test.skip(mounted === null, 'this machine mounts nothing');
  } else await chmod(home, 0o500);
  try {
    const env = { PATH: `${programs}:${process.env['PATH'] ?? ''}` };
    const app = await start({ userDataDir: home, env });
    expect(await app.exited).toBe(1);
    expect(await readFile(shown, 'utf8')).toMatch(/^--error\n[^]*could not start[^]*E(ROFS|ACCES)/);
    expect(app.output).toMatch(/^Overhead could not start\. Details: E(ROFS|ACCES): .+$/m);
  } finally {
    if (isRoot) await promisify(execFile)('umount', [home]);
    else await chmod(home, 0o700);
  }
});

test('runs from a package on a read-only disk, with spaces, umlauts and Japanese characters in the paths of the app and of its data', async ({
  start,
  stage,
  dataDir,
}) => {
  const appDir = join(dataDir, 'Größere Übungen', '空 #1 100%', 'resources');
  const mount = (...args: string[]) => promisify(execFile)('mount', [...args, 'tmpfs', appDir]);
  await mkdir(appDir, { recursive: true });
  const scratch = await mkdtemp(join(tmpdir(), 'overhead-package-'));
  const { folder } = await packWithStub(scratch, []);
  // Only root mounts: for other users, the disk stays writable.
  const mounted = await mount('-t', 'tmpfs').catch(() => null);
  try {
    extractAll(join(folder, 'resources', 'app.asar'), appDir);
    if (mounted !== null) await mount('-o', 'remount,ro');
    const userDataDir = join(dataDir, 'Höhe über Zürich 東京');
    const app = await start({ appDir, userDataDir });
    const window = await app.window();
    await window.waitForState(({ wallpaper }) => wallpaper.kind === 'set', limit());
    expect((await readXfceWallpaper(stage.desktop.env)).join()).toContain(userDataDir);
    const picture = window.page.getByRole('main').getByRole('img').first();
    await expect
      .poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(0);
    expect(await readFile(logOf(userDataDir), 'utf8')).not.toMatch(/EROFS|read-only/);
    await (await app.tray()).click('Quit');
    expect(await app.exited).toBe(0);
  } finally {
    if (mounted !== null) await promisify(execFile)('umount', ['--lazy', appDir]);
    await rm(scratch, { recursive: true });
  }
});
