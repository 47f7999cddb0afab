import type { Elements } from '#shared/station/orbit.ts';

/** How many numbers an orbit has. */
export const size = 7;

/**
 * The elements as a vector, in this order: inclination, node, argument of latitude (degrees), mean
 * motion (rev/day), the two components of the eccentricity, and the rate of the mean motion (rev/day²).
 * Matrices are `size` × `size`, row by row, in the same units.
 */
export function vectorOf(elements: Elements): Float64Array {
  return Float64Array.of(
    elements.inclination,
    elements.node,
    elements.argumentOfLatitude,
    elements.meanMotion,
    elements.eccentricityX,
    elements.eccentricityY,
    elements.meanMotionRate,
  );
}

/** The elements moved by a vector of small corrections. */
export function corrected(elements: Elements, by: Float64Array): Elements {
  const [inclination = 0, node = 0, argument = 0, motion = 0, x = 0, y = 0, rate = 0] = by;
  return {
    inclination: elements.inclination + inclination,
    node: elements.node + node,
    argumentOfLatitude: elements.argumentOfLatitude + argument,
    meanMotion: elements.meanMotion + motion,
    eccentricityX: elements.eccentricityX + x,
    eccentricityY: elements.eccentricityY + y,
    meanMotionRate: elements.meanMotionRate + rate,
  };
}

/** What is known of the elements beforehand: independent normal distributions, or nothing at all. */
export interface Prior {
  readonly mean: Elements;
  /** Information (inverse covariance); zero where nothing is known. */
  readonly information: Float64Array;
}

/** Independent standard deviations, in the order of the vector; Infinity where nothing is known. */
export function informationOf(deviations: readonly number[]): Float64Array {
  const information = new Float64Array(size * size);
  deviations.forEach((deviation, k) => {
    information[k * (size + 1)] = 1 / (deviation * deviation);
  });
  return information;
}

/**
 * The station, widely: what it has kept to since 1998, with a margin. Two fixes in place of one
 * outweigh it; it only keeps short arcs from wandering off.
 */
export const stationPrior: Prior = {
  mean: {
    inclination: 51.64,
    node: 0,
    argumentOfLatitude: 0,
    meanMotion: 15.5,
    eccentricityX: 0,
    eccentricityY: 0,
    meanMotionRate: 2e-4,
  },
  information: informationOf([0.1, Infinity, Infinity, 0.1, 0.001, 0.001, 1.2e-4]),
};
