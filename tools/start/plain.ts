import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { readXfceWallpaper } from '#stand-in/dbus/wallpaper.ts';
import { root, runFolder } from '../setup/paths.ts';
import { RefusalError } from '../setup/process.ts';
import { waitUntil } from '#stand-in/system/until.ts';
import type { StartOptions } from './args.ts';
import type { Display } from './display.ts';
import { choosePort } from './port.ts';
import { appLog, launchInSession, prepareSession, type SessionContext } from './session.ts';
import { noteVirtualApp } from './virtual-app.ts';

/**
 * Runs the app until it ends or the signal is aborted. On a virtual desktop, which has no screen, takes a screenshot
 * when the wallpaper is set, and prints the path of the screenshot. Throws a RefusalError when the app ends with an
 * error.
 */
export async function runUntilStopped(
  options: StartOptions,
  around: SessionContext,
): Promise<void> {
  const { signal, log, steps } = around;
  if (options.debugPort !== null) await choosePort(options.debugPort);
  const stage = await prepareSession(options, around);
  const { display } = stage;
  const debug = options.debugPort === null ? {} : { debugPort: options.debugPort };
  const app = await steps.run('launch', { signal }, () =>
    launchInSession(options, stage, debug, around),
  );
  if (display.kind === 'virtual') around.defer(noteVirtualApp(display.env));
  log('Overhead is running. Ctrl+C ends it; “npm start -- -- --status” asks it what it does.');

  const over = AbortSignal.any([signal, app.gone]);
  const shown = display.kind === 'virtual' ? showScreenshot(options, display, over, log) : null;
  await Promise.race([app.exited, whenAborted(signal)]);
  await shown;
  if (signal.aborted) return;
  const code = await app.exited;
  if (code !== 0) throw new RefusalError(`the app ended with exit code ${code}; see ${appLog}`);
  log('Overhead has ended.');
}

async function showScreenshot(
  { hidden }: StartOptions,
  display: Display,
  signal: AbortSignal,
  log: (line: string) => void,
): Promise<void> {
  const path = join(runFolder, 'screenshots', 'start.png');
  const patience = { timeoutMs: 300_000, intervalMs: 250, signal };
  try {
    await waitUntil(() => hasWallpaper(display), { ...patience, message: 'no wallpaper was set' });
    if (!hidden)
      await waitUntil(() => hasWindow(display), { ...patience, message: 'no window came up' });
    // Wait for the first frames of the window and the desktop.
    await delay(1_500, undefined, { signal });
    await display.screenshot(path);
    log(`screenshot: ${relative(root, path)}`);
  } catch (error) {
    if (!signal.aborted) log(`no screenshot: ${(error as Error).message}`);
  }
}

const hasWallpaper = async ({ env }: Display): Promise<boolean> =>
  (await readXfceWallpaper(env)).some(
    (file) => /[\\/]wallpaper[\\/]/.test(file) && existsSync(file),
  );

async function hasWindow({ env }: Display): Promise<boolean> {
  try {
    await promisify(execFile)('xdotool', ['search', '--onlyvisible', '--name', 'Overhead'], {
      env,
    });
    return true;
  } catch {
    return false; // xdotool fails when no such window exists
  }
}

const whenAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
