import { keepAliveMs } from '#platform/windows/lazy-window.ts';
import type { Bridge } from '#shared/contract.ts';
import { deskOf } from '../support/desk.ts';
import { expect, test } from '../support/fixtures.ts';
import { nextNotice } from '../support/notices.ts';
import { isRunning, renderersOf } from '#stand-in/system/processes.ts';
import { newWallpaper } from '../support/wallpaper.ts';

type WithBridge = typeof globalThis & { readonly overhead: Bridge; told?: boolean[] };
const title = 'Overhead';
/** The time limit for closing an unused page: its lifetime, and 15 s more for a busy machine. */
const longEnough = { timeout: keepAliveMs + 15_000 };

test('runs no renderer while the app is in the tray', async ({ start, stage }) => {
  const app = await start({ args: ['--hidden'] });
  await newWallpaper(stage, app, undefined);
  // Only the composing page closes by itself; a window would stay open.
  await expect.poll(() => renderersOf(app.pid), longEnough).toEqual([]);
});

test('hides a closed window at once, opens it again unchanged, and destroys it later', async ({
  start,
  stage,
}) => {
  const desk = deskOf(stage.desktop);
  const app = await start();
  const tray = await app.tray();
  const { page } = await app.window();
  await page.keyboard.press('Control+n');
  await page.getByRole('textbox', { name: 'Text' }).fill('Half a sent');

  await desk.close(title);
  await expect.poll(() => page.evaluate(() => document.hidden)).toBe(true);
  await tray.click('Open Overhead');
  await expect.poll(() => page.evaluate(() => document.hidden)).toBe(false);
  await expect(page.getByRole('textbox', { name: 'Text' })).toHaveValue('Half a sent');

  await desk.close(title);
  await expect.poll(() => renderersOf(app.pid), longEnough).toEqual([]);
  await tray.click('Open Overhead');
  const again = await app.window();
  await again.page.keyboard.press('Control+4');
  await expect(again.page.getByText('Half a sent')).toBeVisible();
});

test('restores the position of the window after a restart', async ({ start, stage }) => {
  const desk = deskOf(stage.desktop);
  const first = await start();
  await first.window();
  const id = await desk.find(title);
  await desk.xdotool('windowsize', '--sync', id, '900', '600');
  await desk.xdotool('windowmove', '--sync', id, '321', '147');
  await expect.poll(() => desk.bounds(title)).toMatchObject({ width: 900, height: 600 });
  const boundsBefore = await desk.bounds(title);
  const { page } = await first.window();
  const seen = () => page.evaluate(() => [outerWidth, screenX < 400]);
  await expect.poll(seen).toEqual([900, true]);
  await desk.close(title);
  await expect.poll(() => page.evaluate(() => document.hidden)).toBe(true);
  await (await first.tray()).click('Quit');
  await first.exited;

  const second = await start();
  await second.window();
  await expect.poll(() => desk.bounds(title)).toEqual(boundsBefore);
});

test('reports to the page whether its window is on screen, and restores a minimized window from the tray', async ({
  start,
  stage,
}) => {
  const desk = deskOf(stage.desktop);
  const app = await start();
  const { page } = await app.window();
  await page.evaluate(() => {
    const global = globalThis as WithBridge;
    const told: boolean[] = (global.told = []);
    global.overhead.window.shown((shown) => void told.push(shown));
  });
  // The newest reports of whether the window is on screen.
  const told = (newest: number) =>
    page.evaluate((count) => (globalThis as WithBridge).told?.slice(-count), newest);
  // The action is repeated, because the window may still be opening, and showing a window restores it.
  await expect(async () => {
    await desk.minimise(title);
    await expect.poll(() => told(1), { timeout: 2_000 }).toEqual([false]);
  }).toPass({ timeout: 30_000 });
  await (await app.tray()).click('Journal');
  await expect.poll(() => told(2)).toEqual([false, true]);
  await expect.poll(() => page.evaluate(() => document.hidden)).toBe(false);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Journal');
});

test('does not reload or close the page on F5, Ctrl+R or Ctrl+W, and supports the editing keys without a menu', async ({
  start,
  stage,
}) => {
  const desk = deskOf(stage.desktop);
  const { page } = await (await start()).window();
  await page.keyboard.press('Control+n');
  const text = page.getByRole('textbox', { name: 'Text' });
  await text.fill('Not lost');
  await text.focus();
  await desk.xdotool('windowactivate', '--sync', await desk.find(title));
  for (const key of ['F5', 'ctrl+r', 'ctrl+w', 'ctrl+a', 'ctrl+c', 'End', 'ctrl+v'])
    await desk.xdotool('key', key);
  await expect(text).toHaveValue('Not lostNot lost');
  await desk.xdotool('key', 'ctrl+z');
  await expect(text).toHaveValue('Not lost');
});

test('reloads a killed page with the saved data, at most three times', async ({ start, stage }) => {
  test.slow();
  const app = await start();
  const tray = await app.tray();
  let { page } = await app.window();
  await page.keyboard.press('Control+n');
  await page.getByRole('textbox', { name: 'Title' }).fill('Kept');
  await page.getByRole('textbox', { name: 'Text' }).fill('A draft that was saved');
  await expect(page.getByText(/^Saved|Draft saved/)).toBeVisible();

  const killPage = async (): Promise<void> => {
    const killed = renderersOf(app.pid);
    expect(killed.length).toBeGreaterThan(0);
    for (const pid of killed) process.kill(pid, 'SIGKILL');
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
  await expect.poll(() => renderersOf(app.pid), longEnough).toEqual([]);
  // The tray still works, and the window opens on request.
  await tray.click('Open Overhead');
  ({ page } = await app.window());
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
