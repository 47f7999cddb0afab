import { join } from 'node:path';
import { readXfceWallpaper } from '#stand-in/dbus/wallpaper.ts';
import { deskOf } from '../support/desk.ts';
import { expect, limit, test, type App, type Stage } from '../support/fixtures.ts';
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
    await app.stop();

    // The first-run question is not shown again.
    const again = await start({ firstRun: true });
    await expect(
      (await again.window()).page.getByRole('navigation', { name: 'Views' }),
    ).toBeVisible();
  },
);

test('notifies at a first start with --hidden, and leaves the wallpaper unchanged when the first-run page is closed', async ({
  start,
  stage,
}) => {
  const desk = deskOf(stage.desktop);
  const notice = nextNotice(stage);
  const app = await start({ firstRun: true, args: ['--hidden'] });
  expect(await notice()).toMatchObject({ summary: 'Overhead has started' });
  const tray = await app.tray();
  await tray.click('Open Overhead');
  const main = await pictureCame(app);
  await expect(main.page.getByRole('heading', { level: 1 })).toHaveText('Welcome to Overhead');
  expect(await isSet(stage, app)).toBe(false);
  await desk.close('Overhead');
  await expectHidden(main.page, true);
  await tray.click('Open Overhead');
  const again = await app.window();
  expect((await again.state()).settings.wallpaper.enabled).toBe(false);
  expect(await isSet(stage, app)).toBe(false);
  await again.page.getByRole('button', { name: 'Set as wallpaper every day' }).click();
  await newWallpaper(stage, app, undefined);
});
