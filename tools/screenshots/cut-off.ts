import type { AppPage } from '../start/page.ts';

/** The texts that an element or the edge of the page cuts off, each listed once. */
export const textsCutOff = (page: AppPage['page']): Promise<readonly string[]> =>
  page.evaluate(() => {
    /**
     * The left and the right edge, in CSS pixels, between which the element can be seen; null if an element around it
     * scrolls, or has a `clip-path`, which clips on purpose.
     */
    const roomOf = (element: Element): readonly [number, number] | null => {
      let [start, end] = [0, innerWidth];
      for (let around: Element | null = element; around !== null; around = around.parentElement) {
        const { overflowX, clipPath } = getComputedStyle(around);
        if (/auto|scroll/.test(overflowX) || clipPath !== 'none') return null;
        if (!/hidden|clip/.test(overflowX)) continue;
        const { left, right } = around.getBoundingClientRect();
        start = Math.max(start, left);
        end = Math.min(end, right);
      }
      return [start, end];
    };
    const cut = new Set<string>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode() !== null) {
      const text = walker.currentNode as Text;
      const element = text.parentElement;
      if (element?.checkVisibility({ opacityProperty: true, visibilityProperty: true }) !== true) {
        continue;
      }
      const range = document.createRange();
      range.selectNodeContents(text);
      const { left, right, width } = range.getBoundingClientRect();
      const room = width === 0 ? null : roomOf(element);
      if (room !== null && (left < room[0] - 1 || right > room[1] + 1))
        cut.add(`${element.localName}.${element.className}: ${text.data.trim()}`);
    }
    return [...cut];
  });
