import type { Page } from '@playwright/test';
import { readXfceWallpaper } from '#stand-in/dbus/wallpaper.ts';
import type { Bridge } from '#shared/contract.ts';
import { defaultSettings } from '#shared/settings/settings.ts';
import type { AppPage } from '#tools/start/page.ts';
import { expect, limit, test } from '../support/fixtures.ts';
import { ownServices } from '../support/services.ts';

type WithBridge = typeof globalThis & { readonly overhead: Bridge };

test('hides simulated pictures while real services are configured, on the desktop also if these do not answer', async ({
  start,
  stage,
}) => {
  const services = await ownServices();
  const onDesktop = () => readXfceWallpaper(stage.desktop.env);
  const shownBefore = await onDesktop();
  const archived = async (page: Page): Promise<string[]> => {
    const answer = await page.evaluate(() =>
      (globalThis as WithBridge).overhead.archive.page({
        before: null,
        limit: 50,
        words: '',
        favourites: false,
      }),
    );
    if (!answer.ok) throw new Error(answer.failure.kind);
    return answer.value.days.map(({ date }) => date);
  };
  const isSet = (window: AppPage) =>
    window.waitForState(({ wallpaper }) => wallpaper.kind === 'set', limit());
  const day = '2024-02-29';

  const first = await start();
  const simulated = await first.window();
  expect((await isSet(simulated)).wallpaper).toMatchObject({ verified: true, simulated: true });
  const [drawn = ''] = await onDesktop();
  await simulated.page.evaluate(async (date) => {
    const { picture, wallpaper } = (globalThis as WithBridge).overhead;
    await picture.day(date);
    await wallpaper.decide({ kind: 'favour', date, favourite: true });
  }, day);
  await first.stop();

  const second = await start({ services: services.urls });
  const window = await second.window();
  await expect.poll(onDesktop).toEqual(shownBefore);
  await window.waitForState(
    ({ activities, wallpaper }) =>
      activities.picture.lastFailure !== null && wallpaper.kind === 'untouched',
    limit(),
  );
  await services.start();
  await window.page.evaluate(() => (globalThis as WithBridge).overhead.app.check());
  const { wallpaper, choice } = await isSet(window);
  expect(wallpaper).not.toHaveProperty('simulated');
  expect(await onDesktop()).not.toContain(drawn);
  expect(await archived(window.page)).not.toContain(day);
  expect(choice.favourites).toEqual([]);

  await test.step('after a change of the services, the window opens again in the same view', async () => {
    const { page } = window;
    await page.keyboard.press('Control+5');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings');
    const gone = page.waitForEvent('close');
    const simulation = { services: { ...defaultSettings.services, source: 'embedded' as const } };
    // The answer may be lost, because the window closes.
    await page
      .evaluate(
        (change) => void (globalThis as WithBridge).overhead.settings.change(change),
        simulation,
      )
      .catch(() => undefined);
    await gone;
    const again = await second.window();
    await expect(again.page.getByRole('heading', { level: 1 })).toHaveText('Settings');
    const state = await again.waitForState(
      ({ picture, services: { simulated } }) => simulated && picture.last !== null,
      limit(),
    );
    expect(await archived(again.page)).toContain(day);
    expect(state.choice.favourites).toEqual([day]);
  });
  await services.stop();
});
