import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '../support/command.ts';
import { deskOf } from '../support/desk.ts';
import { expect, logOf, test } from '../support/fixtures.ts';

/** What Electron may do, and does rarely: switches of the stand-in, which Electron does not have. */
test.beforeEach(({ stage }) => {
  test.skip(stage.runtime.kind === 'electron', 'a switch of the stand-in');
});

test('shows the window although ready-to-show never comes, and logs it', async ({
  start,
  dataDir,
}) => {
  const app = await start({ env: { STAND_IN_READY_TO_SHOW: 'never' } });
  const { page } = await app.window();
  await expect.poll(() => page.evaluate(() => document.hidden)).toBe(false);
  expect(await readFile(logOf(dataDir), 'utf8')).toContain(
    'the window is shown although Electron did not emit ready-to-show',
  );
});

test('serves instances that came before it was ready', async ({ start, dataDir }) => {
  const env = { STAND_IN_SECOND_INSTANCE: 'before-ready' };
  const first = await start({ args: ['--hidden'], env });
  // Made once it has the lock.
  await expect.poll(() => existsSync(join(dataDir, 'chromium'))).toBe(true);
  expect(await run(start, '--status')).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^Today /m),
  });
  const second = await start();
  expect(await second.exited).toBe(0);
  const { page } = await first.window();
  await expect(page.getByRole('navigation', { name: 'Views' })).toBeVisible();
});

test('opens a window in the middle if its last place was not known', async ({ start, stage }) => {
  const desk = deskOf(stage.desktop);
  const title = 'Overhead';
  const first = await start({ env: { STAND_IN_BOUNDS: 'origin' } });
  const { page } = await first.window();
  const id = await desk.find(title);
  await desk.xdotool('windowsize', '--sync', id, '900', '600');
  await expect.poll(() => page.evaluate(() => outerWidth)).toBe(900);
  await desk.close(title);
  await expect.poll(() => page.evaluate(() => document.hidden)).toBe(true);
  await (await first.tray()).click('Quit');
  await first.exited;

  const second = await start();
  await second.window();
  await expect.poll(() => desk.bounds(title)).toMatchObject({ width: 900, height: 600 });
  const { x, y } = await desk.bounds(title);
  expect(x).toBeGreaterThan(300);
  expect(y).toBeGreaterThan(100);
});
