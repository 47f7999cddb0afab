import type { Observation } from './residuals.ts';

/** How far a fix lies off, one standard deviation. */
export interface Noise {
  /** Along the track, in seconds. */
  readonly alongSeconds: number;
  /** Across it. */
  readonly crossKm: number;
}

/** The service rounds down to the second: anything in ± half a second from the middle. */
export const halfSecond = 0.5;
/** Standard deviation of the same. */
export const flooredSeconds = 1 / Math.sqrt(12);

/**
 * Four decimals of a degree are 12 m up there, of longitude less; evenly spread, so 3.1 m across the
 * track, one standard deviation over all latitudes.
 */
export const roundingKm = 0.0031;

/**
 * Fixes so far apart hardly ever come from the same element set, and the sets differ by kilometres along
 * the track; of 6 km so much shows across it.
 */
const sparseSeconds = 6 * 3600;
const sparseKm = 0.3;

/** Whether fixes, oldest first, are as rare as that. */
export function isSparse(observations: readonly Observation[]): boolean {
  const first = observations[0]?.time ?? 0;
  const last = observations.at(-1)?.time ?? 0;
  return last - first > sparseSeconds * (observations.length - 1);
}

/** The least scatter across the track that fixes polled like these can have, km. Oldest first. */
export const minCrossKm = (observations: readonly Observation[]): number =>
  isSparse(observations) ? sparseKm : roundingKm;

/** Kilometres along the track in one second over the ground, and in one revolution. */
export const groundSpeed = 7.3;
const circumference = 42_650;

/**
 * Over the turning Earth the track leans by up to 3° against the inertial motion: being early or
 * late shows across the track too, by this part of the way at most.
 */
export const crossTrackLeak = 0.05;

/**
 * The drag wanders by a tenth of itself in a day, more in longer times as their root: so the air behaved
 * in the 200 days of fixes that the project was measured with.
 */
const wander = 0.1;
/** Growth of the mean motion, rev/day²: in quiet times of the Sun, and as it mostly is. */
const quietRate = 5e-5;
const usualRate = 2e-4;

/**
 * What the wandering drag does to the place along the track: the third integral of white noise.
 *
 * @param rate the growth of the mean motion, rev/day²
 * @returns one standard deviation, km
 */
export function dragSigmaKm(seconds: number, rate = usualRate): number {
  const days = Math.abs(seconds) / 86_400;
  const drift = wander * Math.max(quietRate, Math.abs(rate));
  return drift * circumference * Math.sqrt(days ** 5 / 20);
}

/** The noise of each fix, with what its age adds: an old fix knows less of the orbit of now. */
export function noiseWithAge(
  base: Noise,
  observations: readonly Observation[],
  epoch: number,
): Noise[] {
  return observations.map(({ time }) => {
    const km = dragSigmaKm(epoch - time);
    return {
      alongSeconds: Math.hypot(base.alongSeconds, km / groundSpeed),
      crossKm: Math.hypot(base.crossKm, crossTrackLeak * km),
    };
  });
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length >> 1;
  const upper = sorted[half] ?? 0;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[half - 1] ?? upper)) / 2;
}

/** Standard deviation by the median of absolute values: up to half of them may be wild. */
export const robustDeviation = (values: readonly number[]): number =>
  1.4826 * median(values.map(Math.abs));
