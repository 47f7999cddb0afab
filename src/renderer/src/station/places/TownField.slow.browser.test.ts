import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { defaultSettings } from '#shared/settings/settings.ts';
import { findViolations } from '#renderer-test/axe.ts';
import { openApp } from '#renderer-test/open.ts';
import { knownStation } from '#renderer-test/station-states.ts';
import { appState } from '#renderer-test/states.ts';

const town = () => page.getByRole('combobox', { name: 'Town or coordinates' });
const dialog = () => page.getByRole('dialog', { name: 'Where are you?' });
async function openField() {
  const main = await openApp('station', appState({ station: knownStation() }));
  await page.getByRole('button', { name: 'Change place' }).click();
  return main;
}

describe('TownField', () => {
  it('sets the place to a clicked town, names it even if the page was never idle, and returns the focus', async () => {
    const idle = vi.spyOn(window, 'requestIdleCallback').mockReturnValue(0);
    onTestFinished(() => idle.mockRestore());
    const main = await openField();
    await town().fill('munchen');
    await page
      .getByRole('listbox')
      .getByRole('option', { name: /Munich.*Germany/ })
      .click();
    await expect
      .element(page.getByRole('region', { name: 'Messages' }))
      .toMatchTextContent(/^Your place is now near Munich, Germany\.\s*Undo/);
    const observer = { latitude: 48.137, longitude: 11.575, altitude: null };
    await expect
      .poll(() => main.calls.at(-1))
      .toEqual({
        channel: 'settings.change',
        input: { station: { ...defaultSettings.station, observer } },
      });
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'Change place' })).toHaveFocus();
  });

  it('sets the place to the town that the arrow keys have reached', async () => {
    const main = await openField();
    await town().fill('東京');
    await expect.element(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect
      .poll(() => main.calls.at(-1))
      .toMatchObject({
        channel: 'settings.change',
        input: { station: { observer: { altitude: null } } },
      });
  });

  it('asks on Enter which of several towns with the typed name is meant', async () => {
    const main = await openField();
    await town().fill('springfield');
    const options = page.getByRole('listbox').getByRole('option');
    await expect.element(options.nth(4)).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.element(options.first()).toHaveAttribute('aria-selected', 'true');
    await expect.element(dialog().getByRole('status').first()).toMatchTextContent(/Choose/);
    expect(main.calls.map(({ channel }) => channel)).not.toContain('settings.change');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => main.calls.at(-1)?.channel).toBe('settings.change');
  });

  it('sets no place on the Enter that ends the input of an input method', async () => {
    const main = await openField();
    await town().fill('東京');
    await expect.element(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
    const { length } = main.calls;
    const enter = { key: 'Enter', isComposing: true, bubbles: true, cancelable: true };
    expect(town().element().dispatchEvent(new KeyboardEvent('keydown', enter))).toBe(true);
    expect(main.calls).toHaveLength(length);
    await expect.element(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
  });

  it('announces the active town, and returns to the text on Home, on End and above the first town', async () => {
    await openField();
    await town().fill('san');
    const options = page.getByRole('listbox').getByRole('option');
    await expect.element(options.nth(4)).toBeVisible();
    await expect.element(town()).toHaveAttribute('aria-expanded', 'true');
    const reached = () => {
      const id = town().element().getAttribute('aria-activedescendant');
      const chosen = options.elements().findIndex((option) => option.id === id);
      const selected = options.elements().map((option) => option.ariaSelected);
      expect(selected.indexOf('true')).toBe(chosen);
      return chosen;
    };
    expect(reached()).toBe(-1);
    for (const [key, index] of [
      ['ArrowDown', 0],
      ['ArrowDown', 1],
      ['ArrowUp', 0],
      ['ArrowUp', -1],
      ['ArrowUp', 4],
      ['Home', -1],
      ['ArrowDown', 0],
      ['End', -1],
    ] as const) {
      await userEvent.keyboard(`{${key}}`);
      await expect.poll(reached).toBe(index);
    }
    await expect.element(town()).toHaveFocus();
  });

  it('closes its list on the first Escape and the dialog on the second', async () => {
    await openField();
    await town().fill('san');
    await expect.element(page.getByRole('listbox')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('listbox')).not.toBeInTheDocument();
    await expect.element(town()).toHaveAttribute('aria-expanded', 'false');
    await expect.element(town()).toHaveValue('san');
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog()).not.toBeInTheDocument();
  });

  it('accepts typed coordinates, and names the town nearest to them', async () => {
    const main = await openField();
    const option = page.getByRole('listbox').getByRole('option');
    for (const [text, place] of [
      ['51°30′N 0°7′W', '51.5° N 0.1° W'],
      ['48,14; 11,58', '48.1° N 11.6° E'],
    ] as const) {
      await town().fill(text);
      await expect.element(option).toMatchTextContent(new RegExp(`^${place}\\s*near \\S`));
    }
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => main.calls.at(-1)?.channel).toBe('settings.change');
  });

  it('accepts pasted coordinates', async () => {
    await openField();
    await navigator.clipboard.writeText('33.87 S 151.21 E');
    await town().click();
    await userEvent.paste();
    await expect
      .element(page.getByRole('listbox').getByRole('option'))
      .toMatchTextContent(/^33\.9°\sS\s151\.2°\sE/);
  });

  it('explains why a text is no place, and sets none', async () => {
    const main = await openField();
    // The live region is in the page before its text changes, and each message follows the former one.
    const status = dialog().getByRole('status').first();
    await expect.element(status).toBeInTheDocument();
    expect(status.element().textContent).toBe('');
    for (const [text, words] of [
      ['munchen', /^\d+ towns?$/],
      ['qqqqqq', /No town of that name/],
      ['48.14', /Type latitude and longitude/],
      ['91, 200', /Latitude must be between/],
      ['13,4 O; 52', /O means east in German, and west in Sp/],
    ] as const) {
      await town().fill(text);
      await expect.element(status).toMatchTextContent(words);
      if (text === 'munchen') continue;
      await userEvent.keyboard('{Enter}');
      expect(main.calls.map(({ channel }) => channel)).not.toContain('settings.change');
    }
  });

  it('fits the smallest window with its list open, and is accessible', async () => {
    await openField();
    await page.viewport(720, 520);
    await town().fill('san');
    await expect
      .element(page.getByRole('listbox').getByRole('option').nth(4))
      .toBeInViewport({ ratio: 1 });
    await expect
      .element(page.getByRole('button', { name: 'Guess from the time zone' }))
      .toBeInViewport({ ratio: 1 });
    expect(await findViolations()).toEqual([]);
  });
});

it('the Station view names the town nearest to the user’s place', async () => {
  await openApp('station', appState({ station: knownStation() }));
  const words = 'Your place: near Berlin, Germany (52.5° N 13.4° E, 34 m)';
  await expect.element(page.getByText(words)).toBeVisible();
});
