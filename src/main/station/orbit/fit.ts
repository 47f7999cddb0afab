import type { FittedOrbit } from '#shared/station/orbit.ts';
import type { Fix } from '#shared/station/station.ts';
import { assignFix } from './assign-fix.ts';
import { minFixes } from './candidate.ts';
import { fitChangedOrbit } from './changed-orbit.ts';
import { firstEstimate } from './first-estimate.ts';
import { fittedOrbitOf } from './fitted-orbit.ts';
import { isSparse } from './noise.ts';
import { positiveDegrees } from './parameters.ts';
import { elementsAtEpoch } from './propagation.ts';
import { observationOf } from './residuals.ts';
import { youngSpanSeconds, type FitMemory, type FitState, type ServiceSet } from './set-filter.ts';

export type FitResult =
  | { readonly ok: true; readonly orbit: FittedOrbit }
  /**
   * `too-few`: fewer than three fixes. Otherwise no orbit of the station explains the fixes: `too-rare` when they are
   * so far apart that the revolutions between them cannot be counted, else `contradictory`.
   */
  | { readonly ok: false; readonly reason: 'too-few' | 'too-rare' | 'contradictory' };

const hourSeconds = 3600;
/** Fixes closer together than this, in seconds, add no information to a first fit. */
const minFixGap = 15;
/** While there are fewer fixes, a first orbit is searched again with each new fix. */
const youngFixCount = 12;
/**
 * Fits an orbit to fixes. The fixes of one element set of the service count as one sample with the error of a set; the
 * orbit is estimated by a Kalman filter over the sets, with a random walk of the drag (orbit-state.ts).
 *
 * @param fixes in any order
 * @param previous the orbit of an earlier call; only fixes later than those of that call are processed
 */
export function fitOrbit(fixes: readonly Fix[], previous?: FittedOrbit): FitResult {
  const allFixes = fixes.toSorted((a, b) => a.time - b.time);
  const sortedFixes = previous === undefined ? selectFixes(allFixes) : allFixes;
  const newFixes = sortedFixes.filter(({ time }) => time > (previous?.memory.until ?? -Infinity));
  let estimate: FitState | null = previous ?? null;
  for (const [k, fix] of newFixes.entries()) {
    // A first orbit is not searched at every fix: among fixes that contradict each other that would take seconds.
    if (estimate === null && !fixCountsOfFirstSearch.includes(k + 1) && k + 1 < newFixes.length)
      continue;
    const fixesUntil = sortedFixes.filter(({ time }) => time <= fix.time);
    estimate = assimilateFix(estimate, fixesUntil, fix);
  }
  if (estimate !== null) return { ok: true, orbit: fittedOrbitOf(estimate, sortedFixes) };
  if (sortedFixes.length < minFixes) return { ok: false, reason: 'too-few' };
  const isRare = isSparse(sortedFixes.map(observationOf));
  return { ok: false, reason: isRare ? 'too-rare' : 'contradictory' };
}

/** A first orbit is searched after these numbers of fixes, and after the last fix. */
const fixCountsOfFirstSearch: readonly number[] = [minFixes, 12, 48];
/** A first fit uses the fixes of this number of days, and at most this number of fixes. */
const firstFitDays = 10;
const maxFirstFitFixes = 240;

/** The fixes of a first fit, oldest first. */
function selectFixes(sorted: readonly Fix[]): Fix[] {
  const newestTime = sorted.at(-1)?.time ?? 0;
  const recentFixes: Fix[] = [];
  for (const fix of sorted) {
    if (fix.time < newestTime - firstFitDays * 86_400) continue;
    if (fix.time - (recentFixes.at(-1)?.time ?? -Infinity) >= minFixGap) recentFixes.push(fix);
  }
  const stride = Math.ceil(recentFixes.length / maxFirstFitFixes);
  return recentFixes.filter((_, k) => (recentFixes.length - 1 - k) % stride === 0);
}

/**
 * The searches for a first orbit that failed; the key is the newest fix of a search. Each call of `fitOrbit` begins with
 * the same oldest fixes until an orbit is found, and would otherwise repeat these searches.
 */
const failedSearches = new WeakMap<
  Fix,
  { readonly oldest: Fix | undefined; readonly count: number }
