import type { Fix } from '#shared/station/station.ts';

/** The drag is not the same for longer. */
const usualSeconds = 36 * 3600;
/** Where fixes are rare, older ones are better than none. */
const sparseSeconds = 10 * 86_400;
const sparseCount = 30;
/** Recent ones are kept denser than the rest; more would not make the orbit better, only slower. */
const recentCount = 90;
const olderCount = 90;
/** Every 5 s while somebody looks: neighbours say the same. */
const closestSeconds = 15;

/**
 * The fixes that an orbit is fitted to, oldest first: the newest 36 hours, thinned out, and up to ten
 * days where there are few.
 *
 * @param since Unix seconds; nothing older counts
 */
export function windowOf(fixes: readonly Fix[], since: number | null): Fix[] {
  const sorted = fixes
    .filter(({ time }) => since === null || time >= since)
    .toSorted((a, b) => b.time - a.time);
  const newest = sorted[0]?.time ?? 0;
  const recent: Fix[] = [];
  const older: Fix[] = [];
  let last = Infinity;
  for (const fix of sorted) {
    const age = newest - fix.time;
    const count = recent.length + older.length;
    if (age > sparseSeconds || (age > usualSeconds && count >= sparseCount)) break;
    if (last - fix.time < closestSeconds) continue;
    last = fix.time;
    (recent.length < recentCount ? recent : older).push(fix);
  }
  const every = Math.max(1, older.length / olderCount);
  const thinned = Array.from(
    { length: Math.min(older.length, olderCount) },
    (_, index) => older[Math.floor(index * every)],
  ).filter((fix) => fix !== undefined);
  return [...recent, ...thinned].reverse();
}
