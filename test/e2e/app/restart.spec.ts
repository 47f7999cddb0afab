import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { defaultSettings, type Settings } from '#shared/settings/settings.ts';
import type { Bridge } from '#shared/contract.ts';
import { readXfceWallpaper } from '#stand-in/dbus/wallpaper.ts';
import { deskOf } from '../support/desk.ts';
import { expect, limit, test } from '../support/fixtures.ts';
import { expectHidden } from '../support/hidden.ts';

type WithBridge = typeof globalThis & { readonly overhead: Bridge };

test('keeps the settings, a pause, the position of the window and the picture that the user chose across a restart', async ({
  start,
  stage,
  dataDir,
}) => {
  const desk = deskOf(stage.desktop);
  const title = 'Overhead';
  const first = await start();
  const main = await first.window();
  const { page } = main;
  const shows = (date: string) =>
    expect.poll(async () => (await readXfceWallpaper(stage.desktop.env))[0]).toContain(date);
  const { picture } = await main.waitForState(({ wallpaper }) => wallpaper.kind === 'set', limit());
  await page.evaluate(() =>
    (globalThis as WithBridge).overhead.wallpaper.set({
      date: '2024-02-29',
      fit: null,
      displays: null,
    }),
  );
  await shows('2024-02-29');
  const change = (group: Partial<Settings>) =>
    page.evaluate(
      (wanted) => (globalThis as WithBridge).overhead.settings.change(wanted as object),
      group,
    );
  const changed: Partial<Settings> = {
    theme: 'dark',
    journal: { authorId: 5 },
    station: {
      ...defaultSettings.station,
      observer: { latitude: 48, longitude: 11, altitude: 500 },
    },
  };
  await test.step('a changed setting applies at once; an invalid value is refused', async () => {
    expect(await change(changed)).toMatchObject({ ok: true });
    expect((await main.state()).settings).toMatchObject(changed);
    const dark = () => page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
    await expect.poll(dark).toBe(true);
    expect(await change({ theme: 'pink' as never })).toMatchObject({
      failure: { kind: 'invalid-input' },
    });
  });
  await page.evaluate(() => (globalThis as WithBridge).overhead.app.pause('indefinite'));

  const id = await desk.find(title);
  await desk.xdotool('windowsize', '--sync', id, '900', '600');
  await desk.xdotool('windowmove', '--sync', id, '321', '147');
  await expect.poll(() => desk.bounds(title)).toMatchObject({ width: 900, height: 600 });
  const boundsBefore = await desk.bounds(title);
  const seen = () => page.evaluate(() => [outerWidth, screenX < 400]);
  await expect.poll(seen).toEqual([900, true]);
  await desk.close(title);
  await expectHidden(page, true);
  await (await first.tray()).click('Quit');
  expect(await first.exited).toBe(0);
  expect((await stat(join(dataDir, 'settings.json'))).mode & 0o777).toBe(0o600);

  const notices = stage.notifications.notifications.length;
  const restarted = Date.now();
  // The questions of a first start are not asked again.
  const again = await (await start({ firstRun: true })).window();
  await expect(again.page.getByRole('navigation', { name: 'Views' })).toBeVisible();
  await expect.poll(() => desk.bounds(title)).toEqual(boundsBefore);
  const { settings, suspension } = await again.state();
  expect(settings).toMatchObject(changed);
  expect(suspension.paused).toBe('indefinite');
  await test.step('the newest picture does not replace the chosen one', async () => {
    await again.page.evaluate(() => (globalThis as WithBridge).overhead.app.pause(null));
    // The time of the next check is known only after the first check has ended.
    const { choice, activities } = await again.waitForState(
      (state) => state.activities.picture.next.at !== null && state.suspension.paused === null,
      limit(),
    );
    // Today's picture is neither requested nor announced again.
    expect(activities.picture.lastSuccessAt).toBeLessThan(restarted);
    expect(stage.notifications.notifications).toHaveLength(notices);
    expect(choice.back).toEqual({ to: '2024-02-29', since: picture.last?.record.date });
    await shows('2024-02-29');
  });
  await again.page.evaluate(() => (globalThis as WithBridge).overhead.settings.reset());
  expect((await again.state()).settings).toEqual(defaultSettings);
});
