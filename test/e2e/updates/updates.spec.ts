import { expect } from '../support/fixtures.ts';
import { sharedTest } from '../support/shared.ts';

sharedTest(
  'reports that a build without an update feed does not look for updates',
  async ({ app }) => {
    const tray = await app.tray();
    await tray.click('Settings');
    const { page } = app.main;
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings');
    await page.evaluate(() => (location.hash = 'settings/updates'));
    await expect(page.getByRole('heading', { name: 'About & updates' })).toBeVisible();
    await expect(page.getByText('This build does not look for updates.')).toBeInViewport();
    const { update } = await app.main.state();
    expect(update).toEqual({ status: 'off', reason: 'no-feed' });
  },
);
