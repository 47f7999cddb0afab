import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { readXfceWallpaper } from '#stand-in/dbus/wallpaper.ts';
import { expect, test, type App, type Stage } from '../support/fixtures.ts';

const run = promisify(execFile);

/** Sets the user's own wallpaper as XFCE's settings do; returns its path. */
async function setOwn({ desktop: { env } }: Stage, folder: string): Promise<string> {
  const own = join(folder, 'my own.png');
  await run('convert', ['-size', '64x36', 'xc:red', own]);
  const { stdout } = await run('xfconf-query', ['-c', 'xfce4-desktop', '-l'], { env });
  for (const key of stdout.split('\n').filter((one) => one.endsWith('/last-image')))
    await run('xfconf-query', ['-c', 'xfce4-desktop', '-p', key, '-s', own], { env });
  return own;
}

const shows = ({ desktop }: Stage) =>
  expect.poll(async () => [...new Set(await readXfceWallpaper(desktop.env))]);
const showsPicture = (stage: Stage, { userDataDir }: App) =>
  shows(stage).toEqual([expect.stringContaining(join(userDataDir, 'wallpaper'))]);

async function choose(page: Page, entry: string): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}
const wallpaperStatus = (page: Page) => page.getByRole('group', { name: 'Wallpaper' });

test('restores the original wallpaper when the first picture is skipped and on request, from the window and from the tray', async ({
  start,
  stage,
  dataDir,
}) => {
  const own = await setOwn(stage, dataDir);
  const app = await start();
  const { page } = await app.window();
  await showsPicture(stage, app);
  await choose(page, 'Don’t use this picture');
  await shows(stage).toEqual([own]);
  await expect(wallpaperStatus(page)).toHaveText(
    'You skipped this picture. Your own wallpaper is on your desktop',
  );
  await choose(page, 'Use this picture again');
  await showsPicture(stage, app);
  await expect(wallpaperStatus(page)).toHaveText('On your desktop');
  await choose(page, 'Restore my wallpaper');
  await shows(stage).toEqual([own]);
  await expect(wallpaperStatus(page)).toHaveText(
    'Your own wallpaper is back. The next picture of the day will be set as usual.',
  );
  const tray = await app.tray();
  const restoreLine = async () =>
    (await tray.menu())
      .flatMap(({ children }) => children)
      .find(({ label }) => label.startsWith('Restore'));
  await expect.poll(restoreLine).toMatchObject({
    label: 'Restore my wallpaper (it is on your desktop)',
    enabled: false,
  });

  // The user sets today's picture again; then the tray restores the original wallpaper, too.
  await tray.click(['Wallpaper', 'Set as wallpaper']);
  await showsPicture(stage, app);
  await expect.poll(restoreLine).toMatchObject({ label: 'Restore my wallpaper', enabled: true });
  await tray.click(['Wallpaper', 'Restore my wallpaper']);
  await shows(stage).toEqual([own]);
});
