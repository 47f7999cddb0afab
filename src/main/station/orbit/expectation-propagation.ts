import {
  addOuter,
  dotWithRow,
  invertMatrix,
  mirrorUpperHalf,
  parameterCount,
  elementwiseSum,
  multiplyVector,
  type InformationForm,
  type Matrix,
} from './parameters.ts';

/** Measurements `value = row · correction + error`, with an error that is uniform within ± `half`. */
interface UniformMeasurements {
  readonly rows: Float64Array;
  readonly values: readonly number[];
  readonly half: number;
  /** Standard deviation of an additional normal error of each value. */
  readonly blur: readonly number[];
}

interface NormalMeasurements {
  readonly rows: Float64Array;
  readonly values: readonly number[];
  readonly deviations: readonly number[];
}

/** A normally distributed correction to the elements. */
interface Correction {
  readonly mean: Float64Array;
  readonly covariance: Matrix;
  /** Normal approximation of the likelihood of the measurements, without the prior. */
  readonly likelihood: InformationForm;
}

/** An accepted value is an outlier with this probability, uniform over this width (seconds or km). Our own choice. */
const outlierModel = { probability: 0.002, width: 20 };
const maxSweeps = 40;
/** Precision of a site that carries no information. */
const minPrecision = 1e-9;

/**
 * Mean and covariance of a correction from measurements with a uniform error, by expectation propagation (Minka, 2001;
 * update equations as in Rasmussen and Williams, "Gaussian Processes for Machine Learning", 2006, section 3.6). A
 * normal site approximates the effect of each interval on the posterior. The error of least squares decreases as 1/√n,
 * the error of the interval estimate as 1/n, because the true value lies inside all intervals.
 *
 * @returns null when prior and measurements leave an element undetermined
 */
export function intervalEstimate(
  prior: InformationForm,
  measurements: UniformMeasurements,
): Correction | null {
  const { rows, values, half, blur } = measurements;
  // Each site starts with the variance of the uniform distribution.
  const precision = new Float64Array(values.length).fill(3 / half ** 2);
  const weightedMeans = Float64Array.from(values, (value) => (value * 3) / half ** 2);
  let lastMean: Float64Array | null = null;
  const spread = new Float64Array(parameterCount);
  const likelihood: Likelihood = { density: NaN, slope: NaN, curvature: NaN };

  for (let sweep = 0; ; sweep++) {
    const posterior = combineEstimates(prior, rows, precision, weightedMeans);
    if (posterior === null) return null;
    const { mean, covariance } = posterior;
    if (sweep === maxSweeps || (lastMean !== null && isConverged(mean, lastMean, covariance)))
      return posterior;
    lastMean = mean.slice();

    for (let index = 0; index < values.length; index++) {
      const row = index * parameterCount;
      multiplyVector(covariance, rows, row, spread);
      const variance = dotWithRow(rows, row, spread);
      const predictedValue = dotWithRow(rows, row, mean);
      const oldPrecision = precision[index] ?? 0;
      const cavityPrecision = 1 / variance - oldPrecision;
      if (cavityPrecision <= 0) continue;
      const cavityVariance = 1 / cavityPrecision;
      const centre = cavityVariance * (predictedValue / variance - (weightedMeans[index] ?? 0));
      const offset = (values[index] ?? 0) - centre;
      likelihoodWithin(offset, half, cavityVariance + (blur[index] ?? 0) ** 2, likelihood);
      const { slope, curvature } = likelihood;
      // A value that is more likely an outlier carries no information.
      const newPrecision =
        curvature < 0
          ? Math.max(minPrecision, -curvature / (1 + cavityVariance * curvature))
          : minPrecision;
      // Mean of the site times its precision, from the moments of the tilted distribution.
      const product =
        newPrecision * centre + (curvature < 0 ? (1 + newPrecision * cavityVariance) * slope : 0);
      const addedPrecision = newPrecision - oldPrecision;
      const gain = 1 / (1 + addedPrecision * variance);
      const move = gain * (product - (weightedMeans[index] ?? 0) - addedPrecision * predictedValue);
      for (let j = 0; j < parameterCount; j++) {
        const s = spread[j] ?? 0;
        mean[j] = (mean[j] ?? 0) + move * s;
        for (let k = 0; k < parameterCount; k++) {
          const cell = j * parameterCount + k;
          covariance[cell] = (covariance[cell] ?? 0) - addedPrecision * gain * s * (spread[k] ?? 0);
        }
      }
      precision[index] = newPrecision;
      weightedMeans[index] = product;
    }
  }
}

