import type { Fix } from '../../../shared/station.ts';

/** A longer silence breaks the trail: a straight line over it would not be where the station was. */
const longestGapS = 10 * 60;
/** About a fifth of an orbit. */
const keepS = 20 * 60;

/** `trail` with `fix` at its end: oldest first, without repeats, without gaps, at most 20 minutes long. */
export function extendTrail(trail: readonly Fix[], fix: Fix | null): readonly Fix[] {
  if (fix === null) return trail;
  const newest = trail.at(-1);
  if (newest === undefined) return [fix];
  if (fix.time === newest.time) return trail;
  const gap = fix.time - newest.time;
  if (gap < 0 || gap > longestGapS) return [fix];
  return [...trail.filter(({ time }) => fix.time - time <= keepS), fix];
}
