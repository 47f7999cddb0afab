import type { GeoPermissibleObjects } from 'd3-geo';
import { feature, mesh } from 'topojson-client';
import { expect, it } from 'vitest';
import { circlingOrbit } from '#renderer-test/station-states.ts';
import { recordDrawing, recordingCanvas } from '#renderer-test/drawing-record.ts';
import { samplePath } from '#shared/station/sky/sampled-path.ts';
import { placeBelow } from '#shared/station/sky/earth.ts';
import world from 'world-atlas/countries-110m.json' with { type: 'json' };
import { drawBaseLayer, type BaseScene } from './base-layer.ts';
import { cityLightsOf } from './city-lights.ts';
import { MapPainter } from './painter.ts';
import { fitGlobe, fitWorld } from './projection.ts';
import { drawTopLayer } from './top-layer.ts';

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
/** Half past five in the evening in Europe: the night has reached Asia. */
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

/** The times depend on the time zone of the computer; `layers.test.ts` checks them. */
const withoutTimes = (record: string): string =>
  record.replaceAll(/“[^”]*\d:\d\d[^”]*”/g, '“time”');

it.each([
  ['flat-map', fitWorld(800, 420), {}],
  ['zoomed-map', fitWorld(800, 420, { zoom: 3, x: -300, y: 200 }), {}],
  ['globe', fitGlobe(600, 420, top.station), {}],
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
  await expect(withoutTimes(record)).toMatchFileSnapshot(`drawings/${name}.txt`);
});

it('MapPainter draws the slow layer only when it has changed, and a moving map with less detail', async () => {
  const canvas = recordingCanvas(0, 0);
  const tracks = { path: null, observer: null, station: null, point: null };
  const painters: MapPainter[] = [];
  const steps: string[] = [];
  for (const [what, view, seconds, changes] of [
    ['first drawing', {}, 0, {}],
    ['five seconds later', {}, 5, {}],
    ['ten seconds later', {}, 10, {}],
    ['other place of the user', {}, 10, { observer: berlin }],
    ['lights are loaded', {}, 10, { observer: berlin, lights }],
    ['zoomed', { zoom: 2 }, 11, {}],
    ['zoomed again', { zoom: 3 }, 11.1, {}],
    ['at rest', { zoom: 3 }, 11.3, {}],
    ['globe', { center: berlin }, 12, {}],
    ['turned globe', { center: { ...berlin, longitude: 20 } }, 12.1, {}],
    ['turned again', { center: { ...berlin, longitude: 30 } }, 12.2, {}],
  ] as const) {
    const record = await recordDrawing(() => {
      painters[0] ??= new MapPainter(canvas, { width: 300.4, height: 200, ratio: 2 });
      painters[0].draw(
        { zoom: 1, x: 0, y: 0, center: null, ...view },
        { ...scene, ...tracks, lights: null, time: time + seconds, ...changes },
        { ...top, ...tracks },
      );
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
