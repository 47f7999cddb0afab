import type { Elements, ElementSet } from '#shared/station/orbit.ts';
import { circumference, quietMeanMotionRate, dragRandomWalk } from './noise.ts';
import {
  correctElements,
  diagonalMatrix,
  invertMatrix,
  multiplyMatrices,
  parameterCount,
  elementwiseSum,
  multiplyVector,
  transpose,
  vectorOf,
  type Matrix,
} from './parameters.ts';
import { elementsDifference } from './least-squares.ts';
import { elementsAtEpoch } from './propagation.ts';

/** The estimated orbit of the station: a normal distribution of the elements at the epoch (Unix seconds). */
export interface OrbitState {
  readonly epoch: number;
  readonly elements: Elements;
  /** The covariance of the elements, in the order and units of the vector in parameters.ts. */
  readonly covariance: Matrix;
}

/**
 * Errors of an element set at its reference time, one standard deviation, measured on the sets of January to April 2023
 * against the chain of their neighbours: along the track, of its mean motion (rev/day, about 4 km a day), of its drag
 * (a fraction), across the track, and of the eccentricity. The distributions have heavier tails than a normal one; the
 * values are between the measured 68 % and 95 % limits. The error of the drag is set to its whole value although half
 * of its value was measured, because sets share tracking data: their errors of the drag are not independent.
 */
const elementSetErrors = { alongKm: 0.7, motion: 1e-4, drag: 1, crossKm: 0.2, eccentricity: 3e-5 };

/** Error of the drag of a service that computes its own orbit, as a fraction of the drag. */
const ownDragError = 0.03;

/** Process noise of the elements other than the drag: one standard deviation after one day. */
const unmodelledDeviations = { crossKm: 0.2, eccentricity: 2e-5 };

const kmPerDegree = circumference / 360;

/** The growth of the mean motion by the drag, rev/day²; at least the growth while the Sun is quiet. */
const dragOf = ({ meanMotionRate }: Elements): number =>
  Math.max(quietMeanMotionRate, Math.abs(meanMotionRate));

/**
 * Process noise: the covariance that the elements gain in `seconds`, apart from its propagation. The drag is a random
 * walk; the mean motion and the argument of latitude are its integrals (Bar-Shalom, Li and Kirubarajan, "Estimation
 * with Applications to Tracking and Navigation", 2001, section 6.2).
 */
function processNoise(elements: Elements, seconds: number): Matrix {
  const d = Math.abs(seconds) / 86_400;
  const q = (dragRandomWalk * dragOf(elements)) ** 2;
  const plane = (unmodelledDeviations.crossKm / kmPerDegree) ** 2 * d;
  const shape = unmodelledDeviations.eccentricity ** 2 * d;
  const noise = diagonalMatrix([
    plane,
    plane,
    (q * 360 ** 2 * d ** 5) / 20,
    (q * d ** 3) / 3,
    shape,
    shape,
    q * d,
  ]);
  const set = (j: number, k: number, value: number): void => {
    noise[j * parameterCount + k] = value;
    noise[k * parameterCount + j] = value;
  };
  set(2, 3, (q * 360 * d ** 4) / 8);
  set(2, 6, (q * 360 * d ** 3) / 6);
  set(3, 6, (q * d ** 2) / 2);
  return noise;
}

/** Steps of the derivatives, in the order of the vector. */
const derivativeSteps = [1e-3, 1e-3, 1e-3, 1e-4, 1e-5, 1e-5, 1e-5];

/**
 * State transition matrix: partial derivatives of the elements at `to` with respect to those at `from`, by differences.
 */
function transitionMatrix(elements: Elements, from: number, to: number): Matrix {
  const baseVector = vectorOf(elementsAtEpoch(elements, from, to));
  const matrix = new Float64Array(parameterCount * parameterCount);
  derivativeSteps.forEach((step, k) => {
    const correction = new Float64Array(parameterCount);
    correction[k] = step;
    const movedVector = vectorOf(elementsAtEpoch(correctElements(elements, correction), from, to));
    movedVector.forEach((value, j) => {
      matrix[j * parameterCount + k] = (value - (baseVector[j] ?? 0)) / step;
    });
  });
  return matrix;
}

