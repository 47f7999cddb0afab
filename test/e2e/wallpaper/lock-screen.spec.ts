import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '../support/fixtures.ts';

const run = promisify(execFile);

/** The test imitates Budgie for the app: GNOME's keys, and a screensaver that reads them. */
test('also sets the wallpaper on the lock screen while “Also on the lock screen” is on', async ({
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
  const locked = expect.configure({ timeout: 30_000 });
  const shown = async (): Promise<string> =>
    (await run('gsettings', ['get', ...screensaver], { env })).stdout.trim();

  const app = await start({
    env: { XDG_CURRENT_DESKTOP: 'Budgie:GNOME', PATH: `${bin}:${env['PATH'] ?? ''}` },
  });
  const { page } = await app.window();
  await page.getByRole('link', { name: 'Settings' }).click();
  const toggle = page.getByRole('switch', { name: 'Also on the lock screen' });
  await expect(toggle).not.toBeChecked();
  expect(await shown()).toBe("'file:///own.jpg'");

  await toggle.click();
  await expect(toggle).toBeChecked();
  const ours = pathToFileURL(join(app.userDataDir, 'wallpaper')).href;
  await locked.poll(shown).toContain(ours);

  // Restoring the original wallpaper restores the lock screen's picture, and setting a picture sets both.
  await page.getByRole('button', { name: 'Restore my wallpaper' }).click();
  await locked.poll(shown).toBe("'file:///own.jpg'");
  await (await app.tray()).click(['Wallpaper', 'Set as wallpaper']);
  await locked.poll(shown).toContain(ours);

  await toggle.click();
  await locked.poll(shown).toBe("'file:///own.jpg'");
});
