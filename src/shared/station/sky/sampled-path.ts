import type { EarthFixed, PositionAt } from './earth.ts';
import type { sampledPathSchema } from './sampled-path-schema.ts';
import type { z } from 'zod';

export type SampledPath = z.infer<typeof sampledPathSchema>;

/** Points of one polynomial. */
const points = 6;

/**
 * The path from `from` to `to` (Unix seconds), both within it. Three orbits at 120 s are 140 points.
 *
 * @param step seconds; at 120 s what is read back is good to 0.2 m, near the ends to 1 m
 */
export function samplePath(
  positionAt: PositionAt,
  from: number,
  to: number,
  step = 120,
): SampledPath {
  const count = Math.max(points, Math.ceil((to - from) / step) + 1);
  const coordinates = Array.from({ length: count }, (_, k) => positionAt(from + k * step)).flat();
  return { from, step, coordinates };
}

/** The first and the last instant (Unix seconds) that a path tells of. */
export const spanOf = ({ from, step, coordinates }: SampledPath): readonly [number, number] => [
  from,
  from + step * (coordinates.length / 3 - 1),
];

/**
 * Reads a path at any time within it, by the polynomial through the six points around (Lagrange). Outside
 * of its span it soon goes astray.
 */
export function positionOn({ from, step, coordinates }: SampledPath): PositionAt {
  const count = coordinates.length / 3;
  const weights = new Float64Array(points);
  return (t) => {
    const place = (t - from) / step;
    const first = Math.max(0, Math.min(count - points, Math.floor(place) - points / 2 + 1));
    weigh(weights, place - first);
    const sum = (axis: number): number =>
      weights.reduce((total, weight, k) => {
        return total + weight * (coordinates[3 * (first + k) + axis] ?? NaN);
      }, 0);
    const position: EarthFixed = [sum(0), sum(1), sum(2)];
    return position;
  };
}

/** What each of the points 0, 1, … counts for at `x`. */
function weigh(weights: Float64Array, x: number): void {
  for (let k = 0; k < points; k++) {
    let weight = 1;
    for (let j = 0; j < points; j++) if (j !== k) weight *= (x - j) / (k - j);
    weights[k] = weight;
  }
}
