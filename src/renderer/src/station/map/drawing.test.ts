import type { GeoPermissibleObjects } from 'd3-geo';
import { feature, mesh } from 'topojson-client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { circlingOrbit } from '#renderer-test/station-states.ts';
import { recordDrawing, recordingCanvas } from '#renderer-test/drawing-record.ts';
import { samplePath } from '#shared/station/sky/sampled-path.ts';
import { placeBelow, type Place } from '#shared/station/sky/earth.ts';
import world from 'world-atlas/countries-110m.json' with { type: 'json' };
import { drawBaseLayer, type BaseScene } from './base-layer.ts';
import { cityLightsOf } from './city-lights.ts';
import { MapPainter } from './painter.ts';
import { fitGlobe, fitWorld, placeAtPoint } from './projection.ts';
import { drawTopLayer } from './top-layer.ts';

beforeEach(() => void vi.stubEnv('TZ', 'UTC'));
afterEach(() => vi.unstubAllEnvs());

const topology = world as unknown as Parameters<typeof feature>[0];
const { land, countries } = topology.objects;
const atlas = {
  land: feature(topology, land ?? expect.fail()) as GeoPermissibleObjects,
  borders: mesh(topology, countries as never, (one, other) => one !== other),
  placeUnder: () => null,
} as never as NonNullable<BaseScene['atlas']>;

const colours = {
  ...{ sea: 'sea', land: 'land', line: 'line', night: 'rgb(3 6 20 / 17%)', edge: 'edge' },
  ...{
    accent: 'accent',
    halo: 'halo',
    city: 'rgb(255 214 140 / 92%)',
    text: 'text',
    muted: 'muted',
  },
};
/** 16:30 UTC in November, Unix seconds: night in Asia, dusk in Europe, day in America. */
const time = Date.UTC(2026, 10, 21, 16, 30) / 1000;
const berlin = { latitude: 52.52, longitude: 13.4 };
/** Places all over the Earth. */
const lights = cityLightsOf(
  Array.from({ length: 900 }, (_, k) => ({
    longitude: ((k * 137.508) % 360) - 180,
    latitude: (Math.asin(((k * 7) % 900) / 450 - 1) * 180) / Math.PI,
  })),
);
const scene: BaseScene = {
  ...{ atlas, lights, time, colours, observer: berlin },
  path: samplePath(circlingOrbit, time - 5600, time + 11_200),
};
const point = circlingOrbit(time);
const top = { station: placeBelow(point), point, observer: berlin, colours };

/** Two minutes before the next label, whose place the ring of the station covers; a path of half an orbit each way. */
const soon = time - 120;
const shortPath = samplePath(circlingOrbit, soon - 2760, soon + 2760);
/** The path of an orbit that is no longer known. */
const endedTrack = {
  ...{ atlas: null, lights: null, path: samplePath(circlingOrbit, time - 5600, time - 1300) },
};

it.each([
  ['flat-map', fitWorld(800, 420), {}],
  ['zoomed-map', fitWorld(800, 420, { zoom: 3, x: -300, y: 200 }), { time: soon, path: shortPath }],
  ['globe', fitGlobe(600, 420, top.station), {}],
  ['past-track', fitWorld(800, 420), endedTrack],
  ['coarse-past-track', fitWorld(800, 420), { ...endedTrack, isCoarse: true }],
  ['coarse-globe', fitGlobe(600, 420, { longitude: 100, latitude: -30 }), { isCoarse: true }],
  [
    'large-coarse-globe',
    fitGlobe(600, 420, { longitude: -160, latitude: 40 }, 4),
    { isCoarse: true, isSlow: true },
  ],
])('draws the same %s as the record', async (name, projection, changes) => {
  const record = await recordDrawing((context) => {
    drawBaseLayer(context, projection, { ...scene, ...changes });
    drawTopLayer(context, projection, top);
  });
  await expect(record).toMatchFileSnapshot(`drawings/${name}.txt`);
});

