import type { GeoPermissibleObjects } from 'd3-geo';
import { radians, type Place } from '#shared/station/sky/earth.ts';

/** A line or a ring on the unit sphere. */
interface Strand {
  /** x, y and z of each point in turn, in the frame of `EarthFixed`. */
  readonly points: Float64Array;
  /**
   * For a ring: 1 if the smaller side is on the left of the ring, as seen from outside the sphere, and -1 if it is on
   * the right. 0 for a line.
   */
  readonly side: -1 | 0 | 1;
}
export type Strands = readonly Strand[];

/**
 * Longest straight piece, radians. On a globe with a radius of 350 pixels, the middle of such a piece is 0.2 pixels off
 * the great circle.
 */
const maxPieceRadians = 4 * radians;

/** The unit vector to a place, on a sphere. */
export function unitVectorOf(
  longitude: number,
  latitude: number,
): readonly [number, number, number] {
  const cosLatitude = Math.cos(latitude * radians);
  return [
    cosLatitude * Math.cos(longitude * radians),
    cosLatitude * Math.sin(longitude * radians),
    Math.sin(latitude * radians),
  ];
}
export const vectorOfPlace = ({ longitude, latitude }: Place) => unitVectorOf(longitude, latitude);

type Places = readonly (readonly number[])[];

function strandOf(places: Places, isRing: boolean): Strand {
  const points: number[] = [];
  const vectors = places.map(([longitude = NaN, latitude = NaN]) =>
    unitVectorOf(longitude, latitude),
  );
  for (const [k, vector] of vectors.entries()) {
    const [[px, py, pz], [x, y, z]] = [vectors[k - 1] ?? vector, vector];
    // By rounding, the cosine of the angle between two equal directions may exceed 1, where acos returns NaN.
    const angle = Math.acos(Math.min(1, px * x + py * y + pz * z));
    const pieces = Math.ceil(angle / maxPieceRadians);
    for (let piece = 1; piece < pieces; piece += 1) {
      const share = piece / pieces;
      const [mx, my, mz] = [px + (x - px) * share, py + (y - py) * share, pz + (z - pz) * share];
      const length = Math.hypot(mx, my, mz);
      points.push(mx / length, my / length, mz / length);
    }
    points.push(x, y, z);
  }
  const allPoints = Float64Array.from(points);
  return { points: allPoints, side: isRing ? smallerSideOf(allPoints) : 0 };
}

type Vector = readonly [x: number, y: number, z: number];
/** The point with the index `k`. */
const pointAt = (points: Float64Array, k: number): Vector =>
  points.subarray(3 * k, 3 * k + 3) as unknown as Vector;

/**
 * The side of a closed ring on which its smaller part is: the sign of its vector area towards the mean of its points.
 */
function smallerSideOf(points: Float64Array): -1 | 1 {
  const [middle, area] = [
    [0, 0, 0],
    [0, 0, 0],
  ] as [[number, number, number], [number, number, number]];
  for (let k = 0; k + 1 < points.length / 3; k += 1) {
    const [[ax, ay, az], [bx, by, bz]] = [pointAt(points, k), pointAt(points, k + 1)];
    middle[0] += ax;
    middle[1] += ay;
    middle[2] += az;
    area[0] += ay * bz - az * by;
    area[1] += az * bx - ax * bz;
    area[2] += ax * by - ay * bx;
  }
  return middle[0] * area[0] + middle[1] * area[1] + middle[2] * area[2] < 0 ? -1 : 1;
}

/** The types of GeoJSON in which land, borders, tracks and footprints are given. */
type Shape =
  | { readonly type: 'FeatureCollection'; readonly features: readonly Shape[] }
  | { readonly type: 'Feature'; readonly geometry: Shape }
  | { readonly type: 'MultiLineString' | 'Polygon'; readonly coordinates: readonly Places[] }
  | { readonly type: 'MultiPolygon'; readonly coordinates: readonly (readonly Places[])[] };

function* strandsIn(shape: Shape): Generator<Strand> {
  switch (shape.type) {
    case 'FeatureCollection':
      for (const one of shape.features) yield* strandsIn(one);
      break;
    case 'Feature':
      yield* strandsIn(shape.geometry);
      break;
    case 'MultiLineString':
    case 'Polygon':
      for (const line of shape.coordinates) yield strandOf(line, shape.type === 'Polygon');
      break;
    case 'MultiPolygon':
      for (const ring of shape.coordinates.flat()) yield strandOf(ring, true);
  }
}

/** Computes a value once for each shape. */
function onceForEach(compute: (shape: GeoPermissibleObjects) => Strands): typeof compute {
  const knownStrands = new WeakMap<GeoPermissibleObjects, Strands>();
  return (shape) => {
    const strands = knownStrands.get(shape) ?? compute(shape);
    knownStrands.set(shape, strands);
    return strands;
  };
}

/** The lines and rings of a shape; computed once for each object. */
export const linesAndRingsOf = onceForEach((shape) => [...strandsIn(shape as Shape)]);

/** Largest distance of a coarse line from the exact one, radians: three pixels on a globe with a radius of 350. */
const coarseness = 0.5 * radians;

/**
 * The lines and rings of a shape with fewer points, for a globe that moves; computed once for each object. Rings that
 * are too small to be seen are left out.
 */
export const simplifiedLinesOf = onceForEach((shape) =>
  linesAndRingsOf(shape)
    .map(({ points, side }) => ({ points: simplifyPoints(points), side }))
    .filter(({ points, side }) => side === 0 || points.length > 9),
);

/** The points that are needed to stay within `coarseness` of a line (Douglas and Peucker, 1973). */
function simplifyPoints(points: Float64Array): Float64Array {
  const lastIndex = points.length / 3 - 1;
  const neededIndices = new Set([0, lastIndex]);
  const parts: [from: number, to: number][] = [[0, lastIndex]];
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    const [from, to] = part;
    let [farthestIndex, maxDistance] = [from, coarseness];
    for (let k = from + 1; k < to; k += 1) {
      const distance = distanceFromSegment(
        pointAt(points, k),
        pointAt(points, from),
        pointAt(points, to),
      );
      if (distance > maxDistance) [farthestIndex, maxDistance] = [k, distance];
    }
    if (farthestIndex === from) continue;
    neededIndices.add(farthestIndex);
    parts.push([from, farthestIndex], [farthestIndex, to]);
  }
  return Float64Array.from(
    [...neededIndices].sort((a, b) => a - b).flatMap((k) => [...pointAt(points, k)]),
  );
}

function distanceFromSegment(
  [x, y, z]: Vector,
  [fx, fy, fz]: Vector,
  [tx, ty, tz]: Vector,
): number {
  const [dx, dy, dz] = [tx - fx, ty - fy, tz - fz];
  const lengthSquared = dx * dx + dy * dy + dz * dz;
  const dot = (x - fx) * dx + (y - fy) * dy + (z - fz) * dz;
  const share = lengthSquared === 0 ? 0 : Math.max(0, Math.min(1, dot / lengthSquared));
  return Math.hypot(x - fx - share * dx, y - fy - share * dy, z - fz - share * dz);
}
