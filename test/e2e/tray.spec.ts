import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from './support/fixtures.ts';
import { descendants, isRunning } from './support/processes.ts';

test('the menu holds every action and says where things stand', async ({ start }) => {
  const app = await start({ args: ['--hidden'] });
  const tray = await app.tray();
  const labels = async (): Promise<string[]> =>
    (await tray.menu()).filter(({ type }) => type !== 'separator').map(({ label }) => label);
  await expect
    .poll(labels, { timeout: 30_000 })
    .toEqual([
      'Simulated: nothing here is real',
      expect.stringMatching(/^Today: (?!looking|starting)./),
      'Set as wallpaper',
      expect.stringMatching(/^Station: \d+\.\d° [NS] \d+\.\d° [EW]/),
      'Next pass: not known yet',
      'Journal',
      'Publish now',
      'Check now',
      'Open Overhead',
      'Quit',
    ]);
  expect(await tray.toolTip()).toMatch(/^Overhead/);
  expect((await tray.iconPixmaps())[0]?.width).toBeGreaterThanOrEqual(16);
});

test('its lines open the views', async ({ start }) => {
  const app = await start({ args: ['--hidden'] });
  const tray = await app.tray();
  await tray.click('Open Overhead');
  const { page } = await app.window();
  const current = page.getByRole('navigation').locator('[aria-current=page]');
  await expect(current).toHaveText(/Today/);
  await tray.click('Journal');
  await expect(current).toHaveText(/Journal/);
  await expect
    .poll(async () => (await tray.menu()).some(({ label }) => /^Station: \d/.test(label)))
    .toBe(true);
  const station = (await tray.menu()).find(({ label }) => label.startsWith('Station'));
  await tray.click(station?.label ?? '');
  await expect(current).toHaveText(/Station/);
});

test('Quit ends the app and all that it started', async ({ start }) => {
  const app = await start();
  await app.window();
  const children = descendants(app.pid);
  expect(children.length).toBeGreaterThan(1);
  await (await app.tray()).click('Quit');
  expect(await app.exited).toBe(0);
  await expect.poll(() => children.filter(isRunning), { timeout: 10_000 }).toEqual([]);
});

test('closing the window leaves the app in the tray, and it opens again', async ({
  start,
  stage,
}) => {
  const app = await start();
  const first = await app.window();
  const closed = first.page.waitForEvent('close', { timeout: 10_000 });
  // As a person does, through the window manager.
  const xdotool = (...args: string[]) =>
    promisify(execFile)('xdotool', args, { env: stage.desktop.env });
  const ours = ['search', '--sync', '--onlyvisible', '--name', '^Overhead$'];
  await xdotool(...ours, 'windowactivate', '--sync');
  await xdotool('key', 'alt+F4');
  await closed;
  await (await app.tray()).click('Open Overhead');
  const second = await app.window();
  await expect(second.page.getByRole('navigation')).toBeVisible();
  expect((await second.state()).version).toMatch(/^\d/);
});
