import type { ElementSet } from '#shared/station/orbit.ts';
import { refineCandidate, type Candidate } from './candidate.ts';
import { elementsDifference } from './least-squares.ts';
import { intervalEstimate, leastSquaresEstimate } from './expectation-propagation.ts';
import { crossTrackLeak, groundSpeed, maxTimeError, minCrossKm, roundingKm } from './noise.ts';
import type { OrbitState } from './orbit-state.ts';
import {
  addOuter,
  correctElements,
  dotWithRow,
  invertMatrix,
  mirrorUpperHalf,
  parameterCount,
  elementwiseSum,
  multiplyVector,
} from './parameters.ts';
import type { LatitudeKind, Observation } from './residuals.ts';

/** Error along the track by the rounding to four decimals of a degree, seconds. */
const roundingSeconds = 0.0005;

/** An element set without `age`, because the age depends on the sets before this set. */
type FittedSet = Omit<ElementSet, 'age'>;

/**
 * Whether an interval estimate explains its fixes. If the fixes of two sets are taken for one set, no orbit lies in all
 * intervals; the estimate then treats most fixes as outliers, and may be many kilometres off.
 */
function explainsFixes(mean: Float64Array, rows: Float64Array, values: readonly number[]): boolean {
  const explainedValues = values.filter(
    (value, k) =>
      Math.abs(value - dotWithRow(rows, k * parameterCount, mean)) <= maxTimeError + insideSlack,
  );
  return explainedValues.length >= insideShare * values.length;
}

/** Tolerance of an interval, seconds: a fix this far outside still counts as inside. */
const insideSlack = 0.1;
/** Fraction of the fixes that must lie inside their intervals. */
const insideShare = 0.8;

/** Estimates an element set from its fixes and a prior. Returns null if no orbit near the prior fits the fixes. */
export function fitElementSet(
  observations: readonly Observation[],
  reading: LatitudeKind,
  prior: OrbitState,
): FittedSet | null {
  const information = invertMatrix(prior.covariance);
  if (information === null) return null;
  const problem = {
    observations,
    reading,
    epoch: prior.epoch,
    prior: { mean: prior.elements, information },
    minKm: minCrossKm(observations),
  };
  const candidate = refineCandidate(problem, prior.elements);
  return candidate && elementSetOf(candidate);
}

/**
 * Estimates the element set of a candidate. Along the track, the errors of the fixes are uniform if the service floors
 * the second, and normal otherwise. Null if an element is undetermined.
 */
export function elementSetOf({
  problem,
  elements,
  assessment,
  crossKm,
}: Candidate): FittedSet | null {
  const { observations, prior, epoch } = problem;
  const { accepted, residuals, timing, alongSeconds } = assessment;
  const cross = {
    information: new Float64Array(parameterCount * parameterCount),
    right: new Float64Array(parameterCount),
  };
  // Only the fraction `crossTrackLeak` of a model error along the track appears across it, so that the error along the
  // track is larger.
  const excessSeconds =
    Math.sqrt(Math.max(0, crossKm ** 2 - (1.5 * roundingKm) ** 2)) / crossTrackLeak / groundSpeed;
  const rows: number[] = [];
  const values: number[] = [];
  let squares = 0;
  accepted.forEach((fits, index) => {
    if (!fits) return;
    const row = index * parameterCount;
    addOuter(cross.information, residuals.crossPartials, row, crossKm ** -2);
    for (let k = 0; k < parameterCount; k++) {
      const partial = residuals.crossPartials[row + k] ?? 0;
      cross.right[k] =
        (cross.right[k] ?? 0) + (partial * (residuals.cross[index] ?? 0)) / crossKm ** 2;
      rows.push(residuals.alongPartials[row + k] ?? 0);
    }
    values.push(residuals.along[index] ?? 0);
    squares +=
      ((residuals.along[index] ?? 0) * groundSpeed) ** 2 + (residuals.cross[index] ?? 0) ** 2;
  });
  mirrorUpperHalf(cross.information);
  /** The prior combined with the residuals across the track. */
  const crossPosterior = {
    information: elementwiseSum(prior.information, cross.information),
    right: elementwiseSum(
      multiplyVector(prior.information, elementsDifference(prior.mean, elements)),
      cross.right,
    ),
  };
  const matrix = Float64Array.from(rows);
  const blur = Math.hypot(roundingSeconds, excessSeconds);
  const intervalResult =
    timing === 'floored'
      ? intervalEstimate(crossPosterior, {
          rows: matrix,
          values,
          half: maxTimeError,
          blur: values.map(() => blur),
        })
      : null;
  const estimate =
    intervalResult !== null && explainsFixes(intervalResult.mean, matrix, values)
      ? intervalResult
      : leastSquaresEstimate(crossPosterior, {
          rows: matrix,
          values,
          deviations: values.map(() => Math.hypot(blur, alongSeconds)),
        });
  if (estimate === null) return null;
  const information = elementwiseSum(cross.information, estimate.likelihood.information);
  // Relative to the new elements, the residuals are smaller by the part that the correction explains.
  const right = elementwiseSum(
    elementwiseSum(cross.right, estimate.likelihood.right),
    multiplyVector(information, estimate.mean).map((value) => -value),
  );
  return {
    reference: epoch,
    times: observations.map(({ time }) => time),
    elements: correctElements(elements, estimate.mean),
    information: [...information],
    right: [...right],
    count: values.length,
    rejected: accepted.length - values.length,
    squares,
    crossKm,
    timing,
  };
}