/** Mean and covariance of a correction from measurements whose errors are normally distributed. */
export function leastSquaresEstimate(
  prior: InformationForm,
  { rows, values, deviations }: NormalMeasurements,
): Correction | null {
  const precision = Float64Array.from(deviations, (deviation) => deviation ** -2);
  const weightedMeans = precision.map((one, index) => one * (values[index] ?? 0));
  return combineEstimates(prior, rows, precision, weightedMeans);
}

function combineEstimates(
  prior: InformationForm,
  rows: Float64Array,
  precision: Float64Array,
  weighted: Float64Array,
): Correction | null {
  const likelihood = {
    information: new Float64Array(parameterCount * parameterCount),
    right: new Float64Array(parameterCount),
  };
  for (let index = 0; index < precision.length; index++) {
    addOuter(likelihood.information, rows, index * parameterCount, precision[index] ?? 0);
    for (let k = 0; k < parameterCount; k++) {
      likelihood.right[k] =
        (likelihood.right[k] ?? 0) +
        (weighted[index] ?? 0) * (rows[index * parameterCount + k] ?? 0);
    }
  }
  mirrorUpperHalf(likelihood.information);
  const information = elementwiseSum(prior.information, likelihood.information);
  const covariance = invertMatrix(information);
  if (covariance === null) return null;
  return {
    mean: multiplyVector(covariance, elementwiseSum(prior.right, likelihood.right)),
    covariance,
    likelihood,
  };
}

/** Converged: every element moves by at most a hundredth of its standard deviation. */
function isConverged(mean: Float64Array, last: Float64Array, covariance: Matrix): boolean {
  return mean.every((value, k) => {
    const deviation = Math.sqrt(covariance[k * (parameterCount + 1)] ?? 0);
    return Math.abs(value - (last[k] ?? 0)) <= 0.01 * deviation;
  });
}

/** The density of a value, and the first and second derivatives of its logarithm with respect to the mean. */
export interface Likelihood {
  density: number;
  slope: number;
  curvature: number;
}

/**
 * Likelihood of a value that is uniform within ± `half` of a normally distributed mean, or an outlier.
 *
 * @param off the value minus the mean
 * @param variance the variance of the mean
 * @param into overwritten
 */
export function likelihoodWithin(
  off: number,
  half: number,
  variance: number,
  into: Likelihood,
): void {
  const deviation = Math.sqrt(variance);
  const lowerBound = (off - half) / deviation;
  const upperBound = (off + half) / deviation;
  const inlier = (1 - outlierModel.probability) / (2 * half);
  const density =
    inlier * (normalCumulative(upperBound) - normalCumulative(lowerBound)) +
    outlierModel.probability / outlierModel.width;
  const slope =
    (inlier * (normalDensity(lowerBound) - normalDensity(upperBound))) / deviation / density;
  const secondMoment =
    (inlier * (lowerBound * normalDensity(lowerBound) - upperBound * normalDensity(upperBound))) /
    variance /
    density;
  into.density = density;
  into.slope = slope;
  into.curvature = secondMoment - slope * slope;
}

const normalDensity = (x: number): number => Math.exp(-0.5 * x * x) / Math.sqrt(2 * Math.PI);

/** Cumulative normal distribution: Abramowitz and Stegun (1964), equation 26.2.17; error below 8e-8. */
function normalCumulative(x: number): number {
  const t = 1 / (1 + 0.231_641_9 * Math.abs(x));
  const tail =
    normalDensity(x) *
    t *
    (0.319_381_53 +
      t * (-0.356_563_782 + t * (1.781_477_937 + t * (-1.821_255_978 + t * 1.330_274_429))));
  return x > 0 ? 1 - tail : tail;
}
