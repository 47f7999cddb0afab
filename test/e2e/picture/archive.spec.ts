import type { Bridge } from '#shared/contract.ts';
import { readXfceWallpaper } from '#stand-in/dbus/wallpaper.ts';
import type { AppPage } from '#tools/start/page.ts';
import { expect, limit } from '../support/fixtures.ts';
import { sharedTest } from '../support/shared.ts';

type WithBridge = typeof globalThis & { readonly overhead?: Bridge };

/** Opens these days once, so that the archive contains them. Returns their titles. */
async function keep({ page }: AppPage, dates: readonly string[]): Promise<string[]> {
  const titles = await page.evaluate(async (wanted) => {
    const found: (string | null)[] = [];
    for (const date of wanted) {
      const day = await (globalThis as WithBridge).overhead?.picture.day(date);
      found.push(day?.ok === true ? day.value.record.title : null);
    }
    return found;
  }, dates);
  return titles.map((title) => title ?? 'not there');
}

const heading = ({ page }: AppPage) => page.getByRole('heading', { level: 1 });
const days = ({ page }: AppPage) =>
  page.getByRole('grid', { name: 'Saved pictures' }).locator('[data-date]');

sharedTest(
  'finds saved days by search, with the arrow keys and in the calendar, and downloads a missing day',
  async ({ app }) => {
    const window = app.main;
    const { page } = window;
    const titles = await keep(window, ['2023-03-28', '2023-03-29', '2023-03-30']);
    await page.keyboard.press('Control+2');
    await expect(page.locator('[data-date="2023-03-30"]')).toBeVisible();
    // A thumbnail is made once its day is on screen, and can be decoded.
    const first = page.locator('[data-date="2023-03-29"] img');
    await expect
      .poll(() => first.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(100);

    // Types without Enter a word of the explanation, and then a word that occurs on no day.
    const search = page.getByRole('searchbox');
    await search.pressSequentially('2023-03-29');
    await expect(days(window)).toHaveCount(1);
    await expect(days(window)).toContainText(titles[1] ?? '');
    await search.fill('zzzz');
    await expect(page.getByRole('main').getByText('Nothing found')).toBeVisible();
    await search.fill('');
    await expect(page.locator('[data-date="2023-03-30"]')).toBeVisible();

    await page.locator('[data-date="2023-03-29"]').click();
    await expect(heading(window)).toHaveText(titles[1] ?? '');
    await page.keyboard.press('ArrowRight');
    await expect(heading(window)).toHaveText(titles[2] ?? '');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await expect(heading(window)).toHaveText(titles[0] ?? '');
    await page.keyboard.press('Escape');
    await expect(page.locator('[data-date="2023-03-28"]')).toBeFocused();

    // A day that is not in the archive is downloaded, and then stored.
    await search.fill('2023-04-02');
    await page.locator('[data-date="2023-04-02"]').click();
    await expect(page.getByRole('region', { name: /April 2, 2023/ })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Set as wallpaper' })).toBeVisible();
    await page.keyboard.press('Escape');
    await search.fill('');
    await expect(page.locator('[data-date="2023-04-02"]')).toBeVisible();
    await page.getByRole('radio', { name: 'By month' }).check();
    await page.getByRole('combobox', { name: 'Year' }).selectOption('2023');
    await page.getByRole('combobox', { name: 'Month' }).selectOption('March');
    await expect(page.getByText('3 of 31 pictures saved')).toBeVisible();
    await expect(
      page.getByRole('button', { name: 'Download the 28 missing pictures' }),
    ).toBeVisible();
  },
);

sharedTest(
  'keeps an older picture that the user chose on the desktop after a check',
  async ({ app, stage }) => {
    const window = app.main;
    const { page } = window;
    const shows = (date: string) =>
      expect.poll(async () => (await readXfceWallpaper(stage.desktop.env))[0]).toContain(date);
    await keep(window, ['2024-02-29']);
    await page.evaluate(() => (location.hash = 'archive/2024-02-29'));
    await page.getByRole('button', { name: 'Set as wallpaper', exact: true }).click();
    await expect(page.getByRole('group', { name: 'Wallpaper' })).toHaveText('On your desktop');
    await shows('2024-02-29');

    await page.keyboard.press('Control+1');
    const asked = Date.now();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Check for today’s picture' }).click();
    // The check for the picture sends no request, because the picture is stored; the check for the position sends one.
    await page.evaluate(() => (globalThis as WithBridge).overhead?.app.check());
    await window.waitForState(
      ({ activities, wallpaper }) =>
        (activities.position.lastSuccessAt ?? 0) > asked && wallpaper.kind === 'set',
      limit(),
    );
    await shows('2024-02-29');
  },
);
