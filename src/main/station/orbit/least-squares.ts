import type { Elements } from '#shared/station/orbit.ts';
import {
  addOuter,
  dotWithRow,
  invertMatrix,
  mirrorUpperHalf,
  multiplyVector,
  type Matrix,
  correctElements,
  parameterCount,
  vectorOf,
  type Prior,
} from './parameters.ts';
import type { FixNoise } from './noise.ts';
import {
  linearizedResiduals,
  allocateResiduals,
  type Observation,
  type Residuals,
  type LatitudeKind,
} from './residuals.ts';

export interface FitProblem {
  readonly observations: readonly Observation[];
  readonly reading: LatitudeKind;
  /** The time of the elements, Unix seconds. */
  readonly epoch: number;
  readonly prior: Prior;
  /** Least standard deviation across the track, km. */
  readonly minKm: number;
}

/** Square of the normalised residual at which the weight of a fix falls to a quarter. Our own choice. */
export const robustScale = 25;

/**
 * Weight function of Geman and McClure ("Bayesian image analysis", 1985): least squares for small residuals, next to no
 * weight for outliers.
 */
function weightOf(along: number, cross: number, noise: FixNoise): number {
  const square = (along / noise.alongSeconds) ** 2 + (cross / noise.crossKm) ** 2;
  return 1 / (1 + square / robustScale) ** 2;
}

/** Robust cost: the sum of per-fix costs, each capped at 1 so that outliers cannot dominate. */
export function robustCost({ along, cross }: Residuals, noise: readonly FixNoise[]): number {
  return noise.reduce(
    (sum, one, k) => sum + 1 - Math.sqrt(weightOf(along[k] ?? 0, cross[k] ?? 0, one)),
    0,
  );
}

/** The vector `mean` − `elements`; differences of angles lie in [−180°, 180°). */
export function elementsDifference(mean: Elements, elements: Elements): Float64Array {
  const currentVector = vectorOf(elements);
  const offset = vectorOf(mean).map((value, k) => value - (currentVector[k] ?? 0));
  // Angles are cyclic.
  for (const k of [1, 2]) offset[k] = ((((offset[k] ?? 0) % 360) + 540) % 360) - 180;
  return offset;
}

/** The contribution of the prior to the normal equations at these elements: matrix and right-hand side. */
function priorEquations({ mean, information }: Prior, elements: Elements): [Matrix, Float64Array] {
  return [information.slice(), multiplyVector(information, elementsDifference(mean, elements))];
}

/**
 * Differential correction with a prior: iteratively reweighted Gauss-Newton steps (Vallado, 4th ed., chapter 10;
 * Montenbruck and Gill, 2000, chapter 8).
 *
 * @returns null when the normal matrix is singular, or when the result is no orbit of the station
 */
export function robustLeastSquares(
  problem: FitProblem,
  start: Elements,
  noise: readonly FixNoise[],
  rounds: number,
): Elements | null {
  const { observations, reading, epoch } = problem;
  const residuals = allocateResiduals(observations.length);
  let elements = start;
  for (let round = 0; round < rounds; round++) {
    linearizedResiduals(observations, reading, epoch, elements, residuals);
    const [information, right] = priorEquations(problem.prior, elements);
    noise.forEach((one, index) => {
      const alongOffset = residuals.along[index] ?? 0;
      const crossOffset = residuals.cross[index] ?? 0;
      const weight = weightOf(alongOffset, crossOffset, one);
      const along = weight / one.alongSeconds ** 2;
      const cross = weight / one.crossKm ** 2;
      const row = index * parameterCount;
      addOuter(information, residuals.alongPartials, row, along);
      addOuter(information, residuals.crossPartials, row, cross);
      for (let k = 0; k < parameterCount; k++) {
        right[k] =
          (right[k] ?? 0) +
          along * alongOffset * (residuals.alongPartials[row + k] ?? 0) +
          cross * crossOffset * (residuals.crossPartials[row + k] ?? 0);
      }
    });
    mirrorUpperHalf(information);
    const covariance = invertMatrix(information);
    if (covariance === null) return null;
    const step = multiplyVector(covariance, right);
    elements = correctElements(elements, step);
    // Converged: the step is a hundredth of a standard deviation.
    if (dotWithRow(right, 0, step) < 1e-4) break;
  }
  return isLowOrbit(elements) ? elements : null;
}

/** Whether the elements are those of a low orbit. The iteration may diverge if the fixes lie on no orbit. */
function isLowOrbit({ inclination, meanMotion, eccentricityX, eccentricityY }: Elements): boolean {
  return (
    inclination > 0 &&
    inclination < 180 &&
    meanMotion > 11 &&
    meanMotion < 17 &&
    Math.hypot(eccentricityX, eccentricityY) < 0.1
  );
}
