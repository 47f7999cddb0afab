import { readXfceWallpaper } from '#stand-in/dbus/wallpaper.ts';
import type { Bridge } from '#shared/contract.ts';
import { defaultSettings } from '#shared/settings/settings.ts';
import { expect, limit, test } from '../support/fixtures.ts';
import { ownServices } from '../support/services.ts';

type WithBridge = typeof globalThis & { readonly overhead: Bridge };

test('opens the window in the same view after a change of the services', async ({ start }) => {
  const services = await ownServices();
  await services.start();
  const app = await start({ services: services.urls });
  const { page } = await app.window();
  await page.keyboard.press('Control+5');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings');

  const gone = page.waitForEvent('close');
  // The position service changes, too: fixes of one service are not used for another.
  const own = { ...services.urls, position: services.urls.position.replace('127.0.0.1', '[::1]') };
  const wanted = { services: { ...defaultSettings.services, source: 'own' as const, own } };
  // The answer may be lost, because the window closes.
  await page
    .evaluate((change) => void (globalThis as WithBridge).overhead.settings.change(change), wanted)
    .catch(() => undefined);
  await gone;
  const again = await app.window();
  await expect(again.page.getByRole('heading', { level: 1 })).toHaveText('Settings');
  await services.stop();
});

test('shows simulated days and favorites in the archive only while the embedded services are used', async ({
  start,
}) => {
  test.slow();
  const services = await ownServices();
  await services.start();
  const archived = async (app: Awaited<ReturnType<typeof start>>) => {
    const window = await app.window();
    const state = await window.waitForState(({ picture }) => picture.last !== null, limit(40_000));
    const page = await window.page.evaluate(() =>
      (globalThis as WithBridge).overhead.archive.page({
        before: null,
        limit: 50,
        words: '',
        favourites: false,
      }),
    );
    if (!page.ok) throw new Error(page.failure.kind);
    const dates = page.value.days.map(({ date }) => date);
    return { page: window.page, dates, favourites: state.choice.favourites };
  };

  const first = await start();
  const { page } = await archived(first);
  const day = '2024-02-29';
  await page.evaluate(async (date) => {
    const { picture } = (globalThis as WithBridge).overhead;
    await picture.day(date);
    await picture.decide({ kind: 'favour', date, favourite: true });
  }, day);
  await first.stop();

  const second = await start({ services: services.urls });
  const real = await archived(second);
  expect(real.dates).not.toContain(day);
  expect(real.favourites).toEqual([]);
  await second.stop();

  const third = await start();
  const back = await archived(third);
  expect(back.dates).toContain(day);
  expect(back.favourites).toEqual([day]);
  await third.stop();
  await services.stop();
});

test('removes a simulated picture from the desktop when real services are configured but do not answer', async ({
  start,
  stage,
}) => {
  test.slow();
  const onDesktop = () => readXfceWallpaper(stage.desktop.env);
  const shownBefore = await onDesktop();
  const first = await start();
  const simulated = await (
    await first.window()
  ).waitForState(({ wallpaper }) => wallpaper.kind === 'set', limit(40_000));
  expect(simulated.wallpaper).toMatchObject({ verified: true, simulated: true });
  const [drawn = ''] = await onDesktop();
  await first.stop();

  const services = await ownServices();
  const second = await start({ services: services.urls });
  const window = await second.window();
  await expect.poll(onDesktop, { timeout: 20_000 }).toEqual(shownBefore);
  await window.waitForState(
    ({ activities, wallpaper }) =>
      activities.picture.lastFailure !== null && wallpaper.kind === 'untouched',
    limit(),
  );
  await services.start();
  await (await second.tray()).click(['More', 'Check now']);
  const { wallpaper } = await window.waitForState(
    (now) => now.wallpaper.kind === 'set',
    limit(40_000),
  );
  expect(wallpaper).not.toHaveProperty('simulated');
  expect(await onDesktop()).not.toContain(drawn);
  await services.stop();
});
