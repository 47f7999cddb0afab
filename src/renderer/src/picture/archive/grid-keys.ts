/** The cell that a key moves to; it may be outside the grid. Null if the key does not move. */
const stepsOfKey = (
  key: string,
  at: number,
  { columns, count, rowsPerPage = 3, isRightToLeft = false }: Grid,
): number | null => {
  const forwardStep = isRightToLeft ? -1 : 1;
  const column = at % columns;
  switch (key) {
    case 'ArrowRight':
      return at + forwardStep;
    case 'ArrowLeft':
      return at - forwardStep;
    case 'ArrowDown':
      return at + columns;
    case 'ArrowUp':
      return at - columns;
    case 'Home':
      return at - column;
    case 'End':
      return Math.min(count - 1, at - column + columns - 1);
    case 'PageDown':
      return at + rowsPerPage * columns;
    case 'PageUp':
      return at - rowsPerPage * columns;
    default:
      return null;
  }
};

interface Grid {
  readonly columns: number;
  readonly count: number;
  readonly rowsPerPage?: number;
  readonly isRightToLeft?: boolean;
}

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'altKey' | 'metaKey'>;

/**
 * The cell that a key moves to from cell `at`, by the grid pattern of WAI-ARIA: Home and End move within the row, with
 * Ctrl within the whole grid. The result is always inside the grid; null if the key does not move.
 */
export function cellAfter({ key, ctrlKey, altKey, metaKey }: KeyPress, at: number, grid: Grid) {
  if (altKey || metaKey || grid.count === 0) return null;
  if (ctrlKey) return key === 'Home' ? 0 : key === 'End' ? grid.count - 1 : null;
  const nextIndex = stepsOfKey(key, at, grid);
  if (nextIndex === null) return null;
  const isVertical = key.endsWith('Down') || key.endsWith('Up');
  if (nextIndex >= 0 && nextIndex < grid.count) return nextIndex;
  // Outside the grid, Page Up ends in the first row, and Down or Page Down in the last cell. Other keys stay.
  if (!isVertical) return at;
  if (nextIndex < 0) return key === 'PageUp' ? at % grid.columns : at;
  const isLastRow = Math.floor(at / grid.columns) === Math.floor((grid.count - 1) / grid.columns);
  return isLastRow ? at : grid.count - 1;
}
