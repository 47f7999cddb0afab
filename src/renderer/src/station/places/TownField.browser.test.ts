import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { accessibilityFaults } from '../../../test/faults.ts';
import { open } from '../../../test/open.ts';
import { knownStation } from '../../../test/station-states.ts';
import { appState } from '../../../test/states.ts';

const town = () => page.getByRole('combobox', { name: 'Town' });
async function openField() {
  const main = await open('station', appState({ station: knownStation() }));
  await page.getByRole('button', { name: 'Change place' }).click();
  return main;
}

describe('TownField', () => {
  it('sets the place of a town that is clicked', async () => {
    const main = await openField();
    await town().fill('munchen');
    await page.getByRole('option', { name: /Munich.*Germany/ }).click();
    const input = { latitude: 48.137, longitude: 11.575, altitude: 0 };
    await expect.poll(() => main.calls.at(-1)).toEqual({ channel: 'station.setObserver', input });
  });

  it('sets the place of the town that the arrow keys have reached', async () => {
    const main = await openField();
    await town().fill('東京');
    await expect.element(page.getByRole('option').first()).toBeVisible();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect
      .poll(() => main.calls.at(-1))
      .toMatchObject({ channel: 'station.setObserver', input: { altitude: 0 } });
  });

  it('says that there is no such town', async () => {
    const main = await openField();
    await town().fill('qqqqqq');
    await expect.element(page.getByText(/^No town of that name/)).toBeVisible();
    await userEvent.keyboard('{Enter}');
    expect(main.calls.map(({ channel }) => channel)).not.toContain('station.setObserver');
  });

  it('is accessible with its list open', async () => {
    await openField();
    await town().fill('san');
    await expect.element(page.getByRole('option').nth(7)).toBeVisible();
    expect(accessibilityFaults()).toEqual([]);
  });
});

it('names the town nearest to the place', async () => {
  await open('station', appState({ station: knownStation() }));
  await expect
    .element(page.getByText(/^Seen from 52\.5° N 13\.4° E, near .*, Germany\./))
    .toBeVisible();
});
