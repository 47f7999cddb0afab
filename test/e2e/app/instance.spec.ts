import { deskOf } from '../support/desk.ts';
import { expect } from '../support/fixtures.ts';
import { expectHidden } from '../support/hidden.ts';
import { sharedTest } from '../support/shared.ts';

sharedTest(
  'opens the window of the first instance when a second one starts, and ends the second',
  { tag: '@main' },
  async ({ app, start, stage }) => {
    await deskOf(stage.desktop).close('Overhead');
    await expectHidden(app.main.page, true);
    const second = await start();
    expect(await second.exited).toBe(0);
    const { page } = await app.window();
    await expectHidden(page, false);
    await expect(page.getByRole('navigation', { name: 'Views' })).toBeVisible();
  },
);
