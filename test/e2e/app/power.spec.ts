import { readFile } from 'node:fs/promises';
import { becomeLogind } from '#tools/dbus/logind.ts';
import { readXfceWallpaper } from '#tools/dbus/wallpaper.ts';
import { statusOf } from '../support/command.ts';
import { controlledServices, writeSettings } from '../support/controlled.ts';
import { expect, logOf, test } from '../support/fixtures.ts';

test('sends no request during sleep, and one delayed round after it', async ({
  start,
  stage,
  dataDir,
}) => {
  test.slow();
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
  const events = async (): Promise<string[]> =>
    (await readFile(logOf(dataDir), 'utf8')).match(/power: \w+/g) ?? [];

  logind.sleep();
  await expect.poll(events).toEqual(['power: suspend']);
  const before = await count();
  await tray.click('Check now');
  // The answer comes a good while after a request would have gone out.
  const { services: asleep } = await statusOf(start);
  expect(asleep.position.waitsFor).toContain('The computer is asleep');
  expect(await count()).toBe(before);

  // Flapping, as lids do.
  for (let turn = 0; turn < 5; turn++) {
    logind.wake();
    logind.sleep();
  }
  logind.wake();
  await expect.poll(count, { timeout: 60_000 }).toBeGreaterThan(before);
  await statusOf(start);
  // The position once; nothing is due of the picture, and there are no posts.
  expect((await count()) - before).toBeLessThanOrEqual(2);
  await logind.stop();
  await services.stop();
});
