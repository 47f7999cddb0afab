// Takes pictures of the whole desktop at a display scale of more than 100 %, for inspection.
import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { openBus } from '#stand-in/dbus/bus.ts';
import { findTrayItem } from '#stand-in/dbus/tray.ts';
import { root, runFolder } from '../setup/paths.ts';
import { showView, type Studio } from './studio.ts';
import { awaitLoaded } from './tour.ts';
import { findPlace } from './views.ts';

/** The display scales of laptops, and the screen on which they are shown: 2560 is no multiple of 1.5. */
export const displayScales = ['1.25', '1.5', '2'] as const;
export const scaledScreen = '2560x1440x24';

const run = promisify(execFile);

/**
 * Takes screenshots of the desktop with the window in two views, with the glance, and without a window. Logs the size
 * of the wallpaper, which must be that of the screen.
 */
export async function photographScale(studio: Studio, scale: string): Promise<void> {
  const { app, desktop, pid, openGlance, signal, log } = studio;
  const folder = join(runFolder, 'screenshots', `scale-${scale}`);
  await mkdir(folder, { recursive: true });
  const take = async (name: string): Promise<void> => {
    const path = join(folder, `${name}.png`);
    await desktop.screenshot(path);
    log(relative(root, path));
  };
  log(`  pixel ratio ${await app.page.evaluate(() => devicePixelRatio)}`);
  await findPlace(app, signal);
  await showView(app, 'station');
  await awaitLoaded(app);
  await take('station');
  await showView(app, 'today');
  await app.page.getByText('Fill the window').waitFor();
  await take('today');
  const bus = await openBus(desktop.busAddress);
  try {
    await (await findTrayItem(bus, pid, { timeoutMs: 20_000 })).activate();
    const glance = await openGlance();
    await awaitLoaded(glance);
    await take('glance');
    await glance.close();
  } finally {
    bus.close();
  }
  const shown = await run('xprop', ['-root', 'XFDESKTOP_IMAGE_FILE_0'], { env: desktop.env });
  const path = /= "(.*)"/.exec(shown.stdout)?.[1] ?? '';
  log(`  ${(await run('identify', ['-format', 'wallpaper %wx%h', path])).stdout}`);
}
