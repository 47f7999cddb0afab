import type { FittedOrbit } from '../../../../shared/orbit.ts';
import type { Fix } from '../../../../shared/station.ts';
import { wrapDegrees } from './constants.ts';
import { agree, close, explain, fewest, misfit, type Explanation } from './explain.ts';
import { changePoint, priorAfter, type Change } from './manoeuvre.ts';
import { groundSpeed, medianOf } from './noise.ts';
import { observationOf, residualsOf, type Observation } from './observation.ts';
import { stationPrior } from './parameters.ts';
import { doubtOf, posteriorOf } from './posterior.ts';
import { atEpoch } from './theory.ts';
import { windowOf } from './window.ts';

export type FitResult =
  | { readonly ok: true; readonly orbit: FittedOrbit }
  /** Fewer than three fixes, or fixes that no orbit of the station goes through. */
  | { readonly ok: false; readonly reason: 'too-few' | 'contradictory' };

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
  const window = windowOf(fixes, change?.at ?? null).map(observationOf);
  if (window.length < fewest) return { ok: false, reason: 'too-few' };
  const whole =
    change === null
      ? unchanged(explain(window, stationPrior, previous))
      : since(window, change, previous);
  if (whole === null) return { ok: false, reason: 'contradictory' };
  const found = afterChange(whole.explanation, window) ?? whole;
  return agree(found.explanation)
    ? finish(found.explanation, found.change)
    : { ok: false, reason: 'contradictory' };
}

interface Found {
  readonly explanation: Explanation;
  readonly change: Change | null;
}

const unchanged = (explanation: Explanation | null): Found | null =>
  explanation && { explanation, change: null };

/** The orbit since it changed, when the fixes show that it did. */
function afterChange(whole: Explanation, window: readonly Observation[]): Found | null {
  const { assessment, problem, elements } = whole;
  const index = changePoint(assessment.accepted);
  if (index === null) return null;
  const after = window.slice(index);
  const at = after[0]?.time ?? problem.epoch;
  if (medianOf(assessment.accepted.slice(0, index).map(Number)) === 0) {
    // Only the new orbit is known.
    const explanation = explain(after, problem.prior, undefined);
    if (explanation === null || !agree(explanation)) return null;
    const before = atEpoch(explanation.elements, problem.epoch, at);
    return { explanation, change: { at, kind: 'reboost', before } };
  }
  const found = since(after, { at, kind: 'refresh', before: atEpoch(elements, problem.epoch, at) });
  return found !== null && agree(found.explanation) && close(found.explanation) ? found : null;
}

/** A small change, unless the fixes want a large one. */
function since(
  window: readonly Observation[],
  change: Change,
  previous?: FittedOrbit,
): Found | null {
  const epoch = window.at(-1)?.time ?? change.at;
  let best: Found | null = null;
  for (const kind of ['refresh', 'reboost'] as const) {
    if (kind === 'refresh' && change.kind === 'reboost') continue;
    const as = { ...change, kind };
    const explanation = explain(window, priorAfter(as, epoch, window.length), previous);
    if (explanation === null) continue;
    if (best === null || misfit(explanation) + wide < misfit(best.explanation)) {
      best = { explanation, change: as };
    }
    if (misfit(explanation) < wide) break;
  }
  return best;
}

function finish(
  { problem, elements, assessment, crossKm }: Explanation,
  manoeuvre: FittedOrbit['manoeuvre'],
): FitResult {
  const { observations, epoch, reading } = problem;
  const posterior = posteriorOf(problem, elements, assessment, crossKm);
  if (posterior === null) return { ok: false, reason: 'contradictory' };
  const { along, cross } = residualsOf(observations, reading, epoch, posterior.elements);
  const { accepted, acceptedCount: count, timing } = assessment;
  const squares = accepted.reduce(
    (sum, fits, k) =>
      fits ? sum + ((along[k] ?? 0) * groundSpeed) ** 2 + (cross[k] ?? 0) ** 2 : sum,
    0,
  );
  const { node, argumentOfLatitude } = posterior.elements;
  return {
    ok: true,
    orbit: {
      epoch,
      elements: {
        ...posterior.elements,
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
      doubtKm: doubtOf(assessment),
    },
  };
}
