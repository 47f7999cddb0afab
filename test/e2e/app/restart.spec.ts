import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { defaultSettings, type Settings } from '#shared/settings/settings.ts';
import type { Bridge } from '#shared/contract.ts';
import { deskOf } from '../support/desk.ts';
import { expect, test } from '../support/fixtures.ts';
import { expectHidden } from '../support/hidden.ts';

type WithBridge = typeof globalThis & { readonly overhead: Bridge };

test('keeps the settings, a pause and the position of the window across a restart', async ({
  start,
  stage,
  dataDir,
}) => {
  const desk = deskOf(stage.desktop);
  const title = 'Overhead';
  const first = await start();
  const main = await first.window();
  const { page } = main;
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

  const again = await (await start()).window();
  await expect.poll(() => desk.bounds(title)).toEqual(boundsBefore);
  const { settings, suspension } = await again.state();
  expect(settings).toMatchObject(changed);
  expect(suspension.paused).toBe('indefinite');
  await again.page.evaluate(() => (globalThis as WithBridge).overhead.settings.reset());
  expect((await again.state()).settings).toEqual(defaultSettings);
});