it('drawBaseLayer leaves out the label of a time that would touch the mark of the user’s place', async () => {
  const projection = fitWorld(800, 420);
  const labelsWith = async (observer: Place | null) => {
    const record = await recordDrawing((context) =>
      drawBaseLayer(context, projection, { ...scene, atlas: null, lights: null, observer }),
    );
    return [...record.matchAll(/fillText “(.*)” (\S+) (\S+)/g)].map(([, text = '', x, y]) => ({
      ...{ text, x: Number(x), y: Number(y) },
    }));
  };
  const labels = await labelsWith(null);
  const [{ text, x, y } = expect.fail()] = labels;
  // The mark reaches 9 pixels in each direction, a letter is 6 pixels wide, and a label 12 pixels high.
  const [left, right] = [x - 9, x + 6 * text.length + 9];
  for (const [dx, dy, isFree] of [
    [left + 0.4, y, false],
    [left - 0.4, y, true],
    [right - 0.4, y, false],
    [right + 0.4, y, true],
    [x, y - 14.6, false],
    [x, y - 15.4, true],
    [x, y + 14.6, false],
    [x, y + 15.4, true],
  ] as const) {
    const observer = placeAtPoint(projection, dx, dy) ?? expect.fail();
    const shown = await labelsWith(observer);
    expect(shown.some((label) => label.x === x && label.y === y)).toBe(isFree);
    expect(shown).toHaveLength(labels.length - (isFree ? 0 : 1));
  }
});

it('drawTopLayer computes the footprint again after the station has moved by two kilometres', async () => {
  const footprint = (moved: readonly number[]): Promise<string> =>
    recordDrawing((context) =>
      drawTopLayer(context, fitGlobe(6000, 6000, top.station), {
        ...{ ...top, station: null, observer: null },
        point: [point[0] + (moved[0] ?? 0), point[1] + (moved[1] ?? 0), point[2] + (moved[2] ?? 0)],
      }),
    );
  const moves = [0, 1, 2].map(
    (axis) => (km: number) => [0, 1, 2].map((k) => (k === axis ? km : 0)),
  );
  for (const move of moves) {
    await footprint([90, 90, 90]);
    const first = await footprint([0, 0, 0]);
    expect(await footprint(move(1.9))).toBe(first);
    expect(await footprint(move(-2))).not.toBe(first);
  }
  expect(await footprint(point.map((part) => -part / 2))).toBe('\n');
});

it('MapPainter draws the slow layer only when it has changed, and a moving map with less detail', async () => {
  const canvas = recordingCanvas(0, 0);
  const tracks = { path: null, observer: null, station: null, point: null };
  const painters: MapPainter[] = [];
  /** Each change stays for the next steps. */
  let base: BaseScene = { ...scene, ...tracks, lights: null };
  const steps: string[] = [];
  for (const [what, view, seconds, changes] of [
    ['first drawing', {}, 0, {}],
    ['nine seconds later', {}, 9, {}],
    ['ten seconds later', {}, 10, {}],
    ['place of the user', {}, 10, { observer: berlin }],
    ['lights are loaded', {}, 10, { lights }],
    ['atlas is loaded', {}, 10, { atlas: { ...atlas } }],
    ['orbit is known', {}, 10, { path: scene.path }],
    ['other theme', {}, 10, { colours: { ...colours } }],
    ['zoomed', { zoom: 2 }, 11, {}],
    ['zoomed again', { zoom: 3 }, 11.1, {}],
    ['at rest', { zoom: 3 }, 11.2, {}],
    ['globe', { center: berlin }, 12, {}],
    ['turned globe', { center: { ...berlin, longitude: 20 } }, 12.1, {}],
    ['turned again', { center: { ...berlin, longitude: 30 } }, 12.2, {}],
  ] as const) {
    base = { ...base, time: time + seconds, ...changes };
    const record = await recordDrawing(() => {
      painters[0] ??= new MapPainter(canvas, { width: 300.4, height: 200, ratio: 2 });
      painters[0].draw({ zoom: 1, x: 0, y: 0, center: null, ...view }, base, { ...top, ...tracks });
    });
    const isImage = (line: string): boolean => /clearRect|drawImage/.test(line);
    const lines = record.trimEnd().split('\n');
    steps.push(
      `${what}: ${canvas.width}×${canvas.height}${painters[0]?.isCoarse === true ? ', coarse' : ''}`,
      ...lines.filter(isImage),
      `and ${lines.filter((line) => !isImage(line)).length} lines`,
    );
  }
  await expect(`${steps.join('\n')}\n`).toMatchFileSnapshot('drawings/painter.txt');
});
