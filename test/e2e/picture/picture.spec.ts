import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { pathToFileURL } from 'node:url';
import { readGnomeWallpaper, readXfceWallpaper } from '#stand-in/dbus/wallpaper.ts';
import { defaultSettings } from '#shared/settings/settings.ts';
import { controlledServices, writeSettings } from '../support/controlled.ts';
import { expect, limit, test } from '../support/fixtures.ts';
import { nextNotice } from '../support/notices.ts';
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

test(
  'sets today’s picture as wallpaper, in the setting of the desktop and on the screen',
  { tag: '@main' },
  async ({ start, stage }, info) => {
    const app = await start();
    const page = await app.window();
    const { wallpaper, picture } = await page.waitForState(
      ({ wallpaper: { kind } }) => kind === 'set' || kind === 'failed',
      limit(),
    );
    expect(wallpaper).toMatchObject({ kind: 'set', backend: 'xfce', verified: true });
    if (wallpaper.kind !== 'set') throw new Error('no wallpaper was set');
    const settings = await readXfceWallpaper(stage.desktop.env);
    expect(settings.length).toBeGreaterThan(0);
    expect(new Set(settings)).toEqual(new Set([wallpaper.path]));
    expect(dirname(wallpaper.path)).toBe(join(app.userDataDir, 'wallpaper'));
    const file = join(app.userDataDir, 'pictures', picture.last?.file?.name ?? '');
    expect((await readFile(file)).length).toBe(picture.last?.file?.bytes);

    // Without the window, the screen shows the picture, except where the panel is.
    await page.close();
    await app.stop();
    const { env } = stage.desktop;
    const wanted = await meanColour(
      [file, '-resize', '1920x1080^', '-gravity', 'center', '-crop', '1920x900+0-60'],
      env,
    );
    await expect
      .poll(
        async () => {
          const shot = info.outputPath('screen.png');
          await stage.desktop.screenshot(shot);
          const seen = await meanColour(
            [shot, '-gravity', 'center', '-crop', '1920x900+0-60'],
            env,
          );
          return Math.max(...seen.map((value, index) => Math.abs(value - (wanted[index] ?? -999))));
        },
        { timeout: 30_000 },
      )
      .toBeLessThan(6);
  },
);

test('notifies of a new picture once, and opens the picture on a click', async ({
  start,
  stage,
  dataDir,
}) => {
  const services = await controlledServices();
  await writeSettings(dataDir, services.settings);
  const announced = nextNotice(stage);
  const first = await start({ args: ['--hidden', '--services=own'] });
  const shown = await announced();
  expect(shown).toMatchObject({ appName: 'Overhead', summary: 'New picture of the day' });
  expect(shown.body).not.toBe('');
  stage.notifications.invokeAction(shown.id, 'default');
  const page = await first.window();
  const title = (await page.state()).picture.last?.record.title ?? '';
  await expect(page.page.getByRole('heading', { level: 1 })).toHaveText(title);
  await page.close();
  await first.stop();

  // The same data folder again: today's picture is available at once, and is not announced.
  const next = nextNotice(stage);
  const restarted = Date.now();
  const second = await start({ args: ['--services=own'] });
  const again = await second.window();
  const { activities, picture } = await again.waitForState(
    (state) => state.picture.status === 'ready' && state.activities.picture.next.at !== null,
    limit(),
  );
  expect(picture.last?.record.title).toBe(title);
  // No request was sent since the restart; the time of the last success is known from the earlier run.
  expect(activities.picture.lastSuccessAt).toBeLessThan(restarted);
  await services.scenario('posts', { name: 'status', code: 400 });
  await again.writePost('Refused', 'Nobody takes this.', limit());
  expect((await next()).summary).toMatch(/^Overhead: /);
  await services.stop();
});

test('shows the picture, and sets it as wallpaper again on request', async ({ start, stage }) => {
  const app = await start();
  const window = await app.window();
  const { page } = window;
  await window.waitForState(({ wallpaper }) => wallpaper.kind === 'set', limit());
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
  await expect(page.getByRole('status', { name: 'Wallpaper' })).toHaveText('On your desktop');
});

test('sets the picture for the light and the dark style of GNOME', async ({ start, stage }) => {
  const app = await start({ env: { XDG_CURRENT_DESKTOP: 'ubuntu:GNOME' } });
  const window = await app.window();
  const { wallpaper } = await window.waitForState(
    ({ wallpaper: { kind } }) => kind === 'set' || kind === 'failed',
    limit(),
  );
  if (wallpaper.kind !== 'set') throw new Error('no wallpaper was set');
  expect(wallpaper).toMatchObject({ backend: 'gnome', verified: true });
  // The path of the data folder has spaces, `#` and `%`.
  const address = pathToFileURL(wallpaper.path).href;
  expect(address).toMatch(/%20.*%23.*%25/);
  expect(await readGnomeWallpaper(stage.desktop.env)).toEqual({
    pictureUri: address,
    pictureUriDark: address,
    pictureOptions: 'zoom',
  });
});

test('restores the original wallpaper on quit if `restoreOnQuit` is on', async ({
  start,
  stage,
  dataDir,
}) => {
  const pathBefore = await readXfceWallpaper(stage.desktop.env);
  const { wallpaper } = defaultSettings;
  await writeSettings(dataDir, {
    ...defaultSettings,
    wallpaper: { ...wallpaper, restoreOnQuit: true },
  });
  const app = await start({ args: ['--hidden'] });
  await expect
    .poll(() => readXfceWallpaper(stage.desktop.env), { timeout: 30_000 })
    .toEqual(pathBefore.map(() => expect.stringContaining(dataDir)));
  const tray = await app.tray();
  await tray.click('Quit');
  expect(await app.exited).toBe(0);
  expect(await readXfceWallpaper(stage.desktop.env)).toEqual(pathBefore);
});
