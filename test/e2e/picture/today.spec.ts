import type { Bridge } from '#shared/contract.ts';
import { readXfceWallpaper } from '#stand-in/dbus/wallpaper.ts';
import type { AppPage } from '#tools/start/page.ts';
import { expect, limit } from '../support/fixtures.ts';
import { sharedTest } from '../support/shared.ts';
import { newWallpaper } from '../support/wallpaper.ts';

type WithBridge = typeof globalThis & { readonly overhead?: Bridge };

const wallpaperStatus = ({ page }: AppPage) => page.getByRole('group', { name: 'Wallpaper' });
const isSet = (window: AppPage) =>
  window.waitForState(({ wallpaper }) => wallpaper.kind === 'set', limit());

async function choose({ page }: AppPage, entry: string): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

sharedTest(
  'replaces a skipped picture on the desktop, and restores it on Undo',
  async ({ app, stage }) => {
    const window = app.main;
    const { page } = window;
    const shows = (date: string) =>
      expect.poll(async () => (await readXfceWallpaper(stage.desktop.env))[0]).toContain(date);
    const { picture } = await window.state();
    const today = picture.last?.record.date ?? 'none';
    await page.evaluate(() => (globalThis as WithBridge).overhead?.picture.day('2024-02-29'));
    await choose(window, 'Don’t use this picture');
    // The newest of the other saved pictures.
    const { wallpaper } = await window.waitForState(
      (state) => state.wallpaper.kind === 'set' && state.wallpaper.date !== today,
      limit(),
    );
    await shows(wallpaper.kind === 'set' ? wallpaper.date : '');
    await expect(wallpaperStatus(window)).toHaveText(
      /^\s*This picture will not be used again\. On your desktop now: the one of /,
    );
    await page.getByRole('button', { name: 'Undo' }).click();
    await shows(today);
    await expect(wallpaperStatus(window)).toHaveText('On your desktop');
  },
);

sharedTest(
  'sets the wallpaper again as soon as the caption is switched off',
  async ({ app, stage }) => {
    const window = app.main;
    const { page } = window;
    const [before] = await readXfceWallpaper(stage.desktop.env);
    await page.keyboard.press('Control+5');
    await page.getByRole('switch', { name: 'Caption on the wallpaper' }).click();
    await newWallpaper(stage, app, before);
    const { wallpaper } = await isSet(window);
    expect(wallpaper).toMatchObject({ kind: 'set', verified: true });
  },
);

sharedTest(
  'lets the page copy the picture to the clipboard, but not read the clipboard',
  async ({ app }) => {
    const window = app.main;
    const { page } = window;
    await choose(window, 'Copy the picture');
    await expect(page.getByText('The picture is on the clipboard.').first()).toBeVisible();
    const read = await page.evaluate(() =>
      navigator.clipboard.read().then(
        () => 'read',
        (error: unknown) => (error as Error).name,
      ),
    );
    expect(read).toBe('NotAllowedError');
  },
);

sharedTest(
  'previews the picture in the dialog, and sets it as wallpaper after a choice of the fit',
  async ({ app, stage }) => {
    const window = app.main;
    const { page } = window;
    const [before] = await readXfceWallpaper(stage.desktop.env);
    await choose(window, 'Choose displays and fit…');
    const dialog = page.getByRole('dialog', { name: 'Set as wallpaper' });
    await expect(dialog.locator('canvas').first()).toBeVisible();
    await dialog.getByRole('radio', { name: 'Center at original size' }).click();
    await expect(dialog.getByText(/^The (whole )?picture /).first()).toBeVisible();
    await dialog.getByRole('button', { name: 'Set as wallpaper' }).click();
    await expect(dialog).toBeHidden();
    await newWallpaper(stage, app, before);
  },
);
