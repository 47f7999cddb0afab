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

export interface OrbitEstimator {
  /** By the newest fit; a new object after each fit. Null until three fixes are known. */
  readonly estimate: EstimatedOrbit | null;
  readonly latest: Fix | null;
  /** All fixes that a fit can use, oldest first. */
  readonly fixes: readonly Fix[];
  /** The last three fixes, oldest first. */
  readonly newest: readonly Fix[];
  /** Number of fixes that a fit can use. */
  readonly count: number;
  /** Adds a fix and fits the orbit again. */
  assimilate(fix: Fix): void;
}

/** A fit looks back ten days; at one fix in 5 minutes these are 2880. */
const maxFixes = 3000;

/**
 * Holds the fixes and the orbit fitted to them. When the fixes contradict each other the previous orbit stays, and its
 * uncertainty grows with time.
 */
export function createOrbitEstimator(store: Omit<FixBuffer, 'flush'>): OrbitEstimator {
  const fixes = [...store.fixes(maxFixes)];
  let estimate = estimateOf(store.orbit());

  function fit(): void {
    const result = fitOrbit(fixes, estimate?.orbit);
    if (!result.ok) return;
    estimate = estimateOf(result.orbit);
    // An orbit that cannot be stored is fitted again after a restart, from the fixes that were stored.
    store.saveOrbit(result.orbit);
  }

  // The app may have ended between a fix and its fit.
  if ((fixes.at(-1)?.time ?? 0) > (estimate?.orbit.epoch ?? 0)) fit();

  return {
    get estimate() {
      return estimate;
    },
    get latest() {
      return fixes.at(-1) ?? null;
    },
    fixes,
    get newest() {
      return fixes.slice(-3);
    },
    get count() {
      return fixes.length;
    },
    assimilate(fix) {
      fixes.push(fix);
      if (fixes.length > maxFixes) fixes.shift();
      store.saveFix(fix);
      fit();
    },
  };
}

const estimateOf = (orbit: FittedOrbit | null): EstimatedOrbit | null =>
  orbit === null ? null : { orbit, ephemeris: ephemerisOf(orbit) };
