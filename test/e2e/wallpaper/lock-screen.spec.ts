import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { readGnomeWallpaper } from '#stand-in/dbus/wallpaper.ts';
import { expect, limit, test } from '../support/fixtures.ts';

const run = promisify(execFile);

/** The test imitates Budgie for the app: GNOME's keys, and a screensaver that reads them. */
test('sets the picture for the light and the dark style of GNOME, and also on the lock screen while “Also on the lock screen” is on', async ({
  start,
  stage,
  dataDir,
}) => {
  const { env } = stage.desktop;
  const bin = join(dataDir, 'bin');
  await mkdir(bin, { recursive: true });
  await writeFile(join(bin, 'budgie-screensaver'), '#!/bin/sh\n', { mode: 0o755 });
  const screensaver = ['org.gnome.desktop.screensaver', 'picture-uri'];
  await run('gsettings', ['set', ...screensaver, 'file:///own.jpg'], { env });
  const shown = async (): Promise<string> =>
    (await run('gsettings', ['get', ...screensaver], { env })).stdout.trim();

  const app = await start({
    env: { XDG_CURRENT_DESKTOP: 'Budgie:GNOME', PATH: `${bin}:${env['PATH'] ?? ''}` },
  });
  const window = await app.window();
  const { page } = window;
  const { wallpaper } = await window.waitForState(
    ({ wallpaper: { kind } }) => kind === 'set' || kind === 'failed',
    limit(),
  );
  if (wallpaper.kind !== 'set') throw new Error('no wallpaper was set');
  expect(wallpaper.verified).toBe(true);
  // The path of the data folder has spaces, `#` and `%`.
  const address = pathToFileURL(wallpaper.path).href;
  expect(address).toMatch(/%20.*%23.*%25/);
  expect(await readGnomeWallpaper(env)).toEqual({
    pictureUri: address,
    pictureUriDark: address,
    pictureOptions: 'zoom',
  });
  await page.getByRole('link', { name: 'Settings' }).click();
  const toggle = page.getByRole('switch', { name: 'Also on the lock screen' });
  await expect(toggle).not.toBeChecked();
  expect(await shown()).toBe("'file:///own.jpg'");

  await toggle.click();
  await expect(toggle).toBeChecked();
  const ours = pathToFileURL(join(app.userDataDir, 'wallpaper')).href;
  await expect.poll(shown).toContain(ours);

  // Restoring the original wallpaper restores the lock screen's picture, and setting a picture sets both.
  await page.getByRole('button', { name: 'Restore my wallpaper' }).click();
  await expect.poll(shown).toBe("'file:///own.jpg'");
  await (await app.tray()).click(['Wallpaper', 'Set as wallpaper']);
  await expect.poll(shown).toContain(ours);

  await toggle.click();
  await expect.poll(shown).toBe("'file:///own.jpg'");
});
