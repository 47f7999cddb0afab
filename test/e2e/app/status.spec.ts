import { expect } from '../support/fixtures.ts';
import { sharedTest } from '../support/shared.ts';

sharedTest('shows a pause with its end, the log and the system', async ({ app }) => {
  const { page } = app.main;
  await page.keyboard.press('Control+6');
  const view = page.getByRole('main');
  await view.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('menuitem', { name: 'Until I resume' }).click();
  const words = 'Paused until you resume. No service is asked.';
  await expect(view.getByText(words)).toBeVisible();
  const line = page.getByRole('group', { name: 'Status' });
  await expect(line).toHaveText(words);
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(page.getByRole('button', { name: 'Check now' })).toBeVisible();
  await expect(line).toHaveCount(0);
  await page.getByRole('button', { name: 'Log', exact: true }).click();
  await expect(page.getByRole('log')).toContainText('Overhead 0.1.0 starts');
  await page.getByRole('button', { name: 'System', exact: true }).click();
  await expect(page.getByText(/^Electron \d+/)).toBeVisible();
});
