// Runs the queries on XFCE and sway with a window that fills the display, and with one that does not.
import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, it } from 'vitest';
import { executeProgram as runProgram } from '#platform/process/run.ts';
import { fullScreenQuery } from '#wallpaper/desktops/full-screen.ts';
import { chromiumPath } from '#stand-in/system/chromium.ts';
import { waitUntil } from '#stand-in/system/until.ts';
import { describeDesktop } from '#stand-in/desktop/describe-desktop.ts';
import { startDesktop } from '#stand-in/desktop/desktop.ts';
import { startSway, swayCommands } from '#stand-in/desktop/sway.ts';

const run = promisify(execFile);
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).toReversed()) await clean();
});

type Env = Readonly<Record<string, string>>;

/** Runs the same query as the app; null: the app has no query for the desktop, or the desktop does not answer. */
async function ask(env: Env, desktop: string, isWayland: boolean): Promise<boolean | null> {
  const query = fullScreenQuery('linux', desktop, isWayland);
  if (query === null) return null;
  const { program, args } = query.ask;
  const inside = Object.entries(env).map((one) => one.join('='));
  const { signal } = new AbortController();
  const { code, stdout } = await runProgram('env', ['-i', ...inside, program, ...args], signal);
  return code === 0 ? query.isFullScreen(stdout) : null;
}

const waitFor = (look: () => Promise<boolean | null>, wanted: boolean | null): Promise<unknown> =>
  waitUntil(async () => (await look()) === wanted, {
    message: `not ${String(wanted)}`,
    timeoutMs: 120_000,
    intervalMs: 100,
  });

/** A window of Chromium, which F11 makes full screen. */
function openWindow(env: Env, ...args: string[]): void {
  const profile = mkdtempSync(join(tmpdir(), 'full-screen-'));
  const flags = ['--no-sandbox', '--disable-gpu', '--no-first-run', `--user-data-dir=${profile}`];
  const page = '--app=data:text/html,<title>A window</title>';
  spawn(chromiumPath() ?? '', [...flags, page, ...args], { env, stdio: 'ignore' });
  cleanups.unshift(() => rmSync(profile, { recursive: true, force: true }));
}

describeDesktop(
  'fullScreenQuery on XFCE',
  () => {
    it('recognises the start and the end of a full-screen window', async () => {
      const desktop = await startDesktop({ tray: false, notifications: 'none' });
      cleanups.push(() => desktop.stop());
      const look = () => ask(desktop.env, 'XFCE', false);
      expect(await look()).not.toBe(true);
      openWindow(desktop.env);
      // xdotool ends with an error when a window closes while xdotool looks through all windows.
      const xdotool = (...args: string[]) =>
        waitUntil(
          () =>
            run('xdotool', args, { env: desktop.env }).then(
              () => true,
              () => false,
            ),
          { message: `xdotool ${args.join(' ')}`, timeoutMs: 120_000, intervalMs: 100 },
        );
      await xdotool('search', '--sync', '--onlyvisible', '--name', 'A window', 'windowactivate');
      await waitFor(look, false);
      await xdotool('key', 'F11');
      await waitFor(look, true);
      await xdotool('key', 'F11');
      await waitFor(look, false);
    });
  },
  ['chromium', 'xdotool', 'xprop'],
);

describeDesktop(
  'fullScreenQuery on sway',
  () => {
    it('recognises a full-screen window, but not an empty workspace', async () => {
      const sway = await startSway(['640x360+0+0', '400x300+640+0']);
      cleanups.push(() => sway.stop());
      const look = () => ask(sway.env, 'sway', true);
      const tell = (...words: string[]) => run('swaymsg', ['--', ...words], { env: sway.env });
      expect(await look()).toBe(false);
      openWindow(sway.env, '--ozone-platform=wayland');
      // Repeat the command until the window has appeared.
      await waitFor(() => tell('fullscreen', 'enable').then(look, look), true);
      await tell('focus', 'output', 'HEADLESS-2');
      await waitFor(look, false);
      await tell('focus', 'output', 'HEADLESS-1');
      await tell('fullscreen', 'disable');
      await waitFor(look, false);
    });
  },
  ['chromium', ...swayCommands],
);
