import { readFile } from 'node:fs/promises';
import { openBus } from '#stand-in/dbus/bus.ts';
import type { Bridge } from '#shared/contract.ts';
import { timeZoneAtNoon } from '#tools/setup/daytime.ts';
import { run } from '../support/command.ts';
import { controlledServices, writeSettings } from '../support/controlled.ts';
import { expect, limit, logOf, test } from '../support/fixtures.ts';
import { nextNotice } from '../support/notices.ts';

type WithBridge = typeof globalThis & { readonly overhead: Bridge };

const env = { TZ: timeZoneAtNoon(Date.now()) };

test('sets a new picture as wallpaper from the button in its notification', async ({
  start,
  stage,
  dataDir,
}) => {
  const services = await controlledServices();
  const { settings } = services;
  const wallpaper = { ...settings.wallpaper, enabled: false };
  await writeSettings(dataDir, { ...settings, wallpaper });
  const shown = nextNotice(stage);
  const app = await start({ args: ['--hidden', '--services=own'], env });
  const notice = await shown();
  expect(notice).toMatchObject({ appName: 'Overhead', summary: 'New picture of the day' });
  expect(notice.actions).toContainEqual({ key: '0', label: 'Set as wallpaper' });
  expect(notice.hints['image-path']).toMatch(/\/thumbnails\/[\d-]{10}-[\da-f]+\.jpg$/);
  stage.notifications.invokeAction(notice.id, '0');
  await (await app.tray()).click('Open Overhead');
  const page = await app.window();
  await page.waitForState(({ wallpaper: { kind } }) => kind === 'set', limit());
  await services.stop();
});

test('notifies of a problem once, even across a restart, and opens the window on a click, which shows the problem and what to do', async ({
  start,
  stage,
  dataDir,
}) => {
  const services = await controlledServices();
  const picture = { ...services.settings.picture, providers: 'legacy' as const };
  await writeSettings(dataDir, { ...services.settings, picture });
  await services.scenario('picture', { name: 'key-refused' });
  const shown = nextNotice(stage);
  const first = await start({ args: ['--hidden', '--services=own'], env });
  const notice = await shown();
  expect(notice.summary).toBe('Overhead: The picture service refuses the shared key');
  // No button of the notification repeats the action of a click.
  expect(notice.actions.map(({ key }) => key)).toEqual(['default']);
  expect(notice.body).toMatch(/Click to open the settings\.$/);
  const tray = await first.tray();
  await expect
    .poll(async () => (await tray.menu()).map(({ label }) => label))
    .toContain('Needs attention: The picture service refuses the shared key');
  stage.notifications.invokeAction(notice.id, 'default');
  const { page } = await first.window();
  await expect(page.getByRole('navigation', { name: 'Views' })).toBeVisible();
  await expect(page.getByRole('group', { name: 'Status' })).toHaveText(
    /^\s*The picture service refuses the shared key\.\s*$/,
  );
  await page.keyboard.press('Control+6');
  const card = page.getByRole('region', { name: 'Picture' });
  await card.getByRole('button', { name: 'Details' }).click();
  await expect(card).toContainText(/Last failure\s*\d+:\d\d.+: The service refused the API key\./);
  await first.stop();

  // The key is still refused after a restart: the tray shows the problem, but no notification does. Then the key is
  // accepted.
  const after = nextNotice(stage);
  const second = await start({ args: ['--hidden', '--services=own'], env });
  const again = await second.tray();
  await expect
    .poll(async () => (await again.menu()).map(({ label }) => label))
    .toContain('Needs attention: The picture service refuses the shared key');
  await services.scenario('picture', { name: 'image' });
  expect(await run(start, '--check-now')).toMatchObject({ code: 0 });
  expect((await after()).summary).toBe('New picture of the day');
  await expect
    .poll(async () => (await again.menu()).some(({ label }) => label.startsWith('Needs attention')))
    .toBe(false);
  await services.stop();
});

test('keeps running without a notification service, and notifies again once there is one', async ({
  start,
  stage,
  dataDir,
}) => {
  const services = await controlledServices();
  const picture = { ...services.settings.picture, providers: 'legacy' as const };
  await writeSettings(dataDir, { ...services.settings, picture });
  await services.scenario('picture', { name: 'key-refused' });
  const comeBack = await stage.notifications.away();
  try {
    const app = await start({ args: ['--hidden', '--services=own'], env });
    const tray = await app.tray();
    await expect
      .poll(async () => (await tray.menu()).map(({ label }) => label))
      .toContain('Needs attention: The picture service refuses the shared key');
    await comeBack();
    await services.scenario('picture', { name: 'image' });
    const shown = nextNotice(stage, 'New picture of the day');
    expect(await run(start, '--check-now')).toMatchObject({ code: 0 });
    // The notification of the problem comes before if the app still waits for the service.
    const notice = await shown();
    stage.notifications.invokeAction(notice.id, 'default');
    const { page } = await app.window();
    await expect(
      page.getByRole('navigation', { name: 'Views' }).locator('[aria-current=page]'),
    ).toHaveText(/Today/);
  } finally {
    await services.stop();
  }
});

test('does not call a notification service that never answers, and answers and quits meanwhile', async ({
  start,
  stage,
  dataDir,
}) => {
  const services = await controlledServices();
  const picture = { ...services.settings.picture, providers: 'legacy' as const };
  await writeSettings(dataDir, { ...services.settings, picture });
  await services.scenario('picture', { name: 'key-refused' });
  const comeBack = await stage.notifications.away();
  const bus = await openBus(stage.desktop.busAddress);
  const name = 'org.freedesktop.Notifications';
  bus.connection.addMethodHandler(() => true);
  await bus.connection.requestName(name, 0);
  try {
    // With this switch, a call of the service stops the process.
    const dead = { ...env, STAND_IN_NOTIFICATIONS: 'dead' };
    const app = await start({ args: ['--hidden', '--services=own'], env: dead });
    const tray = await app.tray();
    await expect
      .poll(async () => (await tray.menu()).map(({ label }) => label))
      .toContain('Needs attention: The picture service refuses the shared key');
    expect(await run(start, '--status')).toMatchObject({ code: 0 });
    expect(await run(start, '--quit')).toMatchObject({ code: 0 });
    expect(await app.exited).toBe(0);
    expect(await readFile(logOf(dataDir), 'utf8')).toContain(
      'the notification daemon does not answer',
    );
  } finally {
    await bus.connection.releaseName(name);
    bus.close();
    await comeBack();
    await services.stop();
  }
});

test('does not notify of a picture that the focused window shows', async ({
  start,
  stage,
  dataDir,
}) => {
  const services = await controlledServices();
  const picture = { ...services.settings.picture, providers: 'legacy' as const };
  const notifications = { newPicture: true, problems: false };
  await writeSettings(dataDir, { ...services.settings, picture, notifications });
  await services.scenario('picture', { name: 'key-refused' });
  const app = await start({ args: ['--services=own'], env });
  const window = await app.window();
  await expect.poll(() => window.page.evaluate(() => document.hasFocus())).toBe(true);
  const countBefore = stage.notifications.notifications.length;
  await services.scenario('picture', { name: 'image' });
  await window.page.evaluate(() => (globalThis as WithBridge).overhead.app.check());
  await window.waitForState(({ picture: { status } }) => status === 'ready', limit());
  expect(stage.notifications.notifications.length).toBe(countBefore);
  await services.stop();
});
