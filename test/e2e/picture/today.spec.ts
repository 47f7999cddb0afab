import type { Bridge } from '#shared/contract.ts';
import { readXfceWallpaper } from '#stand-in/dbus/wallpaper.ts';
import type { AppPage } from '#tools/start/page.ts';
import { controlledServices, writeSettings } from '../support/controlled.ts';
import { expect, limit, test } from '../support/fixtures.ts';
import { newWallpaper } from '../support/wallpaper.ts';

type WithBridge = typeof globalThis & { readonly overhead?: Bridge };

const wallpaperStatus = ({ page }: AppPage) => page.getByRole('status', { name: 'Wallpaper' });
const isSet = (window: AppPage) =>
  window.waitForState(({ wallpaper }) => wallpaper.kind === 'set', limit());

async function choose({ page }: AppPage, entry: string): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

test('replaces a skipped picture on the desktop, and restores it on Undo', async ({
  start,
  stage,
}) => {
  const window = await (await start()).window();
  const { page } = window;
  const shows = (date: string) =>
    expect
      .poll(async () => (await readXfceWallpaper(stage.desktop.env))[0], { timeout: 30_000 })
      .toContain(date);
  const { picture } = await isSet(window);
  const today = picture.last?.record.date ?? 'none';
  await page.evaluate(() => (globalThis as WithBridge).overhead?.picture.day('2024-02-29'));
  await choose(window, 'Don’t use this picture');
  await shows('2024-02-29');
  await expect(wallpaperStatus(window)).toHaveText(/^\s*You skipped/);
  await page.getByRole('button', { name: 'Undo' }).click();
  await shows(today);
  await expect(wallpaperStatus(window)).toHaveText('On your desktop');
});

test('sets the wallpaper again as soon as the caption is switched on', async ({ start, stage }) => {
  const app = await start();
  const window = await app.window();
  const { page } = window;
  await isSet(window);
  const [before] = await readXfceWallpaper(stage.desktop.env);
  await page.keyboard.press('Control+5');
  await page.getByRole('switch', { name: 'Caption on the wallpaper' }).click();
  await newWallpaper(stage, app, before);
  const { wallpaper } = await isSet(window);
  expect(wallpaper).toMatchObject({ kind: 'set', verified: true });
});

test('lets the page copy the picture to the clipboard, but not read the clipboard', async ({
  start,
}) => {
  const window = await (await start()).window();
  const { page } = window;
  await isSet(window);
  await choose(window, 'Copy the picture');
  await expect(page.getByText('The picture is on the clipboard.').first()).toBeVisible({
    timeout: 20_000,
  });
  const read = await page.evaluate(() =>
    navigator.clipboard.read().then(
      () => 'read',
      (error: unknown) => (error as Error).name,
    ),
  );
  expect(read).toBe('NotAllowedError');
});

test('shows the progress of a slow download', async ({ start, dataDir }) => {
  const services = await controlledServices();
  // The download is slow enough to take about five seconds for a picture of 40 to 80 KB.
  const slow = { name: 'dripping-body', seconds: 0.1, bytes: 1_000 };
  await services.scenario('picture', [{ name: 'image' }, slow]);
  await writeSettings(dataDir, services.settings);
  const window = await (await start({ args: ['--services=own'] })).window();
  await expect(
    window.page.getByRole('main').getByText(/^(Downloading today’s picture: )?\d+% of [\d.]+ MB$/),
  ).toBeVisible({
    timeout: 20_000,
  });
  await services.stop();
});

test('previews the picture in the dialog, and sets it as wallpaper after a choice of the fit', async ({
  start,
  stage,
}) => {
  const app = await start();
  const window = await app.window();
  const { page } = window;
  await isSet(window);
  const [before] = await readXfceWallpaper(stage.desktop.env);
  await choose(window, 'Choose displays and fit…');
  const dialog = page.getByRole('dialog', { name: 'Set as wallpaper' });
  await expect(dialog.locator('canvas').first()).toBeVisible();
  await dialog.getByRole('radio', { name: 'Center at original size' }).click();
  await expect(dialog.getByText(/^The (whole )?picture /).first()).toBeVisible();
  await dialog.getByRole('button', { name: 'Set as wallpaper' }).click();
  await expect(dialog).toBeHidden();
  await newWallpaper(stage, app, before);
});
