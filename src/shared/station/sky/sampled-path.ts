import type { EarthFixed, PositionAt } from './earth.ts';
import type { sampledPathSchema } from './sampled-path-schema.ts';
import type { z } from 'zod';

export type SampledPath = z.infer<typeof sampledPathSchema>;

/** Points of one interpolation polynomial. */
const pointsPerPolynomial = 6;

/**
 * Samples the path from `from` until `to` or a little later (Unix seconds), in at least six points. Three orbits at 120
 * s are 140 points.
 *
 * @param step seconds; at 120 s the interpolation is accurate to 0.2 m, near the ends to 1 m
 */
export function samplePath(
  positionAt: PositionAt,
  from: number,
  to: number,
  step = 120,
): SampledPath {
  const count = Math.max(pointsPerPolynomial, Math.ceil((to - from) / step) + 1);
  const coordinates = Array.from({ length: count }, (_, k) => positionAt(from + k * step)).flat();
  return { from, step, coordinates };
}

/** The first and the last time (Unix seconds) of a path. */
export const spanOfPath = ({ from, step, coordinates }: SampledPath): readonly [number, number] => [
  from,
  from + step * (coordinates.length / 3 - 1),
];

/**
 * Interpolates a path by the Lagrange polynomial through the six points around the time. Outside of the span of the
 * path the error grows quickly.
 */
export function positionOnPath({ from, step, coordinates }: SampledPath): PositionAt {
  const count = coordinates.length / 3;
  const weights = new Float64Array(pointsPerPolynomial);
  return (t) => {
    const sampleIndex = (t - from) / step;
    const firstIndex = Math.max(
      0,
      Math.min(count - pointsPerPolynomial, Math.floor(sampleIndex) - pointsPerPolynomial / 2 + 1),
    );
    writeLagrangeWeights(weights, sampleIndex - firstIndex);
    const interpolate = (axis: number): number =>
      weights.reduce((total, weight, k) => {
        return total + weight * (coordinates[3 * (firstIndex + k) + axis] ?? NaN);
      }, 0);
    const position: EarthFixed = [interpolate(0), interpolate(1), interpolate(2)];
    return position;
  };
}

/** Lagrange weights of the points 0, 1, … at `x`. */
function writeLagrangeWeights(weights: Float64Array, x: number): void {
  for (let k = 0; k < pointsPerPolynomial; k++) {
    let weight = 1;
    for (let j = 0; j < pointsPerPolynomial; j++) if (j !== k) weight *= (x - j) / (k - j);
    weights[k] = weight;
  }
}
