import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { readXfceWallpaper } from '#stand-in/dbus/wallpaper.ts';
import { root } from '#tools/setup/paths.ts';
import { controlledServices, writeSettings } from '../support/controlled.ts';
import { deskOf } from '../support/desk.ts';
import { expect, test } from '../support/fixtures.ts';
import { expectHidden } from '../support/hidden.ts';
import { nextNotice } from '../support/notices.ts';
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

/** The icon of 22 pixels without a mark, as the tray gets it: alpha, red, green and blue of each pixel, in Base64. */
async function unmarkedIcon(): Promise<string> {
  const { stdout } = await promisify(execFile)(
    'convert',
    [join(root, 'resources', 'tray', 'quiet-22.png'), '-depth', '8', 'rgba:-'],
    { encoding: 'buffer' },
  );
  const argb = Buffer.alloc(stdout.length);
  for (let at = 0; at < stdout.length; at += 4)
    argb.set([stdout[at + 3] ?? 0, ...stdout.subarray(at, at + 3)], at);
  return argb.toString('base64');
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

    // Without the window, the screen shows the picture, except where the panel is.
    await deskOf(stage.desktop).close('Overhead');
    await expectHidden(app.main.page, true);
    const { env } = stage.desktop;
    const wanted = await meanColour(
      [file, '-resize', '1920x1080^', '-gravity', 'center', '-crop', '1920x900+0-60'],
      env,
    );
    await expect
      .poll(async () => {
        const shot = info.outputPath('screen.png');
        await stage.desktop.screenshot(shot);
        const seen = await meanColour([shot, '-gravity', 'center', '-crop', '1920x900+0-60'], env);
        return Math.max(...seen.map((value, index) => Math.abs(value - (wanted[index] ?? -999))));
      })
      .toBeLessThan(6);
  },
);

test('notifies of a new picture, marks it on the icon, and opens it on a click', async ({
  start,
  stage,
  dataDir,
}) => {
  const services = await controlledServices();
  await writeSettings(dataDir, services.settings);
  const announced = nextNotice(stage);
  const app = await start({ args: ['--hidden', '--services=own'] });
  const shown = await announced();
  expect(shown).toMatchObject({ appName: 'Overhead', summary: 'New picture of the day' });
  expect(shown.body).not.toBe('');
  const tray = await app.tray();
  const pixels = async (): Promise<string> =>
    (await tray.iconPixmaps())[0]?.argb.toString('base64') ?? '';
  await expect
    .poll(async () => (await tray.menu()).map(({ label }) => label))
    .toContainEqual(expect.stringMatching(/^Today: (?!looking|Overhead is starting|fetching)./));
  const unmarked = await unmarkedIcon();
  await expect.poll(pixels).not.toBe(unmarked);
  stage.notifications.invokeAction(shown.id, 'default');
  const page = await app.window();
  const title = (await page.state()).picture.last?.record.title ?? '';
  await expect(page.page.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect.poll(pixels).toBe(unmarked);
  await services.stop();
});

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
