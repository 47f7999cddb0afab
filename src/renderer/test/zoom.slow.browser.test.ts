import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { m } from '#words';
import { views } from '#renderer/app/views.ts';
import { situations } from './every-state.ts';
import { openApp } from './open.ts';

/** The elements that scroll sideways, by tag and class. */
const sideways = (): string[] =>
  [...document.querySelectorAll('*')]
    .filter((element) => {
      const isPage = element === document.documentElement;
      const mayScroll = ['auto', 'scroll'].includes(getComputedStyle(element).overflowX);
      return (isPage || mayScroll) && element.scrollWidth > element.clientWidth + 1;
    })
    .map(({ tagName, className }) => `${tagName}.${className}`);

/** Whether the whole element is in the window and nothing covers its centre. */
function isInSight(element: Element): boolean {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const front = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  const isInside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
  return isInside && front !== null && (element.contains(front) || front.contains(element));
}

describe('at 200 % zoom, in a window of 1280 × 800', () => {
  it.each(views)('%s fits the width and shows the mark of simulated data', async (view) => {
    const { state, answers } = situations.full;
    await openApp(view, state, answers);
    await page.viewport(640, 400);
    await expect.element(page.getByRole('heading', { level: 1 })).toBeInTheDocument();
    await expect.poll(sideways).toEqual([]);
    // In the settings, the text also occurs in a select.
    const mark = page.getByText(m.app_demo(), { exact: true }).first().element();
    expect(isInSight(mark)).toBe(true);
    for (const element of document.querySelectorAll('*')) element.scrollTop = 1e6;
    expect(isInSight(mark)).toBe(true);
  });
});
