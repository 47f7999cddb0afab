import type { GeoPermissibleObjects, GeoProjection } from 'd3-geo';
import { placeBelow, type PositionAt } from '#shared/station/sky/earth.ts';
import { groundTrack } from '#shared/station/sky/ground-track.ts';
import { spanOf, positionOn, type SampledPath } from '#shared/station/sky/sampled-path.ts';
import type { Atlas } from './atlas.ts';
import { drawLights, type CityLight } from './city-lights.ts';
import type { MapColours } from './colours.ts';
import { clockTime } from '../pass-words.ts';
import { drawNight } from './night.ts';
import { spotOf } from './projection.ts';
import { sphere, traceOnMap } from './trace.ts';

export interface BaseScene {
  readonly atlas: Atlas | null;
  /** Null until the list of towns is loaded. */
  readonly lights: readonly CityLight[] | null;
  readonly path: SampledPath | null;
  /** Unix seconds. */
  readonly time: number;
  readonly colours: MapColours;
}

/** Every 10°; only every ninth meridian extends from 80° to the pole. */
const graticule: GeoPermissibleObjects = {
  type: 'MultiLineString',
  coordinates: [
    ...degrees(-180, 170, 10).map((x) => {
      const end = x % 90 === 0 ? 90 : 80;
      return [-end, 0, end].map((y) => [x, y]);
    }),
    ...degrees(-80, 80, 10).map((y) => degrees(-180, 180, 2.5).map((x) => [x, y])),
  ],
};
/** Approximately one orbit, seconds: the ground track returns to the same latitude. */
const orbit = 93 * 60;
/** Number of steps in which the past track fades. */
const fades = 12;

type Stroke = (shape: GeoPermissibleObjects, colour: string, width: number, alpha?: number) => void;

function degrees(from: number, to: number, step: number): number[] {
  return Array.from({ length: (to - from) / step + 1 }, (_, index) => from + index * step);
}

/** Draws the slow layer: Earth, terminator with twilights, ground track. One unit is one CSS pixel. */
export function drawBase(
  context: OffscreenCanvasRenderingContext2D,
  projection: GeoProjection,
  { atlas, lights, path: sampled, time, colours }: BaseScene,
): void {
  const fill = (shape: GeoPermissibleObjects, colour: string): void => {
    context.beginPath();
    traceOnMap(context, projection, shape);
    context.fillStyle = colour;
    context.fill();
  };
  const stroke: Stroke = (shape, colour, width, alpha = 1) => {
    context.beginPath();
    traceOnMap(context, projection, shape);
    context.globalAlpha = alpha;
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.stroke();
    context.globalAlpha = 1;
  };

  context.lineJoin = 'round';
  fill(sphere, colours.sea);
  stroke(graticule, colours.line, 0.5);
  const land = atlas === null ? null : new Path2D();
  if (atlas !== null && land !== null) {
    traceOnMap(land, projection, atlas.land);
    context.fillStyle = colours.land;
    context.fill(land);
    stroke(atlas.borders, colours.sea, 0.5, 0.8);
  }
  drawNight(context, projection, time, colours.night);
  // Drawn above the night, which would otherwise hide the continents.
  if (land !== null) {
    context.strokeStyle = colours.edge;
    context.lineWidth = 0.75;
    context.stroke(land);
  }
  if (lights !== null) drawLights(context, projection, lights, { time, colour: colours.city });
  stroke(sphere, colours.edge, 1);
  if (sampled === null) return;
  drawTrack(context, stroke, sampled, time, colours);
  drawTicks(context, projection, sampled, time, colours);
}

/** Draws one past orbit, fading, and two future ones, the second one dotted. */
function drawTrack(
  context: OffscreenCanvasRenderingContext2D,
  stroke: Stroke,
  sampled: SampledPath,
  time: number,
  { accent }: MapColours,
): void {
  const [from, to] = spanOf(sampled);
  const positionAt = positionOn(sampled);
  const piece = (start: number, end: number): GeoPermissibleObjects | null =>
    trackBetween(positionAt, Math.max(start, from), Math.min(end, to));
  for (let k = 0; k < fades; k++) {
    const [start, end] = [k, k + 1].map((step) => time - orbit + (step * orbit) / fades);
    const line = piece(start ?? time, end ?? time);
    if (line !== null) stroke(line, accent, 1.5, (0.75 * (k + 1)) / fades);
  }
  const next = piece(time, time + orbit);
  if (next !== null) {
    context.setLineDash([6, 4]);
    stroke(next, accent, 1.25, 0.85);
  }
  const afterNext = piece(time + orbit, time + 2 * orbit);
  if (afterNext !== null) {
    context.setLineDash([1.5, 4.5]);
    stroke(afterNext, accent, 1.25, 0.6);
  }
  context.setLineDash([]);
}

function trackBetween(
  positionAt: PositionAt,
  from: number,
  to: number,
): GeoPermissibleObjects | null {
  if (!(to > from)) return null;
  const coordinates = groundTrack(positionAt, from, to, 60).map((line) =>
    line.map(({ longitude, latitude }) => [longitude, latitude]),
  );
  return { type: 'MultiLineString', coordinates };
}

/** Seconds between two ticks of the track, and between two ticks with a time. */
const tickEvery = 600;
const timeEvery = 1800;
/** Pixels between a label and its tick. */
const besideTick = 6;

/** Draws the ticks of the track at whole ten minutes, with the time at each half hour. */
function drawTicks(
  context: OffscreenCanvasRenderingContext2D,
  projection: GeoProjection,
  sampled: SampledPath,
  time: number,
  { accent, sea, text }: MapColours,
): void {
  const [from, to] = spanOf(sampled);
  const positionAt = positionOn(sampled);
  const end = Math.min(to, time + 2 * orbit);
  const start = Math.ceil(Math.max(from, time - orbit) / tickEvery) * tickEvery;
  context.font = '11px system-ui, sans-serif';
  context.textBaseline = 'middle';
  for (let t = start; t <= end; t += tickEvery) {
    const spot = spotOf(projection, placeBelow(positionAt(t)));
    if (spot === null) continue;
    const [x, y] = spot;
    const hasTime = t % timeEvery === 0;
    context.beginPath();
    context.arc(x, y, hasTime ? 3 : 2, 0, 2 * Math.PI);
    context.fillStyle = accent;
    context.fill();
    // Only on the first orbit ahead, so that the labels do not overlap.
    if (!hasTime || t < time || t > time + orbit) continue;
    const words = clockTime(t);
    context.strokeStyle = sea;
    context.lineWidth = 3;
    context.strokeText(words, x + besideTick, y - besideTick);
    context.fillStyle = text;
    context.fillText(words, x + besideTick, y - besideTick);
  }
}
