import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openBus } from '#stand-in/dbus/bus.ts';
import type { Bridge } from '#shared/contract.ts';
import { root } from '#tools/setup/paths.ts';
import { timeZoneAtNoon } from '#tools/setup/daytime.ts';
import { run } from '../support/command.ts';
import { controlledServices, writeSettings } from '../support/controlled.ts';
import { expect, limit, logOf, test } from '../support/fixtures.ts';
import { nextNotice } from '../support/notices.ts';

type WithBridge = typeof globalThis & { readonly overhead: Bridge };

const env = { TZ: timeZoneAtNoon(Date.now()) };

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

test('notifies of a new picture, marks it on the icon until it is seen, and sets it as wallpaper from the button in the notification', async ({
  start,
  stage,
  dataDir,
}) => {
  const services = await controlledServices();
  await writeSettings(dataDir, services.settings);
  const shown = nextNotice(stage);
  const app = await start({ args: ['--hidden', '--services=own'], env });
  const notice = await shown();
  expect(notice).toMatchObject({ appName: 'Overhead', summary: 'New picture of the day' });
  expect(notice.body).not.toBe('');
  expect(notice.actions).toContainEqual({ key: '0', label: 'Set as wallpaper' });
  expect(notice.hints['image-path']).toMatch(/\/thumbnails\/[\d-]{10}-[\da-f]+\.jpg$/);
  const tray = await app.tray();
  const pixels = async (): Promise<string> =>
    (await tray.iconPixmaps())[0]?.argb.toString('base64') ?? '';
  await expect
    .poll(async () => (await tray.menu()).map(({ label }) => label))
    .toContainEqual(expect.stringMatching(/^Today: (?!looking|Overhead is starting|fetching)./));
  const unmarked = await unmarkedIcon();
  await expect.poll(pixels).not.toBe(unmarked);
  stage.notifications.invokeAction(notice.id, '0');
  await tray.click('Open Overhead');
  const window = await app.window();
  const { picture } = await window.waitForState(
    ({ wallpaper: { kind } }) => kind === 'set',
    limit(),
  );
  await expect(window.page.getByRole('heading', { level: 1 })).toHaveText(
    picture.last?.record.title ?? '',
  );
  await expect.poll(pixels).toBe(unmarked);
  await services.stop();
});

test('notifies of a problem once, even across a restart, opens the window on a click, which shows what to do, and does not notify of a picture that the focused window shows', async ({
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
  // accepted; no notification announces the picture that the focused window shows.
  const countBefore = stage.notifications.notifications.length;
  const second = await start({ args: ['--hidden', '--services=own'], env });
  const again = await second.tray();
  await expect
    .poll(async () => (await again.menu()).map(({ label }) => label))
    .toContain('Needs attention: The picture service refuses the shared key');
  await again.click('Open Overhead');
  const window = await second.window();
  await expect.poll(() => window.page.evaluate(() => document.hasFocus())).toBe(true);
  await services.scenario('picture', { name: 'image' });
  await window.page.evaluate(() => (globalThis as WithBridge).overhead.app.check());
  await window.waitForState(({ picture: { status } }) => status === 'ready', limit());
  await expect
    .poll(async () => (await again.menu()).some(({ label }) => label.startsWith('Needs attention')))
    .toBe(false);
  expect(stage.notifications.notifications).toHaveLength(countBefore);
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
