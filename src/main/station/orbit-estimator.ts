import type { FittedOrbit } from '#shared/station/orbit.ts';
import type { Fix } from '#shared/station/station.ts';
import { ephemerisOf, type Ephemeris } from './orbit/ephemeris.ts';
import { fitOrbit } from './orbit/fit.ts';
import type { EstimatorStore } from './ports.ts';

/** An orbit, ready for use. */
export interface EstimatedOrbit {
  readonly orbit: FittedOrbit;
  readonly ephemeris: Ephemeris;
}

export interface OrbitEstimator {
  /** The newest fits; another object after each change. Null until three fixes are there. */
  readonly estimate: EstimatedOrbit | null;
  readonly latest: Fix | null;
  /** The last few fixes, oldest first. */
  readonly newest: readonly Fix[];
  /** How many fixes there are to learn from. */
  readonly count: number;
  /** Learns from one more fix. */
  assimilate(fix: Fix): void;
}

/** A fit looks back ten days; at one in 5 minutes these are 2880. */
const mostFixes = 3000;

/**
 * Keeps the fixes and the orbit that they tell. When they contradict each other the orbit of before stays, with an
 * uncertainty that grows by itself.
 */
export function createOrbitEstimator(store: EstimatorStore): OrbitEstimator {
  const fixes = [...store.fixes(mostFixes)];
  let estimate = ready(store.orbit());

  function fit(): void {
    const result = fitOrbit(fixes, estimate?.orbit);
    if (!result.ok) return;
    estimate = ready(result.orbit);
    // What the disk refuses is learned again after a restart, from the fixes that it took.
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
    get newest() {
      return fixes.slice(-3);
    },
    get count() {
      return fixes.length;
    },
    assimilate(fix) {
      fixes.push(fix);
      if (fixes.length > mostFixes) fixes.shift();
      store.saveFix(fix);
      fit();
    },
  };
}

const ready = (orbit: FittedOrbit | null): EstimatedOrbit | null =>
  orbit === null ? null : { orbit, ephemeris: ephemerisOf(orbit) };
