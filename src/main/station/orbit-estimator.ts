import type { FittedOrbit } from '#shared/station/orbit.ts';
import type { Fix } from '#shared/station/station.ts';
import type { FixBuffer } from './fix-buffer.ts';
import { ephemerisOf, type Ephemeris } from './orbit/ephemeris.ts';
import { fitOrbit } from './orbit/fit.ts';

/** An orbit, with the positions computed from it. */
export interface EstimatedOrbit {
  readonly orbit: FittedOrbit;
  readonly ephemeris: Ephemeris;
}

/** Number of fixes to keep: a first fit uses those of ten days, which are 2880 at one fix in 5 minutes. */
const maxFixes = 3000;
/**
 * Fixes dated later than the current time by more than this, seconds, are dropped: the clock was ahead when they came.
 */
const maxSecondsAhead = 120;

/**
 * Holds the fixes and the orbit fitted to them. If the fixes contradict each other, the previous orbit is kept and its
 * uncertainty grows with time. Fixes dated in the future are dropped: the clock was ahead when they were received.
 */
export class OrbitEstimator {
  readonly #store: Omit<FixBuffer, 'flush'>;
  #fixes: Fix[];
  #estimate: EstimatedOrbit | null;

  /** @param now the current time, Unix seconds */
  constructor(store: Omit<FixBuffer, 'flush'>, now: number) {
    this.#store = store;
    this.#fixes = [...store.fixes(maxFixes)];
    this.#estimate = estimateOf(store.orbit());
    this.#dropFuture(now);
    // The app may have ended between receiving a fix and fitting it.
    if ((this.latest?.time ?? 0) > this.#fittedUntil) this.#fit();
  }

  /** The orbit of the newest fit; a new object after each fit. Null until an orbit could be fitted. */
  get estimate(): EstimatedOrbit | null {
    return this.#estimate;
  }

  get latest(): Fix | null {
    return this.#fixes.at(-1) ?? null;
  }

  /** All fixes that a fit can use, oldest first. */
  get fixes(): readonly Fix[] {
    return this.#fixes;
  }

  /** The last three fixes, oldest first. */
  get newest(): readonly Fix[] {
    return this.#fixes.slice(-3);
  }

  /** Number of fixes that a fit can use. */
  get count(): number {
    return this.#fixes.length;
  }

  /** Adds a fix and fits the orbit again. */
  assimilate(fix: Fix): void {
    this.#dropFuture(fix.time);
    this.#fixes.push(fix);
    if (this.#fixes.length > maxFixes) this.#fixes.shift();
    this.#store.saveFix(fix);
    this.#fit();
  }

  /** Time of the newest fix that the orbit was fitted with; 0 without an orbit. */
  get #fittedUntil(): number {
    return this.#estimate?.orbit.memory.until ?? 0;
  }

  /** Drops the fixes dated in the future, and the orbit if it was fitted to such fixes. */
  #dropFuture(now: number): void {
    const latestTime = now + maxSecondsAhead;
    if (this.#fixes.some(({ time }) => time > latestTime))
      this.#fixes = this.#fixes.filter(({ time }) => time <= latestTime);
    if (this.#fittedUntil > latestTime) this.#estimate = null;
  }

  #fit(): void {
    const result = fitOrbit(this.#fixes, this.#estimate?.orbit);
    if (!result.ok) return;
    this.#estimate = estimateOf(result.orbit);
    // If storing fails, the orbit is fitted again after a restart, from the stored fixes.
    this.#store.saveOrbit(result.orbit);
  }
}

const estimateOf = (orbit: FittedOrbit | null): EstimatedOrbit | null =>
  orbit === null ? null : { orbit, ephemeris: ephemerisOf(orbit) };
