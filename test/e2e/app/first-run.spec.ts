import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { closeReasonNumbers } from '#stand-in/dbus/notifications.ts';
import { readXfceWallpaper } from '#stand-in/dbus/wallpaper.ts';
import { deskOf } from '../support/desk.ts';
import { expect, limit, logOf, test, type App, type Stage } from '../support/fixtures.ts';
import { expectHidden } from '../support/hidden.ts';
import { nextNotice } from '../support/notices.ts';
import { newWallpaper } from '../support/wallpaper.ts';

/** Whether the desktop shows a wallpaper of this app. */
const isSet = async ({ desktop }: Stage, { userDataDir }: App): Promise<boolean> =>
  (await readXfceWallpaper(desktop.env)).some((path) =>
    path.startsWith(join(userDataDir, 'wallpaper')),
  );

/** Waits until the picture is downloaded; an automatic wallpaper would be set at that time. */
async function pictureCame(app: App) {
  const main = await app.window();
  await main.waitForState(
    ({ picture, activities }) => picture.status === 'ready' && activities.picture.next.at !== null,
    limit(),
  );
  return main;
}

test(
  'asks at the first start before it changes the wallpaper, and sets the wallpaper once the user agrees',
  { tag: '@main' },
  async ({ start, stage }) => {
    const app = await start({ firstRun: true });
    const main = await pictureCame(app);
    const { page } = main;
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome to Overhead');
    await expect(page.locator('img[src^="/picture/"]')).toBeVisible();
    expect((await main.state()).wallpaper.kind).toBe('untouched');
    expect(await isSet(stage, app)).toBe(false);

    await page.getByRole('combobox', { name: 'Town' }).fill('Munich');
    await page
      .getByRole('option', { name: /^Munich/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Set as wallpaper every day' }).click();
    await expect(page.getByRole('navigation', { name: 'Views' })).toBeVisible();
    await newWallpaper(stage, app, undefined);
    expect(Math.round((await main.state()).settings.station.observer?.latitude ?? 0)).toBe(48);
  },
);

/** In the stand-in for Electron, with rare behavior: no `ready-to-show` of a window, no `close` of a notification. */
const silent = { STAND_IN_READY_TO_SHOW: 'never', STAND_IN_NOTIFICATIONS: 'no-close' };

test('notifies at a first start with --hidden until the first-run page is closed, and then leaves the wallpaper unchanged; also if Electron emits neither `ready-to-show` nor `close`', async ({
  start,
  stage,
  dataDir,
}) => {
  const desk = deskOf(stage.desktop);
  const started = nextNotice(stage);
  const app = await start({ firstRun: true, args: ['--hidden'], env: silent });
  const question = await started();
  expect(question).toMatchObject({ summary: 'Overhead has started' });
  await (await app.tray()).click('Open Overhead');
  const main = await pictureCame(app);
  await expectHidden(main.page, false);
  if (stage.runtime.kind === 'stand-in')
    expect(await readFile(logOf(dataDir), 'utf8')).toContain(
      'the window is shown although Electron did not emit ready-to-show',
    );
  await expect(main.page.getByRole('heading', { level: 1 })).toHaveText('Welcome to Overhead');
  expect(await isSet(stage, app)).toBe(false);

  const closed = nextNotice(stage);
  await desk.close('Overhead');
  const hint = await closed();
  expect(hint).toMatchObject({
    summary: 'Overhead keeps running',
    body: expect.stringMatching(/^Find it in the tray\./),
  });
  await expect
    .poll(() => stage.notifications.closed.get(question.id))
    .toBe(closeReasonNumbers.closed);
  await expectHidden(main.page, true);
  // The notification service closes a notification that was clicked.
  stage.notifications.invokeAction(hint.id, 'default');
  const again = await app.window();
  await expectHidden(again.page, false);
  expect((await again.state()).settings.wallpaper.enabled).toBe(false);
  expect(await isSet(stage, app)).toBe(false);
  await again.page.getByRole('button', { name: 'Set as wallpaper every day' }).click();
  await newWallpaper(stage, app, undefined);
});
