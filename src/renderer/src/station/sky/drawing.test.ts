import { expect, it } from 'vitest';
import { skyBehind } from '#renderer-test/sky-states.ts';
import { berlinObserver, passesFrom } from '#renderer-test/station-states.ts';
import { recordDrawing } from '#renderer-test/drawing-record.ts';
import { radians } from '#shared/station/sky/earth.ts';
import { flatHorizon, type LocalHorizon } from '#shared/station/sky/local-horizon.ts';
import type { Direction } from '#shared/station/sky/sky.ts';
import { pointOnChart, pointsBetween, skyArc } from '#shared/station/sky/sky-arc.ts';
import {
  placeLabels,
  placeOfLetter,
  placesBeside,
  placesOfRing,
  placesOfTime,
} from './chart-labels.ts';
import { paintHorizon, type HorizonScene } from './horizon-painter.ts';
import { limbAngle, positionInView } from './horizon-view.ts';
import {
  angleTowards,
  createSkyRotation,
  dotPaths,
  dotRadius,
  greatCirclePath,
  horizonPath,
  litMoonPath,
  moonRadius,
  scaleOfDots,
  skyPointOf,
  spotOnChart,
} from './sky-chart.ts';

const evening = Date.UTC(2026, 10, 21, 16, 30) / 1000;
const pass =
  passesFrom(evening, berlinObserver).find(({ visible }) => visible) ?? expect.fail('no pass');
const arc = skyArc(pass);
const sky = skyBehind(pass);
const way = pointsBetween(arc, pass.rise.t, pass.set.t);
const seen = pointsBetween(arc, pass.visibleFrom ?? NaN, pass.visibleTo ?? NaN);
const houses: LocalHorizon = [0, 10, 20, 0, 0, 40, 0, 8];
const colours = {
  ...{ sea: 'sea', land: 'land', line: 'line', night: 'night', edge: 'edge' },
  ...{ accent: 'accent', halo: 'halo', city: 'city', text: 'text', muted: 'muted' },
};

/** The view towards an azimuth, `size` pixels to either side. */
function sceneFacing(facing: number, size: number, changes: Partial<HorizonScene>): HorizonScene {
  const spotOf = (at: Parameters<typeof positionInView>[0]): readonly [number, number] | null => {
    const spot = positionInView(at, facing);
    return spot && [spot[0] * size, -spot[1] * size];
  };
  const rotate = createSkyRotation(sky.latitude, 600);
  const sun = rotate(sky.bodies[0]?.direction ?? [0, 0, 0]);
  return {
    ...{ facing, horizon: flatHorizon, way, seen, font: 'serif' },
    colours: { ...colours },
    stars: sky.stars.map(({ direction, magnitude }) => ({ to: rotate(direction), magnitude })),
    bodies: sky.bodies.flatMap(({ body, direction, magnitude }) => {
      const to = rotate(direction);
      const at = spotOf(skyPointOf(to));
      const phase =
        body === 'moon' ? { lit: sky.moon.lit, limb: limbAngle(to, sun, facing) } : null;
      return at === null ? [] : [{ name: body, at, phase, radius: dotRadius(magnitude) }];
    }),
    compass: ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'].flatMap((name, k) => {
      const at = spotOf({ azimuth: 45 * k, elevation: 0 });
      return at === null ? [] : [{ name, x: at[0] }];
    }),
    station: spotOf(arc(pass.peak.t)),
    ...changes,
  };
}

/** Stars just inside and just outside of a view to the north-west, and at the steps between two sizes. */
const starsAtEdges = [
  ...[215, 209, 25, 31].map((azimuth) => ({ at: { azimuth, elevation: 0 }, magnitude: 1 })),
  ...[87, 89].map((elevation) => ({ at: { azimuth: 300, elevation }, magnitude: 2 })),
  ...[2.74, 2.76].map((magnitude) => ({ at: { azimuth: 300, elevation: 70 }, magnitude })),
].map(({ at: { azimuth, elevation }, magnitude }) => {
  const length = Math.cos(elevation * radians);
  const to: Direction = [
    ...([length * Math.sin(azimuth * radians), length * Math.cos(azimuth * radians)] as const),
    Math.sin(elevation * radians),
  ];
  return { magnitude, to };
});

