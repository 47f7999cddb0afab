import { readFile } from 'node:fs/promises';
import { serveLogind } from '#stand-in/dbus/logind.ts';
import { run, statusOf } from '../support/command.ts';
import { controlledServices, writeSettings } from '../support/controlled.ts';
import { expect, logOf, test } from '../support/fixtures.ts';
import { nextNotice } from '../support/notices.ts';

test('sends no request during sleep, and only the delayed requests after the resume', async ({
  start,
  stage,
  dataDir,
}) => {
  const services = await controlledServices();
  const logind = await serveLogind(stage.bus);
  await writeSettings(dataDir, services.settings);
  // The app uses the bus of the desktop as the system bus, too. Chromium also receives the signal for sleep, and closes
  // its debugging connection. No window is open, so nothing depends on this connection.
  const env = { DBUS_SYSTEM_BUS_ADDRESS: stage.desktop.busAddress };
  const pictureShown = nextNotice(stage, 'New picture of the day');
  await start({ args: ['--services=own', '--hidden'], env });
  await pictureShown();
  await expect.poll(async () => (await services.requests()).position.requests).toBeGreaterThan(0);
  const count = async (): Promise<number> =>
    Object.values(await services.requests()).reduce((sum, { requests }) => sum + requests, 0);
  const events = async (): Promise<string[]> =>
    (await readFile(logOf(dataDir), 'utf8')).match(/power: \w+/g) ?? [];

  logind.sleep();
  await expect.poll(events).toEqual(['power: suspend']);
  const countBefore = await count();
  expect(await run(start, '--check-now')).toMatchObject({ code: 0 });
  // This command takes seconds: a request that `--check-now` had caused would have been sent by then.
  const { services: asleep } = await statusOf(start);
  expect(asleep.position.waitsFor).toContain('The computer is asleep');
  expect(await count()).toBe(countBefore);

  // Several suspends in a row, as when a lid is closed and opened.
  for (let turn = 0; turn < 5; turn++) {
    logind.wake();
    logind.sleep();
  }
  logind.wake();
  await expect.poll(count).toBeGreaterThan(countBefore);
  await statusOf(start);
  // The delayed request for the position, and at most one more; no picture is due, and there are no posts to send.
  expect((await count()) - countBefore).toBeLessThanOrEqual(2);
  await logind.stop();
  await services.stop();
});
