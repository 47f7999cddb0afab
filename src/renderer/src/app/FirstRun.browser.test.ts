import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { defaultSettings } from '#shared/settings/settings.ts';
import type { AppState } from '#shared/state.ts';
import { findViolations } from '#renderer-test/axe.ts';
import { open } from '#renderer-test/open.ts';
import { appState } from '#renderer-test/states.ts';

const answered = (enabled: boolean | null, state: Partial<AppState> = {}): AppState => {
  const wallpaper = { ...defaultSettings.wallpaper, enabled };
  return appState({ settings: { ...defaultSettings, wallpaper }, ...state });
};
const heading = () => page.getByRole('heading', { level: 1 });
const allow = () => page.getByRole('checkbox', { name: 'Set each day’s picture as my wallpaper' });
const button = (name: string) => page.getByRole('button', { name, exact: true });

describe('the page of the first run', () => {
  it('stands alone until it is answered, with yes preset', async () => {
    const main = await open('today', answered(null));
    await expect.element(heading()).toMatchTextContent('Welcome to Overhead');
    await expect.element(heading()).toHaveFocus();
    await expect.element(allow()).toBeChecked();
    expect(page.getByRole('navigation').elements()).toHaveLength(0);
    expect(await findViolations()).toEqual([]);
    await userEvent.keyboard('{Control>}2{/Control}');
    await expect.element(heading()).toMatchTextContent('Welcome to Overhead');
    expect(main.calls).toEqual([]);
  });

  it.each([
    ['Start', true, true],
    ['Start', false, false],
    ['Not now', true, false],
  ])('“%s” with the box at %s answers %s', async (name, checked, enabled) => {
    const main = await open('today', answered(null));
    if (!checked) await allow().click();
    await button(name).click();
    expect(main.calls).toEqual([
      {
        channel: 'settings.change',
        input: { wallpaper: { ...defaultSettings.wallpaper, enabled } },
      },
    ]);
  });

  it('gives way to Today, whose heading takes the focus', async () => {
    const main = await open('today', answered(null));
    await button('Start').click();
    main.tell(answered(true, { revision: 2 }));
    await expect.element(heading()).toMatchTextContent('The Sombrero Galaxy in Infrared');
    await expect.element(heading()).toHaveFocus();
    await expect
      .element(page.getByText('Each day’s picture becomes your wallpaper.').last())
      .toBeVisible();
  });

  it.each([
    [720, 520],
    [360, 260],
  ])('can be answered at %d × %d', async (width, height) => {
    await open('today', answered(null, { services: { source: 'embedded', simulated: true } }));
    await page.viewport(width, height);
    await expect.element(button('Start')).toBeInViewport({ ratio: 1 });
    await expect.element(page.getByText(/^Demo data/).first()).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  });
});
