import type { FittedOrbit } from '#shared/station/orbit.ts';
import type { Fix } from '#shared/station/station.ts';
import { fitCandidate, isConsistent, minFixes, type Candidate } from './candidate.ts';
import { detectChange, fitAfterChange, fitAroundChange } from './manoeuvre.ts';
import { groundSpeed, isSparse } from './noise.ts';
import { unexplainedKm } from './outliers.ts';
import { corrected, stationPrior } from './parameters.ts';
import { posteriorOf } from './posterior.ts';
import { observationOf, residualsOf } from './residuals.ts';

export type FitResult =
  | { readonly ok: true; readonly orbit: FittedOrbit }
  /**
   * `too-few`: fewer than three fixes. Otherwise no orbit of the station explains the fixes: `too-rare` when they are so far
   * apart that the revolutions between them cannot be counted, else `contradictory`.
   */
  | { readonly ok: false; readonly reason: 'too-few' | 'too-rare' | 'contradictory' };

/**
 * Fits an orbit to fixes: initial orbit or the previous one, robust least squares, detection of a manoeuvre, then the
 * interval estimator, which uses that the error along the track is uniform within the floored second.
 *
 * @param fixes in any order; the newest 36 hours count, and up to ten days where they are rare
 * @param previous an earlier orbit to start from; it makes the fit faster and distinguishes a manoeuvre from wrong fixes
 */
export function fitOrbit(fixes: readonly Fix[], previous?: FittedOrbit): FitResult {
  const change = previous?.manoeuvre ?? null;
  const window = selectFixes(fixes, change?.at ?? null).map(observationOf);
  if (window.length < minFixes) return { ok: false, reason: 'too-few' };
  const isRare = isSparse(window);
  const refused = { ok: false, reason: isRare ? 'too-rare' : 'contradictory' } as const;
  const candidate = change === null ? fitCandidate(window, stationPrior, previous) : null;
  const whole =
    change === null ? candidate && { candidate, change } : fitAfterChange(window, change, previous);
  if (whole === null) return refused;
  const all = detectChange(whole.candidate, window) ?? whole;
  const found = isConsistent(all.candidate) ? all : isRare ? fitAroundChange(window) : null;
  return found === null ? refused : (toFittedOrbit(found.candidate, found.change) ?? refused);
}

/** The angle in [0, 360), degrees. */
const positiveDegrees = (angle: number): number => ((angle % 360) + 360) % 360;

/** Applies the correction of the interval estimator. @returns null when it leaves an element undetermined */
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
        node: positiveDegrees(node),
        argumentOfLatitude: positiveDegrees(argumentOfLatitude),
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

/** Drag changes over longer times. */
const usualSeconds = 36 * 3600;
/** Where fixes are rare, older ones are better than none. */
const sparseSeconds = 10 * 86_400;
const sparseCount = 30;
/** The newest fixes are kept denser than the rest. More of them would make the fit slower, not better. */
const recentCount = 90;
const olderCount = 90;
/** With a poll every 5 s, neighbours add no information. */
const minGapSeconds = 15;

/**
 * Selects the fixes that an orbit is fitted to, oldest first: those of the newest 36 hours, thinned out, and of up to ten
 * days where there are few.
 *
 * @param since Unix seconds; older fixes do not count
 */
export function selectFixes(fixes: readonly Fix[], since: number | null): Fix[] {
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
    if (last - fix.time < minGapSeconds) continue;
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
