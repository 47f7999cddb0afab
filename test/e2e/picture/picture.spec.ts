import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { readXfceWallpaper } from '#stand-in/dbus/wallpaper.ts';
import { deskOf } from '../support/desk.ts';
import { expect } from '../support/fixtures.ts';
import { expectHidden } from '../support/hidden.ts';
import { sharedTest } from '../support/shared.ts';
import { newWallpaper } from '../support/wallpaper.ts';

/** The mean color of a picture or of the screen, as three numbers from 0 to 255. */
async function meanColour(args: string[], env: NodeJS.ProcessEnv): Promise<number[]> {
  const [input, ...rest] = args;
  const { stdout } = await promisify(execFile)(
    'convert',
    [input ?? '', ...rest, '-resize', '1x1!', '-depth', '8', 'rgb:-'],
    { env, encoding: 'buffer' },
  );
  if (stdout.length !== 3) throw new Error('no colour came of it');
  return [...stdout];
}

sharedTest(
  'sets today’s picture as wallpaper, in the setting of the desktop and on the screen',
  { tag: '@main' },
  async ({ app, stage }, info) => {
    const { wallpaper, picture } = await app.main.state();
    expect(wallpaper).toMatchObject({ kind: 'set', backend: 'xfce', verified: true });
    if (wallpaper.kind !== 'set') throw new Error('no wallpaper was set');
    const settings = await readXfceWallpaper(stage.desktop.env);
    expect(settings.length).toBeGreaterThan(0);
    expect(new Set(settings)).toEqual(new Set([wallpaper.path]));
    expect(dirname(wallpaper.path)).toBe(join(app.userDataDir, 'wallpaper'));
    const file = join(app.userDataDir, 'pictures', picture.last?.file?.name ?? '');
    expect((await readFile(file)).length).toBe(picture.last?.file?.bytes);

    // Without the window, the screen shows the composed picture, except where the panel is.
    await deskOf(stage.desktop).close('Overhead');
    await expectHidden(app.main.page, true);
    const { env } = stage.desktop;
    const wanted = await meanColour(
      [wallpaper.path, '-resize', '1920x1080^', '-gravity', 'center', '-crop', '1920x900+0-60'],
      env,
    );
    await expect
      .poll(async () => {
        const shot = info.outputPath('screen.ppm');
        await stage.desktop.screenshot(shot);
        const seen = await meanColour([shot, '-gravity', 'center', '-crop', '1920x900+0-60'], env);
        return Math.max(...seen.map((value, index) => Math.abs(value - (wanted[index] ?? -999))));
      })
      .toBeLessThan(6);
  },
);

sharedTest(
  'shows the picture, and sets it as wallpaper again on request',
  async ({ app, stage }) => {
    const { page } = app.main;
    const image = page.getByRole('img').first();
    await expect(image).toBeVisible();
    await expect
      .poll(() => image.evaluate((element) => (element as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(1000);
    const [before] = await readXfceWallpaper(stage.desktop.env);
    await page.getByRole('button', { name: 'On your desktop' }).click();
    await page.getByRole('menuitem', { name: 'Set it again' }).click();
    // Each time the wallpaper is a new file of the same picture.
    await newWallpaper(stage, app, before);
    await expect(page.getByRole('group', { name: 'Wallpaper' })).toHaveText('On your desktop');
  },
);
