import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { serveLogind } from '#stand-in/dbus/logind.ts';
import type { AppState } from '#shared/state.ts';
import { run, statusWhen } from '../support/command.ts';
import { expect, limit, test } from '../support/fixtures.ts';

/**
 * These tests need rare behavior of Electron, which only the stand-in for Electron shows on demand.
 */
test.beforeEach(({ stage }) => {
  test.skip(stage.runtime.kind === 'electron', 'a switch of the stand-in');
});

/** Waits until the app has the lock of the single instance: right after that, the app creates this folder. */
const awaitLock = (dataDir: string): Promise<void> =>
  expect.poll(() => existsSync(join(dataDir, 'chromium'))).toBe(true);

/** The number of the station's fixes on the disk. */
function savedFixes(dataDir: string): number {
  // The app locks the database for a moment when it closes it.
  const options = { readOnly: true, timeout: 60_000 };
  const database = new DatabaseSync(join(dataDir, 'overhead.sqlite'), options);
  try {
    return Number(database.prepare('SELECT count(*) AS count FROM fix').get()?.['count']);
  } finally {
    database.close();
  }
}

test('saves the station’s positions when the session bus ends, for which Electron emits only `quit`', async ({
  start,
  dataDir,
}) => {
  const bus = spawn('dbus-daemon', ['--session', '--nofork', '--print-address'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  try {
    const [address] = (await once(createInterface({ input: bus.stdout }), 'line')) as [string];
    const env = { DBUS_SESSION_BUS_ADDRESS: address };
    const app = await start({ args: ['--hidden'], env, wallpaper: false });
    await awaitLock(dataDir);
    await statusWhen(start, ({ services }) => services.position.lastSuccessAt !== null);
    // The position is only in memory.
    expect(savedFixes(dataDir)).toBe(0);
    bus.kill('SIGKILL');
    expect(await app.exited).toBe(0);
    expect(savedFixes(dataDir)).toBeGreaterThan(0);
  } finally {
    bus.kill('SIGKILL');
  }
});

test('answers second instances before it is ready, and saves the station’s positions before a shutdown', async ({
  start,
  stage,
  dataDir,
}) => {
  const logind = await serveLogind(stage.bus);
  const env = {
    STAND_IN_SECOND_INSTANCE: 'before-ready',
    // The app uses the bus of the desktop as the system bus, too.
    DBUS_SYSTEM_BUS_ADDRESS: stage.desktop.busAddress,
  };
  const first = await start({ args: ['--hidden'], env, wallpaper: false });
  await test.step('answers and opens its window', async () => {
    await awaitLock(dataDir);
    expect(await run(start, '--status')).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^Today /m),
    });
    const second = await start();
    expect(await second.exited).toBe(0);
    const { page } = await first.window();
    await expect(page.getByRole('navigation', { name: 'Views' })).toBeVisible();
  });
  await test.step('saves the positions', async () => {
    const window = await first.window();
    const hasPosition = ({ activities }: AppState) => activities.position.lastSuccessAt !== null;
    await window.waitForState(hasPosition, limit());
    // The position is only in memory.
    expect(savedFixes(dataDir)).toBe(0);
    logind.shutDown();
    await expect.poll(() => savedFixes(dataDir)).toBeGreaterThan(0);
    // A machine that shuts down kills the app without waiting for it to quit.
    process.kill(first.pid, 'SIGKILL');
    await first.exited;
    await logind.stop();
    expect(savedFixes(dataDir)).toBeGreaterThan(0);
  });
});
