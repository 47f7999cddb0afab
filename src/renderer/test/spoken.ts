import { vi, onTestFinished } from 'vitest';

const liveSelector =
  '[aria-live=polite], [aria-live=assertive], [role=alert], output:not([aria-live=off]), :is([role=status], [role=log]):not([aria-live=off])';

const regionOf = (node: Node): Element | null =>
  (node instanceof Element ? node : node.parentElement)?.closest(liveSelector) ?? null;

/** Longer than any delay before an announcement, milliseconds. */
const quietMs = 4_000;

/** Resolves in the second frame from now: a view transition has changed the page by then. */
const drawn = (): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));

async function settle(): Promise<void> {
  await drawn();
  await vi.advanceTimersByTimeAsync(quietMs);
}

/**
 * Records what screen readers announce by themselves: the texts that are added to live regions. Timers are faked, so that
 * a result becomes final at once. Returns a function that carries out an action and returns what is announced then.
 */
export function recordSpoken(): (act: () => unknown) => Promise<string[]> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const spokenTexts: string[] = [];
  // A region that moves with its texts announces nothing new.
  const recordedNodes = new WeakSet<Node>();
  const record = (node: Node): void => {
    if (regionOf(node) === null || recordedNodes.has(node)) return;
    recordedNodes.add(node);
    const text = node.textContent?.replaceAll(/\s+/g, ' ').trim() ?? '';
    if (text !== '') spokenTexts.push(text);
  };
  const observer = new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type === 'characterData') {
        const text = target.textContent?.replaceAll(/\s+/g, ' ').trim() ?? '';
        if (regionOf(target) !== null && text !== '') spokenTexts.push(text);
      } else {
        for (const node of addedNodes) {
          if (regionOf(target) !== null) record(node);
          else if (node instanceof Element)
            for (const region of [node, ...node.querySelectorAll(liveSelector)])
              for (const content of region.matches(liveSelector) ? region.childNodes : [])
                record(content);
        }
      }
    }
  });
  observer.observe(document, { childList: true, subtree: true, characterData: true });
  onTestFinished(() => {
    observer.disconnect();
    vi.useRealTimers();
  });
  return async (act) => {
    await settle();
    spokenTexts.length = 0;
    await act();
    await settle();
    return [...spokenTexts];
  };
}
