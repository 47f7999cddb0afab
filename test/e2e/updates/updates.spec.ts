import { expect, test } from '../support/fixtures.ts';

test('reports that a build without an update feed does not look for updates', async ({ start }) => {
  const app = await start({ args: ['--hidden'] });
  const tray = await app.tray();
  await tray.click(['More', 'Check for updates']);
  const { page } = await app.window();
  await expect(page.getByRole('heading', { name: 'Updates' })).toBeVisible();
  await expect(page.getByText('This build does not look for updates.')).toBeInViewport();
  const { update } = await (await app.window()).state();
  expect(update).toEqual({ status: 'off', reason: 'no-feed' });
});