it.each<[string, number, number, number, Partial<HorizonScene>]>([
  ['horizon-view', 460, 1, 180, {}],
  [
    'horizon-view-with-houses',
    721,
    1.5,
    300,
    { horizon: houses, stars: starsAtEdges, bodies: [], compass: [], seen: [], station: null },
  ],
])('paintHorizon draws the same %s as the record', async (name, width, ratio, facing, changes) => {
  const scene = sceneFacing(facing, width / 2, changes);
  const size = { width, ratio };
  const first = await recordDrawing((context) => paintHorizon(context, size, scene));
  await expect(first).toMatchFileSnapshot(`drawings/${name}.txt`);
  // A second drawing uses the pictures of the first: of the sky, of stars, and of labels.
  const second = await recordDrawing((context) => paintHorizon(context, size, scene));
  const isInPicture = (line: string): boolean => line.includes('[');
  const ofView = first.split('\n').filter((line) => !isInPicture(line));
  expect(second.split('\n')).toEqual(ofView);
  // Pictures for another theme, size or resolution are drawn again.
  for (const [otherSize, otherColours] of [
    [size, { ...colours }],
    [{ width: width + 2, ratio }, scene.colours],
    [{ width, ratio: ratio + 1 }, scene.colours],
  ] as const) {
    const other = { ...scene, colours: otherColours };
    await recordDrawing((context) => paintHorizon(context, size, scene));
    const third = await recordDrawing((context) => paintHorizon(context, otherSize, other));
    expect(third.split('\n').some(isInPicture)).toBe(true);
  }
});

it('the paths and labels of the chart of the sky are those of the record', async () => {
  const lines: string[] = [];
  const write = (name: string, value: unknown): void =>
    void lines.push(
      `${name}: ${typeof value === 'string' ? value : JSON.stringify(value, (_key, one: unknown) => (typeof one === 'number' ? Number(one.toFixed(2)) + 0 : one))}`,
    );
  const rotate = createSkyRotation(sky.latitude, 3600);
  const { pole, center } = sky.galaxy;
  write('Milky Way', greatCirclePath(rotate(pole), rotate(center), 200));
  write('houses', horizonPath(houses, 200));
  const stars = sky.stars.map(({ direction, magnitude }) => ({
    ...{ magnitude, at: spotOnChart(rotate(direction), 200) },
  }));
  write('stars', dotPaths(stars));
  write('zenith', spotOnChart([0, 0, 1], 200));
  write('radii of dots', [-3, 0, 1, 4, 9].map(dotRadius));
  for (const lit of [0, 0.25, 0.5, 0.75, 1]) write(`Moon, ${lit} lit`, litMoonPath(lit, 8));
  const [sun, moon] = sky.bodies.map(({ direction }) => rotate(direction));
  write('bright limb', angleTowards(moon ?? [0, 0, 0], sun ?? [0, 0, 0]));
  const size = { width: 52, height: 14 };
  for (const azimuth of [0, 20, 21, 100, 181, 250]) {
    const mark = pointOnChart({ azimuth, elevation: 0 }, 200);
    write(
      `places of a time at ${azimuth}°`,
      [...placesOfTime(mark, size, azimuth, 200, true)].slice(0, 4),
    );
  }
  write('places of the label of a ring', placesOfRing(100, size));
  for (const spot of [
    [0, 0],
    [150, -60],
  ] as const) {
    const places = [...placesBeside(spot, size, 9, 200)];
    write(
      `places beside ${spot.join()}: ${places.length}`,
      places.filter((_, k) => k % 8 === 1),
    );
  }
  for (const radius of [80, 200]) {
    write(`\nradius ${radius}, scale of dots`, scaleOfDots(radius));
    write('radius of the Moon', moonRadius(radius));
    const path = pointsBetween(arc, pass.rise.t, pass.set.t).map((at) => pointOnChart(at, radius));
    const axes = Array.from({ length: 61 }, (_, k) => (k / 30 - 1) * radius).flatMap(
      (at) =>
        [
          [at, 0],
          [0, at],
        ] as const,
    );
    const letters = ['N', 'E', 'S', 'W'].map((text, k) => ({
      ...{ text, width: 10, height: 14, places: [placeOfLetter(90 * k, radius)] },
    }));
    const times = [pass.rise, pass.peak, pass.set].map((moment, k) => ({
      ...{ text: ['rise', 'peak', 'set'][k] ?? '', ...size },
      places: placesOfTime(
        ...([
          pointOnChart({ ...moment, elevation: k === 1 ? moment.elevation : 0 }, radius),
        ] as const),
        ...([size, moment.azimuth, radius, k !== 1] as const),
      ),
    }));
    const rings = [60, 30].map((elevation) => ({
      ...{ text: `${elevation}°`, width: 22, height: 14 },
      places: placesOfRing(radius * (1 - elevation / 90), { width: 22, height: 14 }),
    }));
    const ofChart = placeLabels([...letters, ...times, ...rings], [], path, axes);
    const risen = sky.bodies.filter(({ direction }) => direction[2] > 0);
    const bodies = risen.map(({ body, direction }) => ({
      ...{ text: body, width: 7 * body.length, height: 14, isOptional: body === 'saturn' },
      places: placesBeside(
        ...([spotOnChart(direction, radius), { width: 7 * body.length, height: 14 }] as const),
        ...([9, radius] as const),
      ),
    }));
    const spots = risen.map(({ direction }) => spotOnChart(direction, radius));
    for (const { text, at } of [...ofChart, ...placeLabels(bodies, ofChart, [...path, ...spots])])
      write(text, at);
  }
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('drawings/sky-chart.txt');
});
