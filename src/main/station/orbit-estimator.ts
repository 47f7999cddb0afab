import type { FittedOrbit } from '#shared/station/orbit.ts';
import type { Fix } from '#shared/station/station.ts';
import type { FixBuffer } from './fix-buffer.ts';
import { ephemerisOf, type Ephemeris } from './orbit/ephemeris.ts';
import { fitOrbit } from './orbit/fit.ts';

/** An orbit, ready for use. */
export interface EstimatedOrbit {
  readonly orbit: FittedOrbit;
  readonly ephemeris: Ephemeris;
}

export type OrbitEstimator = ReturnType<typeof createOrbitEstimator>;

/** A first fit looks back ten days; at one fix in 5 minutes these are 2880. */
const maxFixes = 3000;
/** A fix that is later than the clock by more than this, seconds, was received while the clock was ahead. */
const maxAhead = 120;

/**
 * Holds the fixes and the orbit fitted to them. When the fixes contradict each other the previous orbit stays, and its
 * uncertainty grows with time. Fixes of the future are left out: the clock was ahead when they came.
 *
 * @param now Unix seconds
 */
export function createOrbitEstimator(store: Omit<FixBuffer, 'flush'>, now: () => number) {
  let fixes: Fix[] = [...store.fixes(maxFixes)];
  let estimate = estimateOf(store.orbit());
  dropFuture(now());

  /** Without the fixes of the future; the orbit is fitted anew if it is by some of them. */
  function dropFuture(t: number): void {
    const latest = t + maxAhead;
    if (fixes.some(({ time }) => time > latest)) fixes = fixes.filter(({ time }) => time <= latest);
    if ((estimate?.orbit.memory.until ?? 0) > latest) estimate = null;
  }

  function fit(): void {
    const result = fitOrbit(fixes, estimate?.orbit);
    if (!result.ok) return;
    estimate = estimateOf(result.orbit);
    // An orbit that cannot be stored is fitted again after a restart, from the fixes that were stored.
    store.saveOrbit(result.orbit);
  }

  // The app may have ended between a fix and its fit.
  if ((fixes.at(-1)?.time ?? 0) > (estimate?.orbit.memory.until ?? 0)) fit();

  return {
    /** By the newest fit; a new object after each fit. Null until three fixes are known. */
    get estimate() {
      return estimate;
    },
    get latest() {
      return fixes.at(-1) ?? null;
    },

    /** All fixes that a fit can use, oldest first. */
    get fixes() {
      return fixes;
    },

    /** The last three fixes, oldest first. */
    get newest() {
      return fixes.slice(-3);
    },

    /** Number of fixes that a fit can use. */
    get count() {
      return fixes.length;
    },

    /** Adds a fix and fits the orbit again. */
    assimilate(fix: Fix) {
      dropFuture(fix.time);
      fixes.push(fix);
      if (fixes.length > maxFixes) fixes.shift();
      store.saveFix(fix);
      fit();
    },
  };
}

const estimateOf = (orbit: FittedOrbit | null): EstimatedOrbit | null =>
  orbit === null ? null : { orbit, ephemeris: ephemerisOf(orbit) };
