import type { Elements } from '#shared/station/orbit.ts';
import { elementsDifference, robustScale } from './least-squares.ts';
import { timeErrorSigma, roundingKm } from './noise.ts';
import { priorOfSet, type OrbitState } from './orbit-state.ts';
import {
  addOuter,
  correctElements,
  dotWithRow,
  invertMatrix,
  logDeterminant,
  mirrorUpperHalf,
  quadraticForm,
  parameterCount,
  elementwiseSum,
  multiplyVector,
  type InformationForm,
  type Matrix,
} from './parameters.ts';
import { linearizedResiduals, type LatitudeKind, type Observation } from './residuals.ts';

interface YoungArc {
  /** The state before the fit to the observations, at the epoch of the estimate. */
  readonly prior: OrbitState;
  /** The fixes, oldest first. */
  readonly observations: readonly Observation[];
  readonly reading: LatitudeKind;
  /** The time of the first fix of each set after the first set, Unix seconds. */
  readonly steppedAt: readonly number[];
  /** The age of a new set, seconds, and the mean time until the service steps to a newer one. */
  readonly setAge: number;
  readonly setLife: number;
}

/** Largest number of times at which a step is tried. */
const maxSplits = 24;

interface Hypothesis {
  /** Index of the first fix of the newer set; null: no step. */
  readonly first: number | null;
  /** Logarithm of the prior odds times the density of all fixes, up to a constant. */
  readonly log: number;
  readonly mean: Float64Array;
  readonly covariance: Matrix;
}

/**
 * Accounts for the possibility that the service changed to a newer element set between two fixes of a young orbit:
 * corrects the estimate and increases its uncertainty. The fixes of a young orbit determine the seven elements badly,
 * so that one set may fit the fixes of two sets. The step of some kilometres along the track then looks like a
 * different mean motion, whose error is larger than the fit states. Returns the estimate unchanged if no single step
 * explains the fixes.
 *
 * Compares the hypotheses "no step" and "a step before this fix" by the density of all fixes (Bayesian model comparison
 * with normal densities). A step changes the elements by the errors of an old and of a new set. Returns the mean and
 * the covariance of the mixture of all hypotheses (Bar-Shalom, Li and Kirubarajan, "Estimation with Applications to
 * Tracking and Navigation", 2001, section 1.4.16). The estimate belongs to the hypothesis by which the fixes were
 * assigned to sets; the other hypotheses add their differences from this hypothesis.
 */
export function withPossibleStep(estimate: OrbitState, arc: YoungArc): OrbitState {
  const hypotheses = hypothesesOf(estimate, arc);
  if (hypotheses.length === 0) return estimate;
  const bestHypothesis = hypotheses.reduce((one, other) => (other.log > one.log ? other : one));
  if (crossMisfit(bestHypothesis, estimate, arc) > robustScale) return estimate;
  const totalWeight = hypotheses.reduce(
    (all, { log }) => all + Math.exp(log - bestHypothesis.log),
    0,
  );
  const base = assignedHypothesis(hypotheses, arc);
  const setError = priorOfSet(withoutError(estimate), arc.setAge).covariance;
  const shift = new Float64Array(parameterCount);
  let covariance = new Float64Array(parameterCount * parameterCount);
  for (const hypothesis of hypotheses) {
    const weight = Math.exp(hypothesis.log - bestHypothesis.log) / totalWeight;
    const difference = hypothesis.mean.map((value, k) => value - (base?.mean[k] ?? 0));
    difference.forEach((value, k) => (shift[k] = (shift[k] ?? 0) + weight * value));
    addOuter(covariance, difference, 0, weight);
    const hypothesisCovariance =
      hypothesis === base ? estimate.covariance : elementwiseSum(hypothesis.covariance, setError);
    covariance = covariance.map((value, k) => value + weight * (hypothesisCovariance[k] ?? 0));
  }
  addOuter(covariance, shift, 0, -1);
  mirrorUpperHalf(covariance);
  return { ...estimate, elements: correctElements(estimate.elements, shift), covariance };
}

/**
 * Mean square of the normalised residuals across the track, for the fixes of the newer set. It is large if no single
 * step explains the fixes, for example if two servers send two sets in turn.
 */
function crossMisfit(
  { first, mean }: Hypothesis,
  { epoch, elements }: OrbitState,
  { observations, reading }: YoungArc,
): number {
  const newerObservations = observations.slice(first ?? 0);
  const { cross, crossPartials } = linearizedResiduals(newerObservations, reading, epoch, elements);
  const squares = cross.map(
    (km, k) => ((km - dotWithRow(crossPartials, k * parameterCount, mean)) / roundingKm) ** 2,
  );
  return squares.reduce((all, one) => all + one, 0) / newerObservations.length;
}

const withoutError = (state: OrbitState): OrbitState => ({
  ...state,
  covariance: new Float64Array(parameterCount * parameterCount),
});

/**
 * The hypothesis by which the fixes were assigned to sets; null if they were assigned to more than two sets. Several
 * steps are improbable in a young orbit: if the fixes of two sets are taken for those of one set, later fixes look like
 * further sets.
 */
