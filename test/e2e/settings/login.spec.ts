import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { serveBackgroundPortal } from '#stand-in/dbus/background-portal.ts';
import { findTrayItem } from '#stand-in/dbus/tray.ts';
import { root } from '#tools/setup/paths.ts';
import { expect, test, type App, type Stage } from '../support/fixtures.ts';
import { waitLimitMs } from '../support/limit.ts';
import { sharedTest } from '../support/shared.ts';
import { isRunning } from '#stand-in/system/processes.ts';

const run = promisify(execFile);

/** The file that is started in place of an AppImage: a script in a folder whose name needs quoting. */
async function appImage(stage: Stage, folder: string): Promise<{ file: string; pidFile: string }> {
  const file = join(folder, 'apps', 'Over "head" $1 `x`\\', 'Overhead 100%.AppImage');
  const pidFile = join(folder, 'started');
  const { command, args } = stage.runtime;
  const line = [command, ...args, root, `--user-data-dir=${join(folder, 'data')}`]
    .map((word) => `'${word.replaceAll("'", "'\\''")}'`)
    .join(' ');
  await mkdir(dirname(file), { recursive: true });
  await writeFile(
    file,
    `#!/bin/sh\necho "$$ $*" >'${pidFile}'\nexec ${line} --services=embedded "$@"\n`,
  );
  await chmod(file, 0o755);
  return { file, pidFile };
}

const asAppImage = (stage: Stage, file: string): Record<string, string> => ({
  APPIMAGE: file,
  APPDIR: dirname(stage.runtime.command),
});

const choose = async (app: App, startAtLogin: boolean): Promise<void> => {
  const { page } = await app.window();
  const answer = await page.evaluate(
    (on) =>
      (
        window as unknown as {
          overhead: { settings: { change(change: object): Promise<unknown> } };
        }
      ).overhead.settings.change({ startAtLogin: on }),
    startAtLogin,
  );
  expect(answer).toMatchObject({ ok: true });
};

test('starts hidden at login until the user switches this off in the desktop or in the app', async ({
  start,
  stage,
  dataDir,
}) => {
  test.skip(!existsSync('/usr/bin/xfce4-session'), 'skipped: no xfce4-session');
  const { desktop } = stage;
  const autostart = join(desktop.home, '.config/autostart/dev.overhead.Overhead.desktop');
  const { file, pidFile } = await appImage(stage, dataDir);
  const env = asAppImage(stage, file);
  const first = await start({ env, userDataDir: join(dataDir, 'first'), wallpaper: false });
  const state = async (app: App) => (await (await app.window()).state()).loginItem;
  expect(await state(first)).toBe('off');
  await choose(first, true);
  expect(await state(first)).toBe('on');
  await first.stop();

  // A minimal session of XFCE with autostart.
  const xfconf = (property: string, ...value: string[]) =>
    run('xfconf-query', ['-c', 'xfce4-session', '-p', property, '-n', ...value], {
      env: desktop.env,
    });
  await xfconf('/general/FailsafeSessionName', '-t', 'string', '-s', 'Bare');
  for (const agent of ['gpg', 'ssh'])
    await xfconf(`/startup/${agent}-agent/enabled`, '-t', 'bool', '-s', 'false');
  await xfconf('/sessions/Bare/IsFailsafe', '-t', 'bool', '-s', 'true');
  // A session without any program ends before its autostart.
  await xfconf('/sessions/Bare/Count', '-t', 'int', '-s', '1');
  await xfconf('/sessions/Bare/Client0_Command', '-a', '-t', 'string', '-s', 'true');
  const inSession = async (what: () => Promise<void>): Promise<void> => {
    const session = spawn('xfce4-session', ['--disable-tcp'], {
      env: desktop.env,
      stdio: 'ignore',
    });
    const ended = new Promise((resolve) => session.once('exit', resolve));
    try {
      await what();
    } finally {
      session.kill();
      await ended;
    }
  };
  await inSession(async () => {
    await expect.poll(() => readFile(pidFile, 'utf8').catch(() => '')).toMatch(/^\d+ --hidden\n$/);
    const pid = Number.parseInt(await readFile(pidFile, 'utf8'), 10);
    const tray = await findTrayItem(stage.bus, pid, { timeoutMs: waitLimitMs });
    await expect.poll(async () => (await tray.menu()).map(({ label }) => label)).toContain('Quit');
    await tray.click('Quit');
    await expect.poll(() => isRunning(pid)).toBe(false);
  });

  // The user switches autostart off in the settings of the desktop; the app does not switch it on again.
  await writeFile(autostart, `${await readFile(autostart, 'utf8')}Hidden=true\n`);
  await rm(pidFile);
  const second = await start({ env, userDataDir: join(dataDir, 'first') });
  expect(await state(second)).toBe('switched-off');
  expect(await readFile(autostart, 'utf8')).toContain('Hidden=true');
  // A program that the session starts a second after all others.
  const marker = join(desktop.home, 'session-is-up');
  const other = join(dirname(autostart), 'other.desktop');
  await writeFile(
    other,
    `[Desktop Entry]\nType=Application\nName=Other\nExec=sh -c "sleep 1; touch ${marker}"\n`,
  );
  await inSession(async () => {
    await expect.poll(() => existsSync(marker)).toBe(true);
  });
  await rm(other);
  await expect(readFile(pidFile)).rejects.toThrow('ENOENT');
  // The app's own setting switches the start at login on again, and then off.
  await choose(second, true);
  expect(await state(second)).toBe('on');
  await choose(second, false);
  await expect(readFile(autostart)).rejects.toThrow('ENOENT');
});

sharedTest('does not offer to start at login in a source checkout', async ({ app }) => {
  expect((await app.main.state()).loginItem).toBe('unsupported');
});

test('requests the start at login from the portal in a Flatpak, and reports whether this was allowed', async ({
  start,
  stage,
}) => {
  let isAllowed = false;
  const calls = await serveBackgroundPortal(stage.bus, (autostart) =>
    isAllowed ? [0, { background: true, autostart }] : [1, { background: false, autostart: false }],
  );
  const app = await start({ env: { FLATPAK_ID: 'dev.overhead.Overhead' }, wallpaper: false });
  const state = async () => (await (await app.window()).state()).loginItem;
  expect(await state()).toBe('off');
  expect(calls).toEqual([]);
  await choose(app, true);
  await expect.poll(state).toBe('refused');
  isAllowed = true;
  await choose(app, true);
  await expect.poll(state).toBe('on');
  expect(calls.map(({ options }) => options['autostart'])).toEqual([true, true]);
});
