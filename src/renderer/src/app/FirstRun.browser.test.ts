import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { defaultSettings } from '#shared/settings/settings.ts';
import type { AppState } from '#shared/state.ts';
import { findViolations } from '#renderer-test/axe.ts';
import { open } from '#renderer-test/open.ts';
import { appState, unreachable } from '#renderer-test/states.ts';

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

  const field = () => page.getByRole('combobox', { name: 'Town or coordinates' });
  /** The place that was stored; null: none. */
  const stored = (main: Awaited<ReturnType<typeof open>>): string | null | undefined => {
    const [{ input } = { input: {} }] = main.calls as {
      input: { station?: { observer: unknown } };
    }[];
    return input.station === undefined ? null : JSON.stringify(input.station.observer);
  };

  it('takes a typed town that was not picked, with “Start”', async () => {
    const main = await open('today', answered(null));
    await field().fill('berlin');
    await expect.element(page.getByRole('option').first()).toBeVisible();
    await button('Start').click();
    expect(stored(main)).toContain('"latitude":52.5');
  });

  it('shows what was picked, and forgets it when it is edited', async () => {
    const main = await open('today', answered(null));
    await field().fill('hamburg');
    await page.getByRole('option').first().click();
    await expect.element(page.getByText(/^Chosen place: Hamburg · /)).toBeVisible();
    await field().fill('lübeck');
    await expect.element(page.getByText(/^Chosen place/)).not.toBeInTheDocument();
    await button('Start').click();
    expect(stored(main)).toContain('"latitude":53.8');
  });

  it('asks which town is meant, and stores none with “Not now”', async () => {
    const main = await open('today', answered(null));
    await field().fill('spring');
    await expect.element(page.getByRole('option').first()).toBeVisible();
    await button('Start').click();
    await expect
      .element(page.getByText('Choose a town from the list, or empty the field.'))
      .toBeVisible();
    await expect.element(field()).toHaveFocus();
    expect(main.calls).toEqual([]);
    await page.getByRole('option').first().click();
    await button('Not now').click();
    expect(stored(main)).toBeNull();
  });

  it('says why there is no preview of the picture', async () => {
    const picture = {
      status: 'failed',
      at: 0,
      failure: unreachable,
      last: null,
      lastAt: null,
    } as const;
    await open('today', answered(null, { picture }));
    await expect.element(page.getByText(/cannot be reached.*cannot be shown yet/)).toBeVisible();
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
