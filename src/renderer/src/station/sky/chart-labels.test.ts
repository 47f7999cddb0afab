import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pointOnChart, type SkyPoint } from '#shared/station/sky/sky-arc.ts';
import {
  overlapOf,
  placeLabels,
  placeOfLetter,
  placesBeside,
  placesOfRing,
  placesOfTime,
  type Spot,
} from './chart-labels.ts';
import { runs } from '#test/support/runs.ts';

/** Points along a straight path across a chart. */
const line = (fromX: number, fromY: number, toX: number, toY: number): Spot[] =>
  Array.from({ length: 61 }, (_, k) => [
    fromX + ((toX - fromX) * k) / 60,
    fromY + ((toY - fromY) * k) / 60,
  ]);
const letterSize = { width: 10, height: 14 };
const ofLetters = (radius: number) =>
  ['N', 'E', 'S', 'W'].map((name, k) => ({
    ...{ name, ...letterSize },
    places: [placeOfLetter(90 * k, radius)],
  }));

describe('the labels at the horizon', () => {
  const radius = 120;
  const timeSize = { width: 52, height: 14 };

  it('are letters at the ends of the axes, N at the top and E at the left', () => {
    const rounded = ofLetters(radius).map(({ places }) =>
      places.map((spot) => spot.map((value) => Math.round(value) + 0)),
    );
    expect(rounded).toEqual([[[0, -132]], [[-132, 0]], [[0, 132]], [[132, 0]]]);
  });

  it.each([0, 5, 90, 92, 180, 176, 270, 265])(
    'are a time outside the horizon beside the letter: azimuth %d°',
    (azimuth) => {
      const mark = pointOnChart({ azimuth, elevation: 0 }, radius);
      const time = { ...timeSize, places: placesOfTime(mark, timeSize, azimuth, radius, true) };
      const [placed] = placeLabels([time], placeLabels(ofLetters(radius), [], []), []);
      for (const { places } of ofLetters(radius))
        for (const at of places) expect(placed && overlapOf(placed, { at, ...letterSize })).toBe(0);
      expect(Math.hypot(...(placed?.at ?? [0, 0]))).toBeGreaterThan(radius);
    },
  );
});

describe('placeLabels', () => {
  const size = { width: 40, height: 14 };
  const far: Spot = [500, 500];
  const label = (isOptional: boolean, ...places: Spot[]) => ({ ...size, places, isOptional });

  it('gives the first choice to the first label, and another place to the next', () => {
    const [first, second] = placeLabels(
      [label(false, [0, 0]), label(false, [10, 0], [10, 14])],
      [],
      [],
    );
    expect([first?.at, second?.at]).toEqual([
      [0, 0],
      [10, 14],
    ]);
  });

  it.each([
    [
      [0, 0],
      [0, 30],
    ],
    [
      [23, 10],
      [0, 30],
    ],
    [
      [25, 0],
      [0, 0],
    ],
    [
      [24, 0],
      [0, 0],
    ],
    [
      [0, 11],
      [0, 0],
    ],
    [
      [0, 12],
      [0, 0],
    ],
  ] as const)('covers no drawn point, with a distance of 4 pixels: %j → %j', (point, at) => {
    expect(placeLabels([label(true, [0, 0], [0, 30])], [], [point, far])[0]?.at).toEqual(at);
  });

  it('prefers a free place to a place over an axis, and that to a place over a path', () => {
    const path: Spot[] = [[0, 0], far];
    const axis: Spot[] = [[0, 30], far];
    const placeOf = (...places: Spot[]) => placeLabels([label(true, ...places)], [], path, axis)[0];
    expect(placeOf([0, 0], [0, 30])?.at).toEqual([0, 30]);
    expect(placeOf([0, 30], [0, 60])?.at).toEqual([0, 60]);
    // A place that is much farther is not better.
    expect(placeOf([0, 30], [0, 30], [0, 60])?.at).toEqual([0, 30]);
    for (const [count, best] of [
      [19, 60],
      [20, 0],
    ] as const)
      expect(placeOf(...Array<Spot>(count).fill([0, 0]), [0, 60])?.at).toEqual([0, best]);
  });

  it('leaves out an optional label without a free place, and others take the least overlap', () => {
    const taken = [{ ...size, at: [0, 0] as const }];
    expect(placeLabels([label(true, [10, 0], [0, 10])], taken, [])).toEqual([]);
    const [placed] = placeLabels([label(false, [10, 0], [0, 10], [0, 5])], taken, []);
    expect(placed?.at).toEqual([0, 10]);
  });
});

