import type { Bridge } from '#shared/contract.ts';
import { descendants, isRunning } from '#stand-in/system/processes.ts';
import { run } from '../support/command.ts';
import { expect, limit, test } from '../support/fixtures.ts';
import { watchMessages } from '../support/messages.ts';
import { ownServices } from '../support/services.ts';
import { sharedTest } from '../support/shared.ts';

type WithBridge = typeof globalThis & { readonly overhead: Bridge };

sharedTest('publishes a post and shows that it was accepted', { tag: '@main' }, async ({ app }) => {
  const { main } = app;
  const { page } = main;
  await page.getByRole('link', { name: 'Journal' }).click();
  const shown = await watchMessages(page);
  const post = await main.writePost('New light', 'The clouds are gone. 🛰️', limit());
  expect(post).toMatchObject({
    state: { kind: 'accepted' },
    lastAccepted: { operation: 'create', status: 201, serviceId: 101 },
  });
  await expect(page.getByText('The clouds are gone. 🛰️')).toBeVisible();
  await expect.poll(shown).toContainEqual(expect.stringContaining('Published: “New light”'));
  await expect(page.getByRole('article', { name: 'New light' })).toContainText('Published');
});

test('preserves a post when the app is killed while the services are down, and publishes it when they are back', async ({
  start,
}) => {
  const services = await ownServices();
  const first = await start({ services: services.urls });
  const window = await first.window();
  const { page } = window;
  await test.step('the window and the tray show that the services are down', async () => {
    await window.waitForState(
      ({ picture, station }) => picture.status === 'failed' && station.fix.status === 'failed',
      limit(),
    );
    await expect(page.getByText(/cannot be reached/).first()).toBeVisible();
    await expect(page.getByText(/Next try/).first()).toBeVisible();
    const tray = await first.tray();
    await expect
      .poll(async () => (await tray.menu()).map(({ label }) => label))
      .toContain('Today: The service cannot be reached.');
  });
  await page.keyboard.press('Control+n');
  await page.getByRole('textbox', { name: /title/i }).fill('Written in the dark');
  await page.getByRole('textbox', { name: /text|body/i }).fill('Nobody listens yet.');
  await page.keyboard.press('Control+Enter');
  await window.waitForState(
    ({ journal, activities }) =>
      journal.counts.waiting === 1 && activities.posts.lastFailure !== null,
    limit(),
  );
  await test.step('a killed app leaves no process and no lock', async () => {
    const children = descendants(first.pid);
    process.kill(first.pid, 'SIGKILL');
    await first.exited;
    await expect.poll(() => children.filter(isRunning)).toEqual([]);
    expect(await run(start, '--status')).toEqual({ code: 3, output: 'Overhead is not running.' });
  });

  const second = await start({ services: services.urls });
  const again = await second.window();
  await again.waitForState(({ picture }) => picture.status === 'failed', limit());
  await services.start();
  await again.page.evaluate(() => (globalThis as WithBridge).overhead.app.check());
  const { wallpaper } = await again.waitForState(
    (state) => state.journal.counts.accepted === 1 && state.wallpaper.kind === 'set',
    limit(),
  );
  expect(wallpaper).toMatchObject({ verified: true });
  const posts = await again.posts();
  expect(posts.map(({ titleStart }) => titleStart)).toEqual(['Written in the dark']);
  await second.stop();
  await services.stop();
});
