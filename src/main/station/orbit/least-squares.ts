import type { Elements } from '#shared/station/orbit.ts';
import {
  addOuter,
  dot,
  inverse,
  mirror,
  times,
  type Matrix,
  corrected,
  size,
  vectorOf,
  type Prior,
} from './parameters.ts';
import type { Noise } from './noise.ts';
import {
  linearizedResiduals,
  allocateResiduals,
  type Observation,
  type Residuals,
  type LatitudeKind,
} from './residuals.ts';

export interface Problem {
  readonly observations: readonly Observation[];
  readonly reading: LatitudeKind;
  /** Unix seconds. */
  readonly epoch: number;
  readonly prior: Prior;
  /** The least scatter across the track. */
  readonly minKm: number;
}

/** Residual against noise, squared, where an influence has fallen to a quarter. */
export const robustScale = 25;

/** Geman and McClure's weight: least squares for what fits, next to nothing for the wild. */
function weightOf(along: number, cross: number, noise: Noise): number {
  const square = (along / noise.alongSeconds) ** 2 + (cross / noise.crossKm) ** 2;
  return 1 / (1 + square / robustScale) ** 2;
}

/** The bounded cost of all fixes: the wild ones count 1 each, at most. */
export function robustCost({ along, cross }: Residuals, noise: readonly Noise[]): number {
  return noise.reduce(
    (sum, one, k) => sum + 1 - Math.sqrt(weightOf(along[k] ?? 0, cross[k] ?? 0, one)),
    0,
  );
}

/** How far elements lie off a mean. */
export function differenceFrom(mean: Elements, elements: Elements): Float64Array {
  const here = vectorOf(elements);
  const off = vectorOf(mean).map((value, k) => value - (here[k] ?? 0));
  // Angles come round.
  for (const k of [1, 2]) off[k] = ((((off[k] ?? 0) % 360) + 540) % 360) - 180;
  return off;
}

/** The prior's part in the normal equations at these elements. */
export function priorEquations(
  { mean, information }: Prior,
  elements: Elements,
): [Matrix, Float64Array] {
  return [information.slice(), times(information, differenceFrom(mean, elements))];
}

/** Robust Gauss-Newton steps. @returns null where the fixes leave something undetermined */
export function robustLeastSquares(
  problem: Problem,
  start: Elements,
  noise: readonly Noise[],
  rounds: number,
): Elements | null {
  const { observations, reading, epoch } = problem;
  const residuals = allocateResiduals(observations.length);
  let elements = start;
  for (let round = 0; round < rounds; round++) {
    linearizedResiduals(observations, reading, epoch, elements, residuals);
    const [information, right] = priorEquations(problem.prior, elements);
    noise.forEach((one, index) => {
      const offAlong = residuals.along[index] ?? 0;
      const offCross = residuals.cross[index] ?? 0;
      const weight = weightOf(offAlong, offCross, one);
      const along = weight / one.alongSeconds ** 2;
      const cross = weight / one.crossKm ** 2;
      const row = index * size;
      addOuter(information, residuals.alongPartials, row, along);
      addOuter(information, residuals.crossPartials, row, cross);
      for (let k = 0; k < size; k++) {
        right[k] =
          (right[k] ?? 0) +
          along * offAlong * (residuals.alongPartials[row + k] ?? 0) +
          cross * offCross * (residuals.crossPartials[row + k] ?? 0);
      }
    });
    mirror(information);
    const covariance = inverse(information);
    if (covariance === null) return null;
    const step = times(covariance, right);
    elements = corrected(elements, step);
    // A hundredth of a standard deviation.
    if (dot(right, 0, step) < 1e-4) break;
  }
  return sane(elements) ? elements : null;
}

/** Steps may lead anywhere when the fixes are no orbit at all. */
function sane({ inclination, meanMotion, eccentricityX, eccentricityY }: Elements): boolean {
  return (
    inclination > 0 &&
    inclination < 180 &&
    meanMotion > 11 &&
    meanMotion < 17 &&
    Math.hypot(eccentricityX, eccentricityY) < 0.1
  );
}
