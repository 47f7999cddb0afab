import type { Observation } from './residuals.ts';

/** Standard deviation of the measurement noise of a fix: along the track as a time, across it as a distance. */
export interface FixNoise {
  readonly alongSeconds: number;
  readonly crossKm: number;
}

/** The service rounds time down to the second: relative to its middle, the error is uniform within ± this, seconds. */
export const maxTimeError = 0.5;
/** Standard deviation of the uniform error of the time, seconds. */
export const timeErrorSigma = 1 / Math.sqrt(12);

/**
 * Rounding to four decimals of a degree: 12 m at the height of the station, less in longitude. The error is uniform;
 * 3.1 m is its standard deviation across the track, averaged over all latitudes.
 */
export const roundingKm = 0.0031;

/**
 * Fixes this far apart, seconds, rarely come from the same element set. The sets differ by kilometres along the track;
 * 6 km along the track appear as 0.3 km across it.
 */
const minSparseGapSeconds = 6 * 3600;
export const sparseKm = 0.3;

/** Whether these fixes (oldest first) are on average farther apart than `minSparseGapSeconds`. */
export function isSparse(observations: readonly Observation[]): boolean {
  const firstTime = observations[0]?.time ?? 0;
  const lastTime = observations.at(-1)?.time ?? 0;
  return lastTime - firstTime > minSparseGapSeconds * (observations.length - 1);
}

/**
 * The smallest standard deviation across the track to assume for these fixes (oldest first), km; larger if they are
 * sparse.
 */
export const minCrossKm = (observations: readonly Observation[]): number =>
  isSparse(observations) ? sparseKm : roundingKm;

/** At the height of the station: speed over the ground, km/s, and length of one revolution, km. */
export const groundSpeed = 7.3;
export const circumference = 42_650;

/**
 * Fraction of a timing error that appears across the track, at most. The ground track is inclined by up to 3° to the
 * inertial motion, because the Earth rotates.
 */
export const crossTrackLeak = 0.05;

/**
 * Process noise: the drag is a random walk with a standard deviation of this fraction of its value after one day.
 * Measured on the published element sets of January to April 2023: with 0.2 the predictions of one to three days are as
 * good, but their stated uncertainty is too small; with 0.5 they are worse.
 */
export const dragRandomWalk = 0.3;
/** Growth of the mean motion, rev/day²: the least, at low solar activity, and a typical value. */
export const quietMeanMotionRate = 5e-5;
const usualMeanMotionRate = 2e-4;

/**
 * Effect of the process noise on the position along the track. The drag is the integral of white noise and the position
 * the second integral of the drag: the variance grows with t⁵ / 20 (Bar-Shalom, Li and Kirubarajan, "Estimation with
 * Applications to Tracking and Navigation", 2001, section 6.2).
 *
 * @param rate the growth of the mean motion, rev/day²
 * @returns one standard deviation, km
 */
export function dragSigmaKm(seconds: number, rate = usualMeanMotionRate): number {
  const days = Math.abs(seconds) / 86_400;
  return (
    dragRandomWalk *
    Math.max(quietMeanMotionRate, Math.abs(rate)) *
    circumference *
    Math.sqrt(days ** 5 / 20)
  );
}

/** The noise of each fix plus the process noise between its time and the epoch. */
export function noiseWithAge(
  base: FixNoise,
  observations: readonly Observation[],
  epoch: number,
): FixNoise[] {
  return observations.map(({ time }) => {
    const sigmaKm = dragSigmaKm(epoch - time);
    return {
      alongSeconds: Math.hypot(base.alongSeconds, sigmaKm / groundSpeed),
      crossKm: Math.hypot(base.crossKm, crossTrackLeak * sigmaKm),
    };
  });
}

export function median(values: readonly number[]): number {
  const sortedValues = values.toSorted((a, b) => a - b);
  const middleIndex = sortedValues.length >> 1;
  const upperMiddle = sortedValues[middleIndex] ?? 0;
  return sortedValues.length % 2 === 1
    ? upperMiddle
    : (upperMiddle + (sortedValues[middleIndex - 1] ?? upperMiddle)) / 2;
}

/**
 * Standard deviation by the median of absolute values, which resists outliers in up to half of them; 1.4826 makes it
 * consistent for a normal distribution (Huber, "Robust Statistics", 1981).
 */
export const robustDeviation = (values: readonly number[]): number =>
  1.4826 * median(values.map(Math.abs));