>();

/** @param fixes oldest first */
function searchFirstOrbit(fixes: readonly Fix[]): FitState | null {
  const [oldest, newest] = [fixes[0], fixes.at(-1)];
  const failed = newest && failedSearches.get(newest);
  if (failed?.oldest === oldest && failed?.count === fixes.length) return null;
  const estimate = firstEstimate(fixes);
  if (estimate === null && newest) failedSearches.set(newest, { oldest, count: fixes.length });
  return estimate;
}

/** @param fixes oldest first; the last of them is new */
function assimilateFix(
  estimate: FitState | null,
  fixes: readonly Fix[],
  fix: Fix,
): FitState | null {
  if (estimate === null) return searchFirstOrbit(fixes);
  const { count, rejected, unexplained, sets } = estimate.memory;
  if (count + rejected + unexplained.length < youngFixCount) {
    const youngState = firstEstimate(fixes.slice(-youngFixCount));
    if (youngState !== null && youngState.memory.unexplained.length === 0) return youngState;
  }
  const nextState = assignFix(estimate, fixes, fix);
  const isUnexplained = nextState.memory.unexplained.includes(fix.time);
  // A first orbit fitted to fixes of two sets explains those fixes but is wrong; only its plane is right.
  if (isUnexplained && fix.time - nextState.memory.from < youngSpanSeconds) {
    const restartedState = restartWithFirstOrbit(nextState, fixes, minFixes, 0);
    return restartedState !== null && hasSamePlane(restartedState.memory, nextState.memory)
      ? restartedState
      : nextState;
  }
  const isNew = isUnexplained || nextState.memory.sets.length > sets.length;
  if (!isNew || !isSearchDue(sets, estimate.memory.until, fix.time)) return nextState;
  return (
    fitChangedOrbit(nextState, fixes) ??
    restartWithFirstOrbit(nextState, fixes, minFixesOfLostOrbit, minLostSeconds) ??
    nextState
  );
}

/**
 * The search for a change is costly. In the first two hours after the last explained fix, each unexplained fix and each
 * first fix of a set starts a search; later, one search in half an hour is enough.
 */
const searchSeconds = 2 * hourSeconds;
const searchAgainSeconds = hourSeconds / 2;

function isSearchDue(sets: readonly ServiceSet[], previous: number, now: number): boolean {
  const lastTime = sets.at(-1)?.times.at(-1) ?? 0;
  const partOf = (time: number): number => Math.floor((time - lastTime) / searchAgainSeconds);
  return now - lastTime < searchSeconds || partOf(now) > partOf(previous);
}

/** Fewest unexplained fixes in a row after which an orbit counts as lost, so that a first orbit is searched. */
const minFixesOfLostOrbit = 4;
/**
 * Least time, seconds, from the last fix of a set until an orbit counts as lost. Until then the service may be wrong.
 */
const minLostSeconds = 3 * hourSeconds;

/**
 * A first orbit by the unexplained fixes; null unless there are at least `count` of them in a row and the newest is at
 * least `seconds` later than the last fix of a set.
 */
function restartWithFirstOrbit(
  { memory }: FitState,
  fixes: readonly Fix[],
  count: number,
  seconds: number,
): FitState | null {
  const { unexplained, sets, until } = memory;
  const lastTime = sets.at(-1)?.times.at(-1) ?? 0;
  if (unexplained.length < count || until - lastTime < seconds) return null;
  const estimate = firstEstimate(fixes.filter(({ time }) => time > lastTime));
  const isConvincing =
    estimate !== null && estimate.memory.unexplained.length < minFixesOfLostOrbit / 2;
  return isConvincing ? estimate : null;
}

/** Largest difference of the planes of two first orbits, degrees; a displaced position causes a larger one. */
const maxPlaneDifference = 0.2;

function hasSamePlane({ start: one }: FitMemory, { start: other }: FitMemory): boolean {
  const { node, inclination } = elementsAtEpoch(one.elements, one.epoch, other.epoch);
  const nodeDifference = positiveDegrees(node - other.elements.node + 180) - 180;
  return Math.hypot(nodeDifference, inclination - other.elements.inclination) < maxPlaneDifference;
}
