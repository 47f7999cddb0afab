import type { FittedOrbit } from '#shared/station/orbit.ts';
import {
  fitCandidate,
  isConsistent,
  isTight,
  minFixes,
  misfit,
  type Candidate,
} from './candidate.ts';
import { median } from './noise.ts';
import { isNearTrack } from './outliers.ts';
import { informationOf, stationPrior, type Prior } from './parameters.ts';
import { minBase } from './posterior.ts';
import { atEpoch } from './propagation.ts';
import type { Observation } from './residuals.ts';

type Change = NonNullable<FittedOrbit['manoeuvre']>;

/** A candidate, and the change of the orbit that its oldest fix follows. */
interface Solution {
  readonly candidate: Candidate;
  readonly change: Change | null;
}

/**
 * For this long after a change, seconds, the fixes before it contain more information than those after it: the posterior
 * weighs both (orbit-change.ts).
 */
const settlingSeconds = 3600;
/** Largest misfit of a small change of the orbit. */
const maxSmallMisfit = 10;

/**
 * Standard deviations of the elements after a change, in the order of the vector: `refresh`, the service has taken new
 * elements for the same orbit; `reboost`, a burn of up to 3 m/s along the track, which keeps the plane. Tuned on 200 days
 * of real fixes.
 */
const deviationsAfter: Readonly<Record<Change['kind'], readonly number[]>> = {
  refresh: [0.001, 0.002, 0.03, 1.5e-4, 4e-5, 4e-5, 2e-5],
  reboost: [0.01, 0.05, Infinity, 0.02, 0.0005, 0.0005, 4e-5],
};

/** With more fixes and time than this after a change, the elements before it add no information. */
const settled = { count: 8, seconds: 12 * 3600 };

/** The prior of the elements at the epoch when all fixes are from after a change. */
function priorAfter({ at, kind, before }: Change, epoch: number, count: number): Prior {
  if (count >= settled.count && epoch - at > settled.seconds) return stationPrior;
  return { mean: atEpoch(before, at, epoch), information: informationOf(deviationsAfter[kind]) };
}

/** Fits the orbit after a change that the accepted and rejected fixes show; null when they show none. */
export function detectChange(whole: Candidate, window: readonly Observation[]): Solution | null {
  const { assessment, problem, elements } = whole;
  const { accepted, residuals } = assessment;
  const index = changePoint(accepted);
  if (index === null) return null;
  const after = window.slice(index);
  const at = after[0]?.time ?? problem.epoch;
  const isOnTrack = accepted.every((_, k) => k < index || isNearTrack(residuals, k));
  if (index >= minBase && problem.epoch - at < settlingSeconds && isOnTrack) return null;
  if (median(accepted.slice(0, index).map(Number)) === 0) {
    // The candidate is the new orbit; the old one is not known.
    const candidate = fitCandidate(after, problem.prior, undefined);
    if (candidate === null || !isConsistent(candidate)) return null;
    const before = atEpoch(candidate.elements, problem.epoch, at);
    return { candidate, change: { at, kind: 'reboost', before } };
  }
  const before = atEpoch(elements, problem.epoch, at);
  const found = fitAfterChange(after, { at, kind: 'refresh', before });
  return found !== null && isConsistent(found.candidate) && isTight(found.candidate) ? found : null;
}

/** Fits the orbit after a known change: a small change, unless the fixes demand a large one. */
export function fitAfterChange(
  window: readonly Observation[],
  change: Change,
  previous?: FittedOrbit,
): Solution | null {
  const epoch = window.at(-1)?.time ?? change.at;
  let best: Solution | null = null;
  for (const kind of ['refresh', 'reboost'] as const) {
    if (kind === 'refresh' && change.kind === 'reboost') continue;
    const tried = { ...change, kind };
    const candidate = fitCandidate(window, priorAfter(tried, epoch, window.length), previous);
    if (candidate === null) continue;
    if (best === null || misfit(candidate) + maxSmallMisfit < misfit(best.candidate)) {
      best = { candidate, change: tried };
    }
    if (misfit(candidate) < maxSmallMisfit) break;
  }
  return best;
}

/** Numbers of newest fixes that are tried as those after a change. */
const newestCounts = [4, 5, 6, 8, 12] as const;

/**
 * Fits one orbit before a change and another after it, where no single orbit explains enough fixes. Only for rare fixes:
 * close ones are soon the majority after a change.
 */
export function fitAroundChange(window: readonly Observation[]): Solution | null {
  for (const count of newestCounts) {
    const before = window.slice(0, -count);
    const [first] = window.slice(-count);
    if (first === undefined || before.length < minFixes) return null;
    const old = fitCandidate(before, stationPrior, undefined);
    if (old === null || !isConsistent(old)) continue;
    const at = first.time;
    const elements = atEpoch(old.elements, old.problem.epoch, at);
    const found = fitAfterChange(window.slice(-count), { at, kind: 'reboost', before: elements });
    if (found !== null && isConsistent(found.candidate)) return found;
  }
  return null;
}

/** With fewer fixes on either side, the rejected ones are wrong rather than evidence of a change. */
const minAfter = 4;
const minBefore = 3;
/** Largest fraction of outliers on either side. */
const maxOutliers = 0.2;

/**
 * Finds where the station changed its orbit: the index from which on the fixes are accepted and were rejected before, or
 * the other way round, with the fewest exceptions.
 *
 * @param accepted for each fix, oldest first
 * @returns null when accepted and rejected fixes are mixed
 */
export function changePoint(accepted: readonly boolean[]): number | null {
  const total = accepted.filter(Boolean).length;
  let best: number | null = null;
  let fewestWrong = Infinity;
  let before = 0;
  accepted.forEach((_, index) => {
    const after = total - before;
    const countAfter = accepted.length - index;
    if (index >= minBefore && countAfter >= minAfter) {
      for (const [wrongBefore, wrongAfter] of [
        [index - before, after],
        [before, countAfter - after],
      ] as const) {
        const wrong = wrongBefore + wrongAfter;
        const clear = wrongBefore <= maxOutliers * index && wrongAfter <= maxOutliers * countAfter;
        if (clear && wrong < fewestWrong) {
          best = index;
          fewestWrong = wrong;
        }
      }
    }
    if (accepted[index] === true) before += 1;
  });
  return best;
}