/** Propagates the state to another time (the prediction step of a Kalman filter); the process noise is added. */
export function predictState({ epoch, elements, covariance }: OrbitState, to: number): OrbitState {
  const transition = transitionMatrix(elements, epoch, to);
  return {
    epoch: to,
    elements: elementsAtEpoch(elements, epoch, to),
    covariance: elementwiseSum(
      multiplyMatrices(multiplyMatrices(transition, covariance), transpose(transition)),
      processNoise(elements, to - epoch),
    ),
  };
}

/**
 * Covariance of the error of an element set, `age` seconds after the end of its tracking data: its errors have grown by
 * their propagation, and the drag has changed since.
 *
 * @param isOwn whether the service seems to compute its own orbit, because the set is in use for longer than published
 *   sets
 */
function errorOfElementSet(elements: Elements, age: number, isOwn: boolean): Matrix {
  const { alongKm, motion, drag, crossKm, eccentricity } = elementSetErrors;
  const plane = crossKm / kmPerDegree;
  const along = alongKm / kmPerDegree;
  const rate = (isOwn ? ownDragError : drag) * dragOf(elements);
  const freshDeviations = [plane, plane, along, motion, eccentricity, eccentricity, rate];
  const covariance = diagonalMatrix(freshDeviations.map((one) => one ** 2));
  return age === 0 ? covariance : predictState({ epoch: 0, elements, covariance }, age).covariance;
}

/**
 * Standard deviations of a change of the orbit by a burn of up to 3 m/s along the track, in the order of the vector of
 * parameters.ts. Such a burn does not change the plane.
 */
const burnDeviations = [0.01, 0.05, 20, 0.02, 5e-4, 5e-4, 4e-5];

export const stateAfterBurn = (state: OrbitState): OrbitState => ({
  ...state,
  covariance: elementwiseSum(
    state.covariance,
    diagonalMatrix(burnDeviations.map((one) => one ** 2)),
  ),
});

/** Errors of a first orbit at the time of its oldest fix; wide, because the same fixes then refine it. */
const startDeviations = [0.1, 0.2, 5, 0.05, 1e-3, 1e-3, 1.6e-4];

/** The state before the first element set. */
export const startState = (epoch: number, elements: Elements): OrbitState => ({
  epoch,
  elements,
  covariance: diagonalMatrix(startDeviations.map((one) => one ** 2)),
});

/** The prior of an element set at the time of the state: the orbit, plus the error of a set of that age in seconds. */
export const priorOfSet = (state: OrbitState, age = 0, isOwn = false): OrbitState => ({
  ...state,
  covariance: elementwiseSum(state.covariance, errorOfElementSet(state.elements, age, isOwn)),
});

/** The posterior of the elements of a set, from its prior and its fixes. Null if an element is undetermined. */
export function posteriorOfSet(
  prior: OrbitState,
  { elements, ...likelihood }: ElementSet,
): OrbitState | null {
  const information = Float64Array.from(likelihood.information);
  const right = Float64Array.from(likelihood.right);
  const priorInformation = invertMatrix(prior.covariance);
  const covariance =
    priorInformation && invertMatrix(elementwiseSum(priorInformation, information));
  if (priorInformation === null || covariance === null) return null;
  const offset = elementsDifference(prior.elements, elements);
  const correction = multiplyVector(
    covariance,
    elementwiseSum(multiplyVector(priorInformation, offset), right),
  );
  return { epoch: prior.epoch, elements: correctElements(elements, correction), covariance };
}

/**
 * The state of the orbit updated by an element set (the update step of the Kalman filter). Set and orbit are correlated
 * through the prior of the set; the error of the set remains, however many fixes it has. With P the covariance of the
 * orbit, Q that of the set's error, S that of the set by its fixes and G = P (P + Q)⁻¹, the covariance is G Q + G S Gᵀ,
 * without a difference of large numbers.
 */
export function stateAfterSet(
  state: OrbitState,
  prior: OrbitState,
  set: OrbitState,
): OrbitState | null {
  const error = prior.covariance.map((value, k) => value - (state.covariance[k] ?? 0));
  const weight = invertMatrix(prior.covariance);
  if (weight === null) return null;
  const gain = multiplyMatrices(state.covariance, weight);
  const covariance = elementwiseSum(
    multiplyMatrices(gain, error),
    multiplyMatrices(multiplyMatrices(gain, set.covariance), transpose(gain)),
  );
  const correction = multiplyVector(gain, elementsDifference(set.elements, state.elements));
  return {
    epoch: state.epoch,
    elements: correctElements(state.elements, correction),
    covariance: elementwiseSum(covariance, transpose(covariance)).map((value) => value / 2),
  };
}
