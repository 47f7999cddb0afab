import type { Page } from '@playwright/test';
import type { Bridge } from '#shared/contract.ts';
import { deskOf } from '../support/desk.ts';
import { expect } from '../support/fixtures.ts';
import { nextNotice } from '../support/notices.ts';
import { sendSignal } from '#stand-in/desktop/processes.ts';
import { isRunning, renderersOf } from '#stand-in/system/processes.ts';
import { readXfceWallpaper } from '#stand-in/dbus/wallpaper.ts';
import { expectHidden } from '../support/hidden.ts';
import { sharedTest } from '../support/shared.ts';
import { newWallpaper } from '../support/wallpaper.ts';

type WithBridge = typeof globalThis & { readonly overhead: Bridge; told?: boolean[] };
const title = 'Overhead';

/** Opens an empty form. An earlier test may have left a form open, which the new one replaces. */
async function openForm(page: Page): Promise<void> {
  await page.keyboard.press('Control+1');
  await expect(page.getByRole('textbox', { name: 'Text' })).toBeHidden();
  await page.keyboard.press('Control+n');
  await expect(page.getByRole('textbox', { name: 'Title' })).toBeFocused();
}

sharedTest(
  'hides a closed window at once, opens it again unchanged, destroys it later, and gives no second hint',
  async ({ app, stage }) => {
    const desk = deskOf(stage.desktop);
    const tray = await app.tray();
    const { page } = app.main;
    await openForm(page);
    await page.getByRole('textbox', { name: 'Text' }).fill('Half a sent');
    await desk.close(title);
    await expectHidden(page, true);
    await tray.click('Open Overhead');
    const shown = (await app.window()).page;
    await expectHidden(shown, false);
    // After 15 s the app has destroyed the page, and opens another.
    if (shown === page)
      await expect(page.getByRole('textbox', { name: 'Text' })).toHaveValue('Half a sent');

    const noticeCount = stage.notifications.notifications.length;
    const [before] = await readXfceWallpaper(stage.desktop.env);
    await desk.close(title);
    // While the window is closed, the app composes a wallpaper in another page.
    await tray.click(['Wallpaper', 'Set as wallpaper']);
    await newWallpaper(stage, app, before);
    await expect.poll(() => renderersOf(app.pid)).toEqual([]);
    expect(stage.notifications.notifications).toHaveLength(noticeCount);
    await tray.click('Open Overhead');
    const again = await app.window();
    await again.page.keyboard.press('Control+4');
    await expect(again.page.getByText('Half a sent')).toBeVisible();
  },
);

sharedTest(
  'reports to the page whether its window is on screen, and restores a minimized window from the tray',
  async ({ app, stage }) => {
    const desk = deskOf(stage.desktop);
    const { page } = app.main;
    await page.evaluate(() => {
      const global = globalThis as WithBridge;
      const told: boolean[] = (global.told = []);
      global.overhead.window.shown((shown) => void told.push(shown));
    });
    // The newest reports of whether the window is on screen.
    const told = (newest: number) =>
      page.evaluate((count) => (globalThis as WithBridge).told?.slice(-count), newest);
    await desk.minimise(title);
    await expect.poll(() => told(1)).toEqual([false]);
    await (await app.tray()).click('New post…');
    await expect.poll(() => told(2)).toEqual([false, true]);
    await expectHidden(page, false);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Journal');
  },
);

sharedTest(
  'does not reload or close the page on F5, Ctrl+R or Ctrl+W, and supports the editing keys without a menu',
  async ({ app, stage }) => {
    const desk = deskOf(stage.desktop);
    const { page } = app.main;
    const text = page.getByRole('textbox', { name: 'Text' });
    await openForm(page);
    await text.fill('Not lost');
    await text.focus();
    await desk.xdotool('windowactivate', '--sync', await desk.find(title));
    for (const key of ['F5', 'ctrl+r', 'ctrl+w', 'ctrl+a', 'ctrl+c', 'End', 'ctrl+v'])
      await desk.xdotool('key', key);
    await expect(text).toHaveValue('Not lostNot lost');
    await desk.xdotool('key', 'ctrl+z');
    await expect(text).toHaveValue('Not lost');
  },
);

sharedTest(
  'reloads a killed page with the saved data, at most three times',
  async ({ app, stage }) => {
    const tray = await app.tray();
    let { page } = app.main;
    await openForm(page);
    await page.getByRole('textbox', { name: 'Title' }).fill('Kept');
    await page.getByRole('textbox', { name: 'Text' }).fill('A draft that was saved');
    await expect(page.getByRole('main').getByText(/^Saved|Draft saved/)).toBeVisible();

    const killPage = async (): Promise<void> => {
      const killed = renderersOf(app.pid);
      expect(killed.length).toBeGreaterThan(0);
      for (const pid of killed) sendSignal(pid, 'SIGKILL');
      await expect.poll(() => killed.filter(isRunning)).toEqual([]);
    };
    for (let time = 1; time <= 3; time += 1) {
      await killPage();
      ({ page } = await app.window());
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Journal');
      await expect(page.getByText('A draft that was saved')).toBeVisible();
    }
    const nextMessage = nextNotice(stage);
    await killPage();
    expect((await nextMessage()).summary).toBe('The window stopped working several times');
    await expect.poll(() => renderersOf(app.pid)).toEqual([]);
    // The tray still works, and the window opens on request.
    await tray.click('Open Overhead');
    ({ page } = await app.window());
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  },
);
