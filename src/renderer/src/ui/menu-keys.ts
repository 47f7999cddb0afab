import { foldText } from '#shared/fold-text.ts';

/** The index of the menu item that a key moves to; null for any other key. `at` is -1 if no item has the focus. */
export function itemAfterKey(key: string, at: number, count: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return (at + 1) % count;
    case 'ArrowUp':
      return (Math.max(at, 0) - 1 + count) % count;
    case 'Home':
    case 'PageUp':
      return 0;
    case 'End':
    case 'PageDown':
      return count - 1;
    default:
      return null;
  }
}

/**
 * The index of the item whose label begins with the typed text; null if there is none. The same letter again moves to
 * the next such item.
 */
export function itemByTypedText(
  typed: string,
  at: number,
  labels: readonly string[],
): number | null {
  const [letter = ''] = typed;
  const isOneLetter = typed === letter.repeat(typed.length);
  const prefix = foldText(isOneLetter ? letter : typed);
  // Further letters may belong to the item that has the focus.
  const firstIndex = Math.max(at, 0) + (isOneLetter && at >= 0 ? 1 : 0);
  for (let step = 0; step < labels.length; step += 1) {
    const index = (firstIndex + step) % labels.length;
    if (foldText(labels[index] ?? '').startsWith(prefix)) return index;
  }
  return null;
}
