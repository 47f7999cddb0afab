/** The item of a menu that a key goes to; null for a key that goes nowhere. `at` is -1 before any is reached. */
export function itemAfter(key: string, at: number, count: number): number | null {
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
 * The item whose label begins with what was typed; null for none. The same letter again goes on to the next such item.
 */
export function itemTyped(typed: string, at: number, labels: readonly string[]): number | null {
  const [letter = ''] = typed;
  const isOneLetter = typed === letter.repeat(typed.length);
  const wanted = (isOneLetter ? letter : typed).toLowerCase();
  // More letters may still be of the item that they have reached.
  const first = Math.max(at, 0) + (isOneLetter && at >= 0 ? 1 : 0);
  for (let step = 0; step < labels.length; step += 1) {
    const index = (first + step) % labels.length;
    if (labels[index]?.toLowerCase().startsWith(wanted) === true) return index;
  }
  return null;
}