function assignedHypothesis(
  hypotheses: readonly Hypothesis[],
  { observations, steppedAt }: YoungArc,
): Hypothesis | null {
  const [at, ...others] = steppedAt;
  if (at === undefined) return hypotheses.find(({ first }) => first === null) ?? null;
  if (others.length > 0) return null;
  const secondsApart = ({ first }: Hypothesis): number =>
    first === null ? Infinity : Math.abs((observations[first]?.time ?? 0) - at);
  return hypotheses.reduce((best, one) => (secondsApart(one) < secondsApart(best) ? one : best));
}

function hypothesesOf(
  { epoch, elements }: OrbitState,
  { prior, observations, reading, setAge, setLife }: YoungArc,
): Hypothesis[] {
  const information = invertMatrix(prior.covariance);
  if (information === null) return [];
  const right = multiplyVector(information, elementsDifference(prior.elements, elements));
  const parts = evidencesOf(observations, reading, epoch, elements);
  const splits = splitsOf(observations);
  const exactState = withoutError({ epoch, elements, covariance: new Float64Array() });
  const step = elementwiseSum(
    priorOfSet(exactState, setAge + setLife).covariance,
    priorOfSet(exactState, setAge).covariance,
  );
  const wholePosterior = posterior({ information, right }, partOf(parts, 0, parts.length));
  if (wholePosterior === null) return [];
  const odds = splits.map(({ seconds }) => 1 - Math.exp(-seconds / setLife));
  const noStepProbability = odds.reduce((part, one) => part * (1 - one), 1);
  const hypotheses: Hypothesis[] = [
    { first: null, ...wholePosterior, log: Math.log(noStepProbability) + wholePosterior.log },
  ];
  splits.forEach(({ first }, k) => {
    const oldPosterior = posterior({ information, right }, partOf(parts, 0, first));
    const spread = oldPosterior && invertMatrix(elementwiseSum(oldPosterior.covariance, step));
    if (oldPosterior === null || spread === null) return;
    const nextPosterior = posterior(
      { information: spread, right: multiplyVector(spread, oldPosterior.mean) },
      partOf(parts, first, parts.length),
    );
    if (nextPosterior === null) return;
    hypotheses.push({
      first,
      ...nextPosterior,
      log: Math.log(odds[k] ?? 0) + oldPosterior.log + nextPosterior.log,
    });
  });
  return hypotheses;
}

/**
 * The fixes that are tried as the first fix of a newer set, by their index, each with the time since the previous one,
 * seconds.
 */
function splitsOf(observations: readonly Observation[]): { first: number; seconds: number }[] {
  const startTime = observations[0]?.time ?? 0;
  const span = (observations.at(-1)?.time ?? 0) - startTime;
  const splits: { first: number; seconds: number }[] = [];
  let lastTime = startTime;
  observations.forEach(({ time }, first) => {
    if (time - lastTime < span / maxSplits || first === 0) return;
    splits.push({ first, seconds: time - lastTime });
    lastTime = time;
  });
  return splits;
}

/** The information of each fix about the elements. The error of the rounded second is taken as normally distributed. */
function evidencesOf(
  observations: readonly Observation[],
  reading: LatitudeKind,
  epoch: number,
  elements: Elements,
): InformationForm[] {
  const residuals = linearizedResiduals(observations, reading, epoch, elements);
  return observations.map((_, index) => {
    const row = index * parameterCount;
    const [along, cross] = [timeErrorSigma ** -2, roundingKm ** -2];
    const information = new Float64Array(parameterCount * parameterCount);
    addOuter(information, residuals.alongPartials, row, along);
    addOuter(information, residuals.crossPartials, row, cross);
    mirrorUpperHalf(information);
    const right = Float64Array.from(
      { length: parameterCount },
      (__, k) =>
        along * (residuals.along[index] ?? 0) * (residuals.alongPartials[row + k] ?? 0) +
        cross * (residuals.cross[index] ?? 0) * (residuals.crossPartials[row + k] ?? 0),
    );
    return { information, right };
  });
}

const partOf = (parts: readonly InformationForm[], from: number, to: number): InformationForm =>
  parts.slice(from, to).reduce<InformationForm>(
    (all, one) => ({
      information: elementwiseSum(all.information, one.information),
      right: elementwiseSum(all.right, one.right),
    }),
    {
      information: new Float64Array(parameterCount * parameterCount),
      right: new Float64Array(parameterCount),
    },
  );

/**
 * The posterior from prior and evidence. `log`: logarithm of the density of the evidence under the prior, up to a
 * constant.
 */
function posterior(prior: InformationForm, evidence: InformationForm) {
  const information = elementwiseSum(prior.information, evidence.information);
  const right = elementwiseSum(prior.right, evidence.right);
  const covariance = invertMatrix(information);
  const priorCovariance = invertMatrix(prior.information);
  if (covariance === null || priorCovariance === null) return null;
  const log =
    (logDeterminant(prior.information) -
      logDeterminant(information) +
      quadraticForm(covariance, right) -
      quadraticForm(priorCovariance, prior.right)) /
    2;
  return { mean: multiplyVector(covariance, right), covariance, log };
}
