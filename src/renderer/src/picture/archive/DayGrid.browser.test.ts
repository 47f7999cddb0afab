import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import '#renderer/ui/tokens.css';
import '#renderer/ui/base.css';
import GridHarness from '#renderer-test/GridHarness.svelte';
import { addDays } from '#renderer/ui/month.ts';

const days = Array.from({ length: 200 }, (_, ago) => ({
  date: addDays('2026-11-20', -ago),
  saved: null,
}));
const grid = () => page.getByRole('grid').element();
const rows = (): number[] =>
  [...grid().querySelectorAll('[role=row]')].map((row) => Number(row.ariaRowIndex));

it('DayGrid renders the first rows when the page is scrolled past a tall header', async () => {
  await render(GridHarness, { days, above: 1_500, hasMore: false });
  await expect.poll(() => rows()).toContain(1);
  const pane = page.getByTestId('pane').element();
  pane.scrollTop = 1_500;
  // The whole pane is filled.
  await expect.poll(() => rows()).toEqual(expect.arrayContaining([1, 2, 3]));
  pane.scrollTop = 4_000;
  await expect.poll(() => rows().includes(2)).toBe(false);
  pane.scrollTop = 1_500;
  await expect.poll(() => rows()).toEqual(expect.arrayContaining([1, 2, 3]));
});

it.each([true, false])(
  'DayGrid sets aria-rowcount only if all days are loaded: has more %s',
  async (hasMore) => {
    await render(GridHarness, { days: days.slice(0, 3), above: 0, hasMore });
    await expect.poll(() => Number(grid().ariaColCount)).toBeGreaterThan(0);
    const count = Math.ceil(3 / Number(grid().ariaColCount));
    expect(grid().ariaRowCount).toBe(String(hasMore ? -1 : count));
  },
);
