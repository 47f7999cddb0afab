import type { Fix } from '#shared/station/station.ts';
import { assignFix } from './assign-fix.ts';
import { fitCandidate, isConsistent, minFixes } from './candidate.ts';
import { fitElementSet } from './element-set.ts';
import { sparseKm } from './noise.ts';
import { priorOfSet, startState } from './orbit-state.ts';
import { stationPrior } from './parameters.ts';
import { elementsAtEpoch } from './propagation.ts';
import { observationOf } from './residuals.ts';
import { storedStateOf, type FitMemory, type FitState } from './set-filter.ts';

const hourSeconds = 3600;
/**
 * The assumed age of the first set of a new orbit at its first fix, seconds: the service has probably used this set for
 * some time.
 */
const firstSetAge = 7 * hourSeconds;

/** A first orbit is fitted to this many of the newest fixes: first to 90, then to fewer if the fit fails. */
const firstFixCounts = [90, 12, 4, 3] as const;

/**
 * Fits a first orbit to the newest fixes, and then assigns these fixes one by one to the sets of the service. Null if no
 * orbit fits.
 */
export function firstEstimate(fixes: readonly Fix[]): FitState | null {
  for (const count of firstFixCounts) {
    const newestFixes = fixes.slice(-count);
    if (newestFixes.length < Math.max(minFixes, count / 2)) continue;
    const estimate = firstOrbitByFixes(newestFixes, undefined);
    if (estimate !== null) return estimate;
  }
  for (const count of mixedFixCounts) {
    const mixedFixes = fixes.slice(-count);
    const spanSeconds = (mixedFixes.at(-1)?.time ?? 0) - (mixedFixes[0]?.time ?? 0);
    if (mixedFixes.length < count || spanSeconds < mixedSeconds) continue;
    const estimate = firstOrbitByFixes(mixedFixes, sparseKm);
    if (estimate !== null) return estimate;
  }
  return null;
}

/**
 * If no orbit fits with the usual accuracy, an orbit is fitted to this many of the newest fixes, which span at least
 * `mixedSeconds`, with a standard deviation of `sparseKm`: the fixes may belong to several sets, whose tracks are 0.3 km
 * apart.
 */
const mixedFixCounts = [4, 3] as const;
const mixedSeconds = 2 * hourSeconds;

/**
 * Fits a first orbit to these fixes, oldest first. Null if it does not fit.
 *
 * @param minKm the smallest standard deviation across the track, km; undefined: it follows from the time between the
 *   fixes
 */
function firstOrbitByFixes(newest: readonly Fix[], minKm: number | undefined): FitState | null {
  const candidate = fitCandidate(
    newest.map(observationOf),
    stationPrior,
    undefined,
    undefined,
    minKm,
  );
  if (candidate === null || !isConsistent(candidate)) return null;
  const { problem, elements, assessment } = candidate;
  const wrongCount = assessment.accepted.indexOf(true);
  const [first, ...rest] = newest.slice(wrongCount);
  if (first === undefined) return null;
  const reference = first.time - firstSetAge;
  const start = startState(reference, elementsAtEpoch(elements, problem.epoch, reference));
  const set = fitElementSet([observationOf(first)], problem.reading, priorOfSet(start));
  if (set === null) return null;
  const memory: FitMemory = {
    start: storedStateOf(start),
    sets: [{ ...set, age: 0, changed: false }],
    unexplained: [],
    until: first.time,
    from: first.time,
    count: 1,
    rejected: wrongCount,
  };
  return rest.reduce<FitState>(
    (estimate, fix, k) => assignFix(estimate, newest.slice(0, wrongCount + k + 2), fix),
    { memory, reading: problem.reading },
  );
}
