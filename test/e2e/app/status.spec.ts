import { controlledServices, writeSettings } from '../support/controlled.ts';
import { expect, limit, test } from '../support/fixtures.ts';

test('keeps a pause across a restart, ends it with one button, and shows the log and the system', async ({
  start,
}) => {
  const app = await start();
  const window = await app.window();
  const { page } = window;
  await window.waitForState(({ picture }) => picture.last !== null, limit());
  await page.keyboard.press('Control+6');
  const view = page.getByRole('main');
  await view.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('menuitem', { name: 'Until I resume' }).click();
  const words = 'Paused until you resume. No service is asked.';
  await expect(view.getByText(words)).toBeVisible();
  await expect(page.getByRole('status', { name: 'Status' })).toHaveText(words);
  await window.close();
  await app.stop();

  const again = await (await start()).window();
  await again.page.keyboard.press('Control+6');
  await again.page.getByRole('button', { name: 'Resume' }).click();
  await expect(again.page.getByRole('button', { name: 'Check now' })).toBeVisible();
  await expect(again.page.getByRole('status', { name: 'Status' })).toHaveText(
    /^\s*Today’s picture is here\./,
    { timeout: 20_000 },
  );
  await again.page.getByRole('button', { name: 'Log', exact: true }).click();
  await expect(again.page.getByRole('log')).toContainText('Overhead 0.1.0 starts');
  await again.page.getByRole('button', { name: 'System', exact: true }).click();
  await expect(again.page.getByText(/^Electron \d+/)).toBeVisible();
});

test('shows a refused API key and what to do', { tag: '@main' }, async ({ start, dataDir }) => {
  const services = await controlledServices();
  await services.scenario('picture', { name: 'key-refused' });
  // Use the legacy source only: the successor would answer, and no picture would be missing.
  const { settings } = services;
  const picture = { ...settings.picture, providers: 'legacy' as const };
  await writeSettings(dataDir, { ...settings, picture });
  const window = await (await start({ args: ['--services=own'] })).window();
  const { page } = window;
  const words = /^\s*The picture service refuses the shared key\. Set your own in the settings/;
  await expect(page.getByRole('status', { name: 'Status' })).toHaveText(words, {
    timeout: 20_000,
  });
  await page.keyboard.press('Control+6');
  const card = page.getByRole('region', { name: 'Picture' });
  await card.getByRole('button', { name: 'Details' }).click();
  await expect(card).toContainText(/Last failure\s*\d+:\d\d.+: The service refused the API key\./);
  await services.stop();
});
