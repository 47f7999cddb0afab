/** Days in which caches fill and code is compiled. */
export const warmUpDays = 7;
/** Fewer days say nothing about growth: the medians would share days. */
export const leastDays = warmUpDays + 5;

/**
 * How much the heap has grown since the warm-up, as a fraction: the median of the last three days against that of the
 * first three after it. Null when there are too few days.
 *
 * @param heaps bytes at the end of each day
 */
export function heapGrowth(heaps: readonly number[]): number | null {
  if (heaps.length < leastDays) return null;
  return median(heaps.slice(-3)) / median(heaps.slice(warmUpDays - 1, warmUpDays + 2)) - 1;
}

const median = (days: readonly number[]): number => days.toSorted((a, b) => a - b)[1] ?? NaN;
