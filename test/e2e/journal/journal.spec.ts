import { expect, limit, test } from '../support/fixtures.ts';
import { ownServices } from '../support/services.ts';

test('publishes a post and shows that it was accepted', { tag: '@main' }, async ({ start }) => {
  const app = await start();
  const page = await app.window();
  await page.page.getByRole('link', { name: 'Journal' }).click();
  await expect(page.page.getByText(/stores nothing/)).toBeVisible();
  const post = await page.writePost('First light', 'Clear skies over the sea. 🛰️', limit());
  expect(post).toMatchObject({
    state: { kind: 'accepted' },
    lastAccepted: { operation: 'create', status: 201, serviceId: 101 },
  });
  await expect(page.page.getByText('Clear skies over the sea. 🛰️')).toBeVisible();
  const messages = page.page.getByRole('region', { name: 'Messages' });
  await expect(messages).toContainText('Published: “First light”');
  await expect(page.page.getByRole('article', { name: 'First light' })).toContainText('Published');
});

test(
  'preserves a post when the app is killed while the services are down, and publishes it later',
  { tag: '@main' },
  async ({ start }) => {
    const services = await ownServices();
    const first = await start({ services: services.urls });
    const page = await first.window();
    await page.page.keyboard.press('Control+n');
    await page.page.getByRole('textbox', { name: /title/i }).fill('Written in the dark');
    await page.page.getByRole('textbox', { name: /text|body/i }).fill('Nobody listens yet.');
    await page.page.keyboard.press('Control+Enter');
    await page.waitForState(
      ({ journal, activities }) =>
        journal.counts.waiting === 1 && activities.posts.lastFailure !== null,
      limit(),
    );
    process.kill(first.pid, 'SIGKILL');
    await first.exited;

    await services.start();
    const second = await start({ services: services.urls });
    const again = await second.window();
    await again.waitForState(({ journal: { counts } }) => counts.accepted === 1, limit());
    const posts = await again.posts();
    expect(posts.map(({ titleStart }) => titleStart)).toEqual(['Written in the dark']);
    await second.stop();
    await services.stop();
  },
);

test('shows that the services are down, and recovers when they start', async ({ start }) => {
  test.setTimeout(120_000);
  const services = await ownServices();
  const app = await start({ services: services.urls });
  const window = await app.window();
  const { page } = window;
  await window.waitForState(
    ({ picture, station }) => picture.status === 'failed' && station.fix.status === 'failed',
    limit(),
  );
  await expect(page.getByText(/cannot be reached/).first()).toBeVisible();
  await expect(page.getByText(/Next try/).first()).toBeVisible();
  const tray = await app.tray();
  await expect
    .poll(async () => (await tray.menu()).map(({ label }) => label))
    .toContain('Today: The service cannot be reached.');
  await services.start();
  const { wallpaper } = await window.waitForState(
    (state) => state.picture.status === 'ready' && state.wallpaper.kind === 'set',
    limit(90_000),
  );
  expect(wallpaper).toMatchObject({ verified: true });
  await app.stop();
  await services.stop();
});
