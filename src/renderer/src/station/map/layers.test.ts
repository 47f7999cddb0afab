import { expect, it } from 'vitest';
import { placeBelow } from '#shared/station/sky/earth.ts';
import { positionOnPath, samplePath } from '#shared/station/sky/sampled-path.ts';
import { drawBaseLayer } from './base-layer.ts';
import { clockTime } from '#renderer/ui/clock-time.ts';
import { drawLights, cityLightsOf, stampLights } from './city-lights.ts';
import type { MapColours } from './colours.ts';
import { globeOfProjection } from './globe.ts';
import { fitGlobe, fitWorld } from './projection.ts';

const names = [
  'sea',
  'land',
  'line',
  'night',
  'edge',
  'accent',
  'halo',
  'city',
  'text',
  'muted',
] as const;
const colours = Object.fromEntries(names.map((name) => [name, name])) as Record<
  (typeof names)[number],
  string
> satisfies MapColours;

interface Drawn {
  readonly what: 'fill' | 'stroke';
  readonly colour: string;
  readonly alpha: number;
  readonly width: number;
  /** The number of points of the path; a circle counts as one point. */
  readonly points: number;
}

/** A canvas that records each drawing with the state of the canvas, in order. */
function recorder() {
  const drawn: Drawn[] = [];
  const labels: string[] = [];
  let points = 0;
  const context = {
    globalAlpha: 1,
    fillStyle: '',
    strokeStyle: '',
    lineWidth: 1,
    beginPath: () => void (points = 0),
    moveTo: () => void (points += 1),
    lineTo: () => void (points += 1),
    arc: () => void (points += 1),
    rect: () => void (points += 1),
    strokeText: () => undefined,
    fillText: (words: string) => void labels.push(words),
    closePath: () => undefined,
    setLineDash: () => undefined,
    fill: () => note('fill', context.fillStyle),
    stroke: () => note('stroke', context.strokeStyle),
  };
  function note(what: Drawn['what'], colour: string): void {
    drawn.push({ what, colour, alpha: context.globalAlpha, width: context.lineWidth, points });
  }
  return { drawn, labels, context: context as never };
}

const projection = fitWorld(800, 420);
const minute = 60;

/** The first full half hour after second 1,000,000 of the epoch. */
const firstHalfHour = 1_000_800;

it('drawBaseLayer draws the track only where the path is known, and fades the past track', () => {
  const time = 1_000_000;
  // The station circles above the equator once in 93 minutes. Its path is known for 46 minutes before and after.
  const at = (t: number): [number, number, number] => {
    const angle = (2 * Math.PI * (t - time)) / (93 * minute);
    return [6790 * Math.cos(angle), 6790 * Math.sin(angle), 0];
  };
  const path = samplePath(at, time - 46 * minute, time + 46 * minute);
  const { drawn, labels, context } = recorder();
  drawBaseLayer(context, projection, { atlas: null, lights: null, path, time, colours });
  const track = drawn.filter(({ what, colour }) => what === 'stroke' && colour === 'accent');
  const [past, future] = [track.slice(0, -1), track.slice(-1)];
  // The past orbit is drawn in twelve pieces of eight minutes, with one point a minute. Six of them are known.
  expect(past.map(({ points }) => points > 7 && points < 12)).toEqual(past.map(() => true));
  expect(past).toHaveLength(6);
  expect(past.map(({ alpha }) => alpha)).toEqual(past.map(({ alpha }) => alpha).toSorted());
  expect(future[0]?.points).toBeGreaterThan(40);
  expect(future[0]?.points).toBeLessThan(60);
  // The track is known for 46 minutes before and after `time`, and has nine ticks there, one at each whole ten minutes.
  // All nine ticks are drawn as one path with two points for each tick: one of `moveTo`, one of `arc`.
  const ticks = drawn.filter(({ what, colour }) => what === 'fill' && colour === 'text');
  expect(ticks.map(({ points }) => points)).toEqual([9 * 2]);
  expect(labels).toEqual(
    [0, 1800].map((after) => clockTime(firstHalfHour + after)).slice(0, labels.length),
  );
  expect(labels.length).toBeGreaterThan(0);
  // The ring of the station would cover the label of a tick two minutes ahead.
  const near = recorder();
  const soon = { atlas: null, lights: null, path, time: firstHalfHour - 2 * minute, colours };
  drawBaseLayer(near.context, projection, soon);
  expect(near.labels).toEqual([clockTime(firstHalfHour + 1800)]);
  // A label would touch the cross at the user's place just beside it.
  const home = recorder();
  const { latitude, longitude } = placeBelow(positionOnPath(path)(firstHalfHour));
  const observer = { latitude, longitude: longitude + 8 };
  drawBaseLayer(home.context, projection, { ...soon, time, observer });
  expect(home.labels).not.toContain(clockTime(firstHalfHour));
  expect(home.labels).toHaveLength(labels.length - 1);
  // A moving globe has fewer lines, and no labels: the past orbit is drawn in three pieces, of which two are known.
  const coarse = recorder();
  const scene = { atlas: null, lights: null, path, time, colours, isCoarse: true };
  drawBaseLayer(coarse.context, projection, scene);
  const coarseLines = coarse.drawn.filter(({ what, colour }) => what + colour === 'strokeaccent');
  expect(coarseLines).toHaveLength(2 + 1);
  expect(coarse.labels).toEqual([]);
});

it('drawLights draws the lights of cities only in the dark, in three sizes', () => {
  // At the March equinox the Sun is above 0° N 0° E at about noon in UTC.
  const noon = Date.UTC(2026, 2, 20, 12) / 1000;
  const at = (longitude: number) => ({ latitude: 0, longitude });
  const lit = (...longitudes: number[]) => {
    const { drawn, context } = recorder();
    drawLights(context, projection, cityLightsOf(longitudes.map(at)), {
      time: noon,
      colour: 'city',
    });
    expect((context as CanvasRenderingContext2D).globalAlpha).toBe(1);
    return drawn.map(({ points }) => points);
  };
  expect(lit(180, 0, 90, -100)).toEqual([2, 0, 0]);
  expect(lit(...Array.from({ length: 5000 }, () => 180))).toEqual([120, 580, 2300]);
});

it('stampLights draws the lights of a moving globe into its pixels, brighter for larger cities', () => {
  const noon = Date.UTC(2026, 2, 20, 12) / 1000;
  const night = { longitude: 180, latitude: 0 };
  const globe = globeOfProjection(fitGlobe(200, 200, night)) ?? expect.fail();
  const across = 100;
  const lit = (...longitudes: number[]) => {
    const pixels = new Uint32Array(across * across);
    const lights = cityLightsOf(longitudes.map((longitude) => ({ longitude, latitude: 0 })));
    stampLights({ pixels, across }, globe, lights, { time: noon, colour: [255, 255, 255, 255] });
    return [...pixels].map((pixel) => pixel >>> 24);
  };
  const middle = across / 2 + (across / 2) * across;
  const near = (k: number): boolean => Math.abs((k % across) - across / 2) <= 1;
  const large = lit(180);
  expect(large.findIndex((alpha) => alpha > 0)).toBeGreaterThan(middle - 2 * across);
  expect(large.every((alpha, k) => alpha === 0 || near(k))).toBe(true);
  // The first 120 cities, which have larger lights, are on the day side.
  const small = lit(...Array.from({ length: 120 }, () => 0), 180);
  expect(Math.max(...small)).toBeGreaterThan(0);
  expect(Math.max(...small)).toBeLessThan(Math.max(...large));
});
