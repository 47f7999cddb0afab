import { setTimeout as delay } from 'node:timers/promises';
import { becomeLogind } from '../../tools/dbus/logind.ts';
import { readXfceWallpaper } from '../../tools/dbus/wallpaper.ts';
import { controlledServices, writeSettings } from './support/controlled.ts';
import { expect, test } from './support/fixtures.ts';

test('a machine that sleeps asks nothing, and one that wakes asks once and calmly', async ({
  start,
  stage,
  dataDir,
}) => {
  test.setTimeout(120_000);
  const services = await controlledServices();
  const logind = await becomeLogind(stage.bus);
  await writeSettings(dataDir, services.settings);
  // To the app the bus of the desktop is that of the machine, too. Chromium hears of the sleep as well, and drops
  // its debugger: without a window nothing depends on that.
  const env = { DBUS_SYSTEM_BUS_ADDRESS: stage.desktop.busAddress };
  const app = await start({ args: ['--services=own', '--hidden'], env });
  const tray = await app.tray();
  await expect
    .poll(async () => (await readXfceWallpaper(stage.desktop.env)).join(), { timeout: 40_000 })
    .toContain(dataDir);
  const count = async (): Promise<number> =>
    Object.values(await services.requests()).reduce((sum, { requests }) => sum + requests, 0);

  logind.sleep();
  // What was under way when it fell asleep may still end.
  await delay(1_500);
  const before = await count();
  // Long enough for a poll of the station; and then a person asks as well.
  await delay(20_000);
  await tray.click('Check now');
  await delay(1_000);
  expect(await count()).toBe(before);

  // Flapping, as lids do.
  for (let turn = 0; turn < 5; turn++) {
    logind.wake();
    logind.sleep();
  }
  logind.wake();
  await expect.poll(count, { timeout: 20_000 }).toBeGreaterThan(before);
  await delay(2_000);
  // The position once; nothing is due of the picture, and there are no posts.
  expect((await count()) - before).toBeLessThanOrEqual(2);
  await logind.stop();
  await services.stop();
});
