import { render } from 'vitest-browser-svelte';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import '#renderer/ui/base.css';
import '#renderer/ui/tokens.css';
import { transitSoon } from '#renderer-test/sky-states.ts';
import { toasts } from '#renderer/ui/toast.svelte.ts';
import type { Town, Towns } from '../places/places.ts';
import TransitSketch from './TransitSketch.svelte';

const observer = { latitude: 52.5, longitude: 13.4, altitude: 30 };

/** Towns every kilometre to the south and the north of the observer. */
const townRow: Town[] = Array.from({ length: 40 }, (_, index) => ({
  ...{ name: `Town ${index}`, country: 'DE', region: '', longitude: 13.38 },
  latitude: observer.latitude + (index - 20) / 111.2,
}));
const towns: Towns = {
  search: () => ({ towns: [], certainty: 'likely' }),
  largest: () => [],
  around: () => townRow,
  nearest: () => null,
};

async function show() {
  const props = { transit: transitSoon(), observer, towns, description: 'The line' };
  const { container } = await render(TransitSketch, { props });
  return [...container.querySelectorAll('svg[role=img] > *')];
}
const matching = (elements: readonly Element[], selector: string): Element[] =>
  elements.filter((element) => element.matches(selector));

describe('TransitSketch', () => {
  it('draws N and the distances of the rings over the line', async () => {
    const elements = await show();
    const labels = matching(elements, '.km');
    expect(labels.map(({ textContent }) => textContent)).toEqual([
      'N',
      '5\u00a0km',
      '10\u00a0km',
      '15\u00a0km',
    ]);
    const lastLine = Math.max(
      ...matching(elements, '.line, .zone').map((line) => elements.indexOf(line)),
    );
    for (const label of labels) expect(elements.indexOf(label)).toBeGreaterThan(lastLine);
  });

  it('omits the names of towns that would cover N or the distance of a ring', async () => {
    const elements = await show();
    const boxesOf = (selector: string) =>
      matching(elements, selector).map((label) => label.getBoundingClientRect());
    const names = boxesOf('.name');
    expect(names.length).toBeGreaterThan(5);
    for (const label of boxesOf('.km'))
      for (const name of names)
        expect(
          label.left < name.right &&
            name.left < label.right &&
            label.top + 3 < name.bottom - 3 &&
            name.top + 3 < label.bottom - 3,
        ).toBe(false);
  });

  it('announces the new width of the map after a click on “Zoom in”', async () => {
    await show();
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await expect.poll(() => toasts.spoken.at(-1)?.text).toBe('The map is 15\u00a0km wide.');
  });
});
