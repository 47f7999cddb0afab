import fc from 'fast-check';
import { geoCircle, geoContains, type GeoPermissibleObjects } from 'd3-geo';
import { feature } from 'topojson-client';
import { describe, expect, it } from 'vitest';
import { runs } from '#test/support/runs.ts';
import world from 'world-atlas/land-110m.json' with { type: 'json' };
import { globeOfProjection, traceOnGlobe, type Globe } from './globe.ts';
import { fitGlobe, fitWorld, placeAtPoint, pointOfPlace } from './projection.ts';
import { simplifiedLinesOf, linesAndRingsOf } from './sphere.ts';

const topology = world as unknown as Parameters<typeof feature>[0];
const land = feature(topology, topology.objects['land'] ?? expect.fail()) as GeoPermissibleObjects;

type Spot = readonly [x: number, y: number];

/** Records the lines of a path; each arc is recorded as short lines. */
function recordPath() {
  const lines: Spot[][] = [];
  const add = (x: number, y: number): void => void lines.at(-1)?.push([x, y]);
  return {
    lines,
    moveTo: (x: number, y: number) => void lines.push([[x, y]]),
    lineTo: add,
    closePath: () => undefined,
    arc(x: number, y: number, radius: number, from: number, to: number, isReversed: boolean) {
      const [sign, whole] = [isReversed ? -1 : 1, 2 * Math.PI];
      // As on a canvas, an arc against its direction ends where it would after whole turns.
      const turn = sign * (to - from);
      const length = turn >= whole ? whole : ((turn % whole) + whole) % whole;
      const pieceCount = Math.max(1, Math.ceil(length / 0.005));
      for (let k = 0; k <= pieceCount; k += 1) {
        const angle = from + (sign * length * k) / pieceCount;
        add(x + radius * Math.cos(angle), y + radius * Math.sin(angle));
      }
    },
  };
}

/** How often the closed lines go around a point. The point is filled if this is not 0. */
function windings(lines: readonly (readonly Spot[])[], [x, y]: Spot): number {
  let count = 0;
  for (const line of lines)
    for (const [k, [x0, y0]] of line.entries()) {
      const [x1, y1] = line[(k + 1) % line.length] ?? [x0, y0];
      if (y0 <= y === y1 <= y) continue;
      if (x0 + ((x1 - x0) * (y - y0)) / (y1 - y0) > x) count += y1 > y0 ? 1 : -1;
    }
  return count;
}

const globeAt = (longitude: number, latitude: number) => {
  const projection = fitGlobe(800, 600, { longitude, latitude });
  return { projection, globe: globeOfProjection(projection) ?? expect.fail() };
};
const draw = (globe: Globe, shape: GeoPermissibleObjects) => {
  const path = recordPath();
  traceOnGlobe(path, globe, linesAndRingsOf(shape));
  return path.lines;
};

describe('the globe', () => {
  it('globeOfProjection returns null for a flat map', () =>
    expect(globeOfProjection(fitWorld(800, 400))).toBeNull());

  it('fills land and nothing else, from any viewpoint', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -180, max: 180, noNaN: true }),
        fc.double({ min: -80, max: 80, noNaN: true }),
        fc.array(
          fc.tuple(
            fc.double({ min: 0, max: 2 * Math.PI, noNaN: true }),
            fc.double({ min: 0, max: 0.97, noNaN: true }),
          ),
          { minLength: 6, maxLength: 6 },
        ),
        (longitude, latitude, spots) => {
          const { projection, globe } = globeAt(longitude, latitude);
          const lines = draw(globe, land);
          for (const [angle, share] of spots) {
            const away = share * globe.radius;
            const [x, y] = [globe.x + away * Math.cos(angle), globe.y + away * Math.sin(angle)];
            const near = [0, 1.5, -1.5].flatMap((dx) =>
              [0, 1.5, -1.5].map((dy) => [x + dx, y + dy]),
            );
            const isLand = near.map(([px = 0, py = 0]) => {
              const place = placeAtPoint(projection, px, py);
              return place !== null && geoContains(land, [place.longitude, place.latitude]);
            });
            // Skip points within a pixel of a coast.
            if (isLand.some((one) => one !== isLand[0])) continue;
            expect(windings(lines, [x, y]) !== 0).toBe(isLand[0]);
          }
        },
      ),
      // The hard cases: a large continent contains the point behind the centre, or the centre is near a pole.
      {
        numRuns: runs(12),
        examples: [
          [
            -100,
            -35,
            [
              [1, 0.1],
              [2, 0.5],
              [3, 0.9],
              [4, 0.3],
              [5, 0.7],
              [6, 0.95],
            ],
          ],
          [
            -160,
            -10,
            [
              [1, 0.1],
              [2, 0.5],
              [3, 0.9],
              [4, 0.3],
              [5, 0.7],
              [6, 0.95],
            ],
          ],
          [
            0,
            80,
            [
              [1, 0.1],
              [2, 0.5],
              [3, 0.9],
              [4, 0.3],
              [5, 0.7],
              [6, 0.95],
            ],
          ],
        ],
      },
    );
  });

  it('ends a line at the edge of the globe, and draws nothing of the far side', () => {
    const { globe } = globeAt(0, 0);
    const [equator = []] = draw(globe, {
      type: 'MultiLineString',
      coordinates: [
        [
          [-150, 0],
          [0, 0],
          [150, 0],
        ],
      ],
    });
    const xs = equator.map(([x]) => x);
    expect(Math.min(...xs)).toBeCloseTo(globe.x - globe.radius, 6);
    expect(Math.max(...xs)).toBeCloseTo(globe.x + globe.radius, 6);
    expect(
      draw(globe, {
        type: 'MultiLineString',
        coordinates: [
          [
            [150, 0],
            [-150, 0],
          ],
        ],
      }),
    ).toEqual([]);
  });

  it('draws a place at the point of the projection', () => {
    const { projection } = globeAt(13.4, 52.5);
    const [x, y] = pointOfPlace(projection, { longitude: 20, latitude: 40 }) ?? expect.fail();
    const [px, py] = projection([20, 40]) ?? expect.fail();
    expect([x, y]).toEqual([expect.closeTo(px, 6), expect.closeTo(py, 6)]);
  });
});

