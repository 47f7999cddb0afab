import type { FittedOrbit } from '#shared/station/orbit.ts';
import type { Fix } from '#shared/station/station.ts';
import { unexplainedKm, isNearTrack } from './outliers.ts';
import {
  isConsistent,
  isTight,
  fitCandidate,
  minFixes,
  misfit,
  type Candidate,
} from './candidate.ts';
import { changePoint, priorAfter, type Change } from './manoeuvre.ts';
import { groundSpeed, isSparse, median } from './noise.ts';
import { observationOf, residualsOf, type Observation } from './residuals.ts';
import { corrected, stationPrior } from './parameters.ts';
import { fewestBase, posteriorOf } from './posterior.ts';
import { atEpoch } from './propagation.ts';

export type FitResult =
  | { readonly ok: true; readonly orbit: FittedOrbit }
  /**
   * Fewer than three fixes; or no orbit of the station goes through them: `too-rare` where they lie so far apart in time
   * that nobody can count the revolutions between them, else `contradictory`.
   */
  | { readonly ok: false; readonly reason: 'too-few' | 'too-rare' | 'contradictory' };

/**
 * For so long after a change, seconds, the fixes before it tell more of the orbit than those since do: the posterior
 * weighs both.
 */
const settling = 3600;
/** What a small change of the orbit may not exceed, in the measure of the misfit. */
const wide = 10;

/**
 * The orbit that explains the fixes, by what is known of their errors: along the track anything within
 * the second that the service rounds down, across it only the fourth decimal.
 *
 * @param fixes in any order; the newest 36 hours count, and up to ten days where they are rare
 * @param previous an earlier orbit to start from; it makes the fit faster, and tells a manoeuvre from
 *   wrong fixes
 */
export function fitOrbit(fixes: readonly Fix[], previous?: FittedOrbit): FitResult {
  const change = previous?.manoeuvre ?? null;
  const window = selectFixes(fixes, change?.at ?? null).map(observationOf);
  if (window.length < minFixes) return { ok: false, reason: 'too-few' };
  const whole =
    change === null
      ? unchanged(fitCandidate(window, stationPrior, previous))
      : fitAfterChange(window, change, previous);
  const isRare = isSparse(window);
  const refused = { ok: false, reason: isRare ? 'too-rare' : 'contradictory' } as const;
  if (whole === null) return refused;
  const all = detectChange(whole.candidate, window) ?? whole;
  const found = isConsistent(all.candidate) ? all : isRare ? fitAroundChange(window) : null;
  return found === null ? refused : (toFittedOrbit(found.candidate, found.change) ?? refused);
}

/** Whether all fixes from there on lie on the track, early or late as they may be. */
const allNearTrack = ({ assessment: { residuals, accepted } }: Candidate, from: number): boolean =>
  accepted.every((_, index) => index < from || isNearTrack(residuals, index));

/** The angle in [0, 360), degrees. */
const wrapDegrees = (angle: number): number => ((angle % 360) + 360) % 360;

interface Found {
  readonly candidate: Candidate;
  readonly change: Change | null;
}

const unchanged = (candidate: Candidate | null): Found | null =>
  candidate && { candidate, change: null };

/** The orbit since it changed, when the fixes show that it did. */
function detectChange(whole: Candidate, window: readonly Observation[]): Found | null {
  const { assessment, problem, elements } = whole;
  const index = changePoint(assessment.accepted);
  if (index === null) return null;
  const after = window.slice(index);
  const at = after[0]?.time ?? problem.epoch;
  if (index >= fewestBase && problem.epoch - at < settling && allNearTrack(whole, index))
    return null;
  if (median(assessment.accepted.slice(0, index).map(Number)) === 0) {
    // Only the new orbit is known.
    const candidate = fitCandidate(after, problem.prior, undefined);
    if (candidate === null || !isConsistent(candidate)) return null;
    const before = atEpoch(candidate.elements, problem.epoch, at);
    return { candidate, change: { at, kind: 'reboost', before } };
  }
  const found = fitAfterChange(after, {
    at,
    kind: 'refresh',
    before: atEpoch(elements, problem.epoch, at),
  });
  return found !== null && isConsistent(found.candidate) && isTight(found.candidate) ? found : null;
}

/** A small change, unless the fixes want a large one. */
function fitAfterChange(
  window: readonly Observation[],
  change: Change,
  previous?: FittedOrbit,
): Found | null {
  const epoch = window.at(-1)?.time ?? change.at;
  let best: Found | null = null;
  for (const kind of ['refresh', 'reboost'] as const) {
    if (kind === 'refresh' && change.kind === 'reboost') continue;
    const as = { ...change, kind };
    const candidate = fitCandidate(window, priorAfter(as, epoch, window.length), previous);
    if (candidate === null) continue;
    if (best === null || misfit(candidate) + wide < misfit(best.candidate)) {
      best = { candidate, change: as };
    }
    if (misfit(candidate) < wide) break;
  }
  return best;
}

/** So many of the newest fixes are tried as those after a change. */
const newest = [4, 5, 6, 8, 12] as const;

/**
 * One orbit before a change and another one since, where no orbit goes through enough of the fixes. Only for rare ones:
 * among close fixes those since a change are soon the most.
 */
function fitAroundChange(window: readonly Observation[]): Found | null {
  for (const count of newest) {
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

function toFittedOrbit(
  { problem, elements, assessment, crossKm }: Candidate,
  manoeuvre: FittedOrbit['manoeuvre'],
): FitResult | null {
  const { observations, epoch, reading } = problem;
  const posterior = posteriorOf(problem, elements, assessment, crossKm);
  if (posterior === null) return null;
  const found = corrected(elements, posterior.mean);
  const residuals = residualsOf(observations, reading, epoch, found);
  const { along, cross } = residuals;
  const { accepted, acceptedCount: count, timing } = assessment;
  const squares = accepted.reduce(
    (sum, fits, k) =>
      fits ? sum + ((along[k] ?? 0) * groundSpeed) ** 2 + (cross[k] ?? 0) ** 2 : sum,
    0,
  );
  const { node, argumentOfLatitude } = found;
  return {
    ok: true,
    orbit: {
      epoch,
      elements: {
        ...found,
        node: wrapDegrees(node),
        argumentOfLatitude: wrapDegrees(argumentOfLatitude),
      },
      covariance: [...posterior.covariance],
      reading,
      timing,
      count,
      rejected: accepted.length - count,
      from: observations[accepted.indexOf(true)]?.time ?? epoch,
      manoeuvre,
      rmsKm: Math.sqrt(squares / count),
      crossKm,
      doubtKm: unexplainedKm(residuals, observations, accepted, crossKm),
    },
  };
}

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
export function selectFixes(fixes: readonly Fix[], fitAfterChange: number | null): Fix[] {
  const sorted = fixes
    .filter(({ time }) => fitAfterChange === null || time >= fitAfterChange)
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
