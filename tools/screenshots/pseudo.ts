// A pseudo-language: accented and 40 % longer than English, so that texts that do not fit are noticed before
// translation. It is generated in the page and is not part of the app.
import type { AppPage } from '../start/page.ts';

/**
 * Shows all texts of the page in the pseudo-language, including texts that appear later. The returned function restores
 * the texts, except for the placeholders of fields.
 */
export async function writePseudo(page: AppPage['page']): Promise<() => Promise<void>> {
  const handle = await page.evaluateHandle(() => {
    const plain = 'aceinouyACEINOUY';
    const accented = 'åçéîñöûýÅÇÉÎÑÖÛÝ';
    const vowels = /[åéîöûý]/giu;
    /**
     * The pseudo text and the original of each text node. If the node has neither of the two, the app has changed its
     * text.
     */
    const written = new WeakMap<Text, { readonly pseudo: string; readonly text: string }>();
    const inPseudo = (text: string): string => {
      const letters = text.match(/\p{L}/gu)?.length ?? 0;
      if (letters < 2) return text;
      let missing = Math.ceil(letters * 0.4);
      const long = text.replaceAll(/[aceinouy]/gi, (char) => accented.charAt(plain.indexOf(char)));
      return long.replaceAll(vowels, (vowel) =>
        missing-- > 0 ? vowel + vowel.toLowerCase() : vowel,
      );
    };
    const write = (node: Node): void => {
      if (!(node instanceof Text) || node.data === written.get(node)?.pseudo) return;
      if (node.parentElement?.matches('script, style, textarea') === true) return;
      const pseudo = inPseudo(node.data);
      written.set(node, { pseudo, text: node.data });
      if (pseudo !== node.data) node.data = pseudo;
    };
    const writeAll = (root: Node): void => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      write(root);
      while (walker.nextNode() !== null) write(walker.currentNode);
      if (!(root instanceof Element)) return;
      for (const field of root.querySelectorAll<HTMLInputElement>('[placeholder]')) {
        field.placeholder = inPseudo(field.placeholder);
      }
    };
    const observer = new MutationObserver((records) => {
      for (const { type, target, addedNodes } of records)
        if (type === 'characterData') write(target);
        else for (const node of addedNodes) writeAll(node);
    });
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    writeAll(document.body);
    return {
      end: () => {
        observer.disconnect();
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        while (walker.nextNode() !== null) {
          const node = walker.currentNode as Text;
          const texts = written.get(node);
          if (texts?.pseudo === node.data) node.data = texts.text;
        }
      },
    };
  });
  return () => handle.evaluate(({ end }) => end());
}

/**
 * Sets the direction of the page to right-to-left, and sets it again whenever the app sets its language. The returned
 * function restores the direction.
 */
export async function layOutFromRight(page: AppPage['page']): Promise<() => Promise<void>> {
  const handle = await page.evaluateHandle(() => {
    const html = document.documentElement;
    const turn = (): void => {
      if (html.dir !== 'rtl') html.dir = 'rtl';
    };
    const observer = new MutationObserver(turn);
    observer.observe(html, { attributeFilter: ['dir'] });
    turn();
    return {
      end: () => {
        observer.disconnect();
        html.dir = 'ltr';
      },
    };
  });
  return () => handle.evaluate(({ end }) => end());
}

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