it('linesAndRingsOf has all points on the unit sphere, at most four degrees from the next', () => {
  const lines = linesAndRingsOf({
    type: 'MultiLineString',
    coordinates: [
      [
        [-120, 10],
        [-95, 25],
        [-80, -5],
      ],
    ],
  });
  const [{ points } = expect.fail()] = lines;
  const vectors = Array.from({ length: points.length / 3 }, (_, k) => [
    ...points.subarray(3 * k, 3 * k + 3),
  ]);
  for (const [k, vector] of vectors.entries()) {
    expect(Math.hypot(...vector)).toBeCloseTo(1, 9);
    const next = vectors[k + 1] ?? vector;
    const apart = Math.hypot(...vector.map((value, axis) => value - (next[axis] ?? NaN)));
    expect(apart).toBeLessThan(((4 * Math.PI) / 180) * 1.3);
  }
});

it('linesAndRingsOf returns the side of a ring on which its smaller part is', () => {
  for (const [longitude, latitude] of [
    [0, 0],
    [90, 0],
    [180, 0],
    [-90, 0],
    [30, 50],
    [0, 90],
    [200, -60],
  ] as const) {
    for (const radius of [20, 89.9]) {
      const circle = geoCircle().center([longitude, latitude]).radius(radius)();
      // The circles of d3-geo are clockwise, as seen from outside of the sphere.
      const reversed = {
        ...circle,
        coordinates: circle.coordinates.map((ring) => ring.toReversed()),
      };
      const sides = [circle, reversed].map((shape) => linesAndRingsOf(shape)[0]?.side);
      expect(sides).toEqual([-1, 1]);
    }
  }
});

/** The distance of a point from a line through points, in units of the radius of the sphere. */
function awayFrom(points: Float64Array, [x = NaN, y = NaN, z = NaN]: Float64Array): number {
  let least = Infinity;
  for (let k = 0; k + 5 < points.length; k += 3) {
    const [ax = 0, ay = 0, az = 0, bx = 0, by = 0, bz = 0] = points.subarray(k, k + 6);
    const [dx, dy, dz] = [bx - ax, by - ay, bz - az];
    const along = ((x - ax) * dx + (y - ay) * dy + (z - az) * dz) / (dx * dx + dy * dy + dz * dz);
    const part = Math.max(0, Math.min(1, along));
    least = Math.min(least, Math.hypot(x - ax - part * dx, y - ay - part * dy, z - az - part * dz));
  }
  return least;
}

it('simplifiedLinesOf keeps less than half of the points, and no line is far from the exact one', () => {
  const count = (strands: typeof exact): number =>
    strands.reduce((sum, { points }) => sum + points.length / 3, 0);
  const exact = linesAndRingsOf(land);
  const coarse = simplifiedLinesOf(land);
  expect(count(coarse)).toBeLessThan(count(exact) / 2);
  for (const { points, side } of coarse) {
    expect(points.slice(0, 3)).toEqual(points.slice(-3));
    const original =
      exact.find((one) => one.side === side && one.points[0] === points[0]) ?? expect.fail();
    const { length } = original.points;
    for (let k = 0; k < length; k += 3)
      expect(awayFrom(points, original.points.subarray(k, k + 3))).toBeLessThan(0.0088);
  }
});
