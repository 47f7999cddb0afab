/** The quantile of the values at `part`, 0 to 1. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** The duration of `work` in milliseconds. */
export function measureMs(work: () => void): number {
  const from = performance.now();
  work();
  return performance.now() - from;
}

/** A standard normal random number (Box and Muller, 1958). */
export const randomNormal = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

export const formatPercent = (part: number): string => `${(100 * part).toFixed(1)} %`;
export const formatKm = (value: number): string => `${value.toPrecision(3)} km`;