it.each<[Spot, number]>([
  [[25, -8], 5 * 4],
  [[-25, 8], 5 * 4],
  [[30, 0], 0],
  [[0, 12], 0],
  [[31, 13], 0],
])('overlapOf is the common area of two boxes, the other at %j: %d', (at, area) => {
  const one = { width: 40, height: 14, at: [0, 0] } as const;
  expect(overlapOf(one, { width: 20, height: 10, at })).toBe(area);
});

describe('the labels of any sky', () => {
  const real = (min: number, max: number) => fc.double({ min, max, noNaN: true });
  const direction = fc.record({ azimuth: real(0, 359.9), elevation: real(0.5, 89) });
  const size = fc.record({
    width: fc.integer({ min: 20, max: 70 }),
    height: fc.integer({ min: 11, max: 18 }),
  });
  /** A body in a direction from the body before it: along the ecliptic, 3° or more from it. */
  const nextBody = fc.record({ size, azimuth: real(3, 40), elevation: real(-15, 15) });
  const sky = fc.record({
    radius: fc.integer({ min: 110, max: 370 }),
    pass: fc.record({ rise: real(0, 359.9), turn: real(60, 300), height: real(10, 90) }),
    timeSize: size,
    start: direction,
    bodies: fc.array(nextBody, { maxLength: 6 }),
    stars: fc.array(fc.record({ at: direction, size }), { maxLength: 12 }),
  });

  type LabelledSky = typeof sky extends fc.Arbitrary<infer Value> ? Value : never;
  function labelsOf({ radius, pass, timeSize, start, bodies, stars }: LabelledSky) {
    const spot = (at: SkyPoint): Spot => pointOnChart(at, radius);
    const moments = [
      { azimuth: pass.rise, elevation: 0 },
      { azimuth: pass.rise + pass.turn / 2, elevation: pass.height },
      { azimuth: pass.rise + pass.turn, elevation: 0 },
    ] as const;
    const [rise, peak, set] = moments;
    const path = [...line(...spot(rise), ...spot(peak)), ...line(...spot(peak), ...spot(set))];
    const times = moments.map((at, k) => ({
      ...{ name: `time ${k}`, ...timeSize },
      places: placesOfTime(spot(at), timeSize, at.azimuth, radius, k !== 1),
    }));
    const ringSize = { width: 24, height: 14 };
    const rings = [1, 2].map((k) => ({
      ...{ name: `ring ${k}`, ...ringSize },
      places: placesOfRing((k / 3) * radius, ringSize),
    }));
    const chart = placeLabels([...ofLetters(radius), ...times, ...rings], [], path);
    const points = bodies.reduce<SkyPoint[]>(
      (earlier, { azimuth, elevation }) => {
        const last = earlier.at(-1) ?? start;
        const height = Math.min(89, Math.abs(last.elevation + elevation));
        return [...earlier, { azimuth: last.azimuth + azimuth, elevation: height }];
      },
      [start],
    );
    const named = [
      ...points.map((at, k) => ({
        ...{ name: `body ${k}`, at, size: bodies[k]?.size ?? timeSize, isOptional: false },
        gap: k === 0 ? 14 : 9,
      })),
      ...stars.map((star, k) => ({ ...star, name: `star ${k}`, gap: 7, isOptional: true })),
    ];
    const labels = named.map(({ name, at, size: own, gap, isOptional }) => ({
      ...{ name, ...own, isOptional },
      places: placesBeside(spot(at), own, gap, radius),
    }));
    return [...chart, ...placeLabels(labels, chart, [...path, ...points.map(spot)])];
  }

  it('do not overlap each other, and only names of stars are left out', () => {
    fc.assert(
      fc.property(sky, (one) => {
        const labels = labelsOf(one);
        const pairs = labels.flatMap((label, k) =>
          labels.slice(k + 1).map((other) => ({
            names: `${label.name}, ${other.name}`,
            overlap: overlapOf(label, other),
          })),
        );
        expect(pairs.filter(({ overlap }) => overlap > 1e-6)).toEqual([]);
        const others = labels.filter(({ name }) => !name.startsWith('star'));
        expect(others).toHaveLength(9 + 1 + one.bodies.length);
      }),
      { numRuns: runs(300) },
    );
  });
});
