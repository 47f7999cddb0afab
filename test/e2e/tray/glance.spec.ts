import { startServer } from '#test/support/http-server.ts';
import { confined, tryToLeave } from '../support/confinement.ts';
import { deskOf } from '../support/desk.ts';
import { expect } from '../support/fixtures.ts';
import { expectHidden } from '../support/hidden.ts';
import { sharedTest } from '../support/shared.ts';

const title = 'Overhead at a glance';

sharedTest(
  'opens the glance window next to the panel on a click on the tray icon, and closes it on Escape',
  { tag: '@main' },
  async ({ app, stage }) => {
    const desk = deskOf(stage.desktop);
    const tray = await app.tray();
    await tray.activate();
    const glance = await app.glance();
    const { page } = glance;
    await expect(page.getByText('Demo data')).toBeVisible();
    await expect(page.getByRole('img', { name: /World map/ })).toBeVisible();
    for (const name of ['Open Overhead', 'New post…'])
      await expect(page.getByRole('button', { name })).toBeVisible();
    // The picture is the wallpaper already.
    await expect(page.getByRole('button', { name: 'Set as wallpaper' })).toBeHidden();
    const { x, y, width, height } = await desk.bounds(title);
    const [right = 0, bottom = 0] = (await desk.xdotool('getdisplaygeometry'))
      .split(' ')
      .map(Number);
    expect(x + width).toBeLessThanOrEqual(right);
    expect(y + height).toBeLessThanOrEqual(bottom);
    expect(x).toBeGreaterThan(right / 2);

    await page.keyboard.press('Escape');
    await expectHidden(glance.page, true);
    await tray.activate();
    const reopened = await app.glance();
    await expectHidden(reopened.page, false);
    await tray.activate();
    await expectHidden(reopened.page, true);
  },
);

sharedTest(
  'closes the glance window when the main window opens and when the glance window loses the focus',
  async ({ app, stage }) => {
    const desk = deskOf(stage.desktop);
    const tray = await app.tray();
    await tray.activate();
    const glance = await app.glance();
    await glance.page.getByRole('button', { name: 'New post…' }).click();
    const main = await app.window();
    await expect(main.page.getByRole('heading', { level: 1 })).toHaveText('Journal');
    await expectHidden(glance.page, true);

    await tray.activate();
    const reopened = await app.glance();
    await expectHidden(reopened.page, false);
    await desk.xdotool('windowactivate', '--sync', await desk.find(title));
    await desk.xdotool('windowactivate', '--sync', await desk.find('Overhead'));
    await expectHidden(reopened.page, true);
  },
);

sharedTest('denies the glance page Node, foreign scripts and other addresses', async ({ app }) => {
  const elsewhere = await startServer((_request, response) => response.end('elsewhere'));
  await (await app.tray()).activate();
  const { page } = await app.glance();
  const button = page.getByRole('button', { name: 'Open Overhead' });
  await button.waitFor();
  expect(await tryToLeave(page, elsewhere.url)).toEqual({
    ...confined,
    policy: expect.stringMatching(/^default-src 'none'; script-src 'self'/),
  });
  // No click of the mouse, which waits until the page is drawn: the glance does not open again within 0.3 s after it has
  // lost the focus, in another test.
  await button.dispatchEvent('click');
  await expect((await app.window()).page.getByRole('navigation', { name: 'Views' })).toBeVisible();
  expect(elsewhere.requests).toEqual([]);
  await elsewhere.close();
});
