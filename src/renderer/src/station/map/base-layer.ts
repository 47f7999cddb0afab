import type { GeoPermissibleObjects, GeoProjection } from 'd3-geo';
import { placeBelow, type Place, type PositionAt } from '#shared/station/sky/earth.ts';
import { groundTrack } from '#shared/station/sky/ground-track.ts';
import { spanOfPath, positionOnPath, type SampledPath } from '#shared/station/sky/sampled-path.ts';
import type { Atlas } from './atlas.ts';
import { drawLights, type CityLight } from './city-lights.ts';
import type { MapColours } from './colours.ts';
import { clockTime } from '#renderer/ui/clock-time.ts';
import { drawNight } from './night.ts';
import { pointOfPlace } from './projection.ts';
import { wholeEarth, traceOnMap } from './trace.ts';

export interface BaseScene {
  readonly atlas: Atlas | null;
  /** Null until the list of towns is loaded. */
  readonly lights: readonly CityLight[] | null;
  readonly path: SampledPath | null;
  /** Unix seconds. */
  readonly time: number;
  readonly colours: MapColours;
  /** The user's place, whose mark no label of a time may touch. */
  readonly observer?: Place | null;
  /** Whether less detail is drawn, because the map is moving. */
  readonly isCoarse?: boolean;
  /** Whether the borders of countries are left out, because the map is moving and there is no graphics card. */
  readonly isSlow?: boolean;
}

/** Lines every few degrees; only the meridians at multiples of 90° extend from 80° to the pole. */
const graticuleOf = (every: number): GeoPermissibleObjects => ({
  type: 'MultiLineString',
  coordinates: [
    ...degreeRange(-180, 180 - every, every).map((x) => {
      const end = x % 90 === 0 ? 90 : 80;
      return [-end, 0, end].map((y) => [x, y]);
    }),
    ...degreeRange(every - 90, 90 - every, every).map((y) =>
      degreeRange(-180, 180, 5).map((x) => [x, y]),
    ),
  ],
});
const graticule = graticuleOf(10);
const coarseGraticule = graticuleOf(30);
/** Approximately one orbit, seconds: the ground track returns to the same latitude. */
const orbitSeconds = 93 * 60;
/** Number of steps in which the past track fades. */
const fadeSteps = 12;
/** While the map moves, this number of steps of the past track is drawn as one line. */
const coarseFadeLines = 4;

type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;
type Spot = readonly [x: number, y: number];
type Stroke = (
  shapes: GeoPermissibleObjects | readonly GeoPermissibleObjects[],
  colour: string,
  width: number,
  alpha?: number,
) => void;

function degreeRange(from: number, to: number, step: number): number[] {
  return Array.from({ length: (to - from) / step + 1 }, (_, index) => from + index * step);
}

/** Draws the slow layer: Earth, night with twilights, lights of cities, ground track. One unit is one CSS pixel. */
export function drawBaseLayer(context: Context, projection: GeoProjection, scene: BaseScene): void {
  const { atlas, lights, path: sampled, time, colours, isCoarse = false, isSlow = false } = scene;
  const fill = (shape: GeoPermissibleObjects, colour: string): void => {
    context.beginPath();
    traceOnMap(context, projection, shape);
    context.fillStyle = colour;
    context.fill();
  };
  const stroke: Stroke = (shapes, colour, width, alpha = 1) => {
    context.beginPath();
    for (const shape of [shapes].flat())
      traceOnMap(context, projection, shape, isCoarse && shape === atlas?.borders);
    context.globalAlpha = alpha;
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.stroke();
    context.globalAlpha = 1;
  };

  context.lineJoin = 'round';
  fill(wholeEarth, colours.sea);
  stroke(isCoarse ? coarseGraticule : graticule, colours.line, 0.5);
  const landPath = atlas === null ? null : new Path2D();
  if (atlas !== null && landPath !== null) {
    traceOnMap(landPath, projection, atlas.land, isCoarse);
    context.fillStyle = colours.land;
    context.fill(landPath);
    if (!isSlow) stroke(atlas.borders, colours.sea, 0.5, 0.8);
  }
  drawNight(context, projection, time, {
    colour: colours.night,
    city: colours.city,
    lights: isCoarse ? lights : null,
  });
  // The edge of the land is drawn above the night, because the night would hide the continents.
  if (landPath !== null) {
    context.strokeStyle = colours.edge;
    context.lineWidth = 0.75;
    context.stroke(landPath);
  }
  if (lights !== null && !isCoarse)
    drawLights(context, projection, lights, { time, colour: colours.city });
  stroke(wholeEarth, colours.edge, 1);
  if (sampled === null) return;
  const track = trackAround(sampled, time);
  drawTrack(context, stroke, track, colours, isCoarse);
  const home = scene.observer ? pointOfPlace(projection, scene.observer) : null;
  drawTicks(context, projection, track.ticks, { colours, isCoarse, home });
}

interface TrackTick {
  readonly place: Place;
  readonly isLarge: boolean;
  /** The time; null: none is written. */
  readonly label: string | null;
}

/** The track around a time as the shapes that are drawn. */
interface Track {
  readonly path: SampledPath;
  readonly time: number;
  /** The past orbit, from its oldest piece; null: not known. */
  readonly past: readonly (GeoPermissibleObjects | null)[];
  readonly next: GeoPermissibleObjects | null;
  readonly afterNext: GeoPermissibleObjects | null;
  readonly ticks: readonly TrackTick[];
}
/** The track that was computed last: while the globe turns, each frame draws the same track. */
let lastTrack: Track | null = null;

function trackAround(path: SampledPath, time: number): Track {
  if (lastTrack?.path === path && lastTrack.time === time) return lastTrack;
  const [from, to] = spanOfPath(path);
  const positionAt = positionOnPath(path);
  const trackPiece = (start: number, end: number): GeoPermissibleObjects | null =>
    trackBetween(positionAt, Math.max(start, from), Math.min(end, to));
  lastTrack = {
    path,
    time,
    past: Array.from({ length: fadeSteps }, (_, k) =>
      trackPiece(
        time - orbitSeconds + (k * orbitSeconds) / fadeSteps,
        time - orbitSeconds + ((k + 1) * orbitSeconds) / fadeSteps,
      ),
    ),
    next: trackPiece(time, time + orbitSeconds),
    afterNext: trackPiece(time + orbitSeconds, time + 2 * orbitSeconds),
    ticks: ticksOf(path, time),
  };
  return lastTrack;
}

/** Seconds between two ticks of the track, and between two large ticks, which may have a label. */
const tickSeconds = 600;
const largeTickSeconds = 1800;
/** For this long, a tick ahead of the station is so near to it that the ring of the station would cover its label. */
const markerSeconds = 300;

/** The ticks at whole ten minutes, with the time at each half hour. */
function ticksOf(path: SampledPath, time: number): Track['ticks'] {
  const [from, to] = spanOfPath(path);
  const positionAt = positionOnPath(path);
  const end = Math.min(to, time + 2 * orbitSeconds);
  const start = Math.ceil(Math.max(from, time - orbitSeconds) / tickSeconds) * tickSeconds;
  return Array.from({ length: Math.floor((end - start) / tickSeconds) + 1 }, (_, k) => {
    const t = start + k * tickSeconds;
    const isLarge = t % largeTickSeconds === 0;
    // Only the first orbit ahead has labels, so that the labels do not cover each other.
    const hasLabel = isLarge && t >= time + markerSeconds && t <= time + orbitSeconds;
    return { place: placeBelow(positionAt(t)), isLarge, label: hasLabel ? clockTime(t) : null };
  });
}

/** Draws one past orbit, which fades, and two future orbits: one dashed, one dotted, or plain lines if `isCoarse`. */
function drawTrack(
  context: Context,
  stroke: Stroke,
  { past, next, afterNext }: Track,
  { accent }: MapColours,
  isCoarse: boolean,
): void {
  // Each line that is drawn by itself takes time, and dashed lines and labels take the most.
  const linesInStep = isCoarse ? coarseFadeLines : 1;
  for (let k = 0; k < past.length; k += linesInStep) {
    const lines = past.slice(k, k + linesInStep).filter((line) => line !== null);
    if (lines.length > 0) stroke(lines, accent, 1.5, (0.75 * (k + linesInStep)) / fadeSteps);
  }
  if (isCoarse) {
    if (next !== null) stroke(next, accent, 1, 0.6);
    if (afterNext !== null) stroke(afterNext, accent, 1, 0.25);
    return;
  }
  if (next !== null) {
    context.setLineDash([6, 4]);
    stroke(next, accent, 1.25, 0.85);
  }
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

/** Pixels between a label and its tick. */
const labelGap = 6;
/** Half of the height of a label, and the width of one letter of it, in pixels. */
const [halfLabelHeight, letterWidth] = [6, 6];
/** Half the size of the mark of the user's place, pixels. */
const markReach = 9;

/** Whether a label beside a tick would touch the mark of the user's place. */
const touchesMark = (home: Spot, [x, y]: Spot, label: string): boolean =>
  home[0] > x + labelGap - markReach &&
  home[0] < x + labelGap + label.length * letterWidth + markReach &&
  Math.abs(home[1] - (y - labelGap)) < halfLabelHeight + markReach;

interface TickStyle {
  readonly colours: MapColours;
  readonly isCoarse: boolean;
  /** Where the mark of the user's place is; null: not on the map. */
  readonly home: Spot | null;
}

function drawTicks(
  context: Context,
  projection: GeoProjection,
  ticks: readonly TrackTick[],
  { colours: { sea, text }, isCoarse, home }: TickStyle,
): void {
  context.font = '11px system-ui, sans-serif';
  context.textBaseline = 'middle';
  const shownTicks = ticks.flatMap((tick) => {
    const spot = pointOfPlace(projection, tick.place);
    return spot === null ? [] : [{ ...tick, spot }];
  });
  context.beginPath();
  for (const { spot, isLarge } of shownTicks) {
    const radius = isLarge ? 3 : 2;
    context.moveTo(spot[0] + radius, spot[1]);
    context.arc(...spot, radius, 0, 2 * Math.PI);
  }
  context.fillStyle = text;
  context.fill();
  for (const { spot, label } of isCoarse ? [] : shownTicks) {
    if (label === null || (home !== null && touchesMark(home, spot, label))) continue;
    const [x, y] = spot;
    context.strokeStyle = sea;
    context.lineWidth = 3;
    context.strokeText(label, x + labelGap, y - labelGap);
    context.fillStyle = text;
    context.fillText(label, x + labelGap, y - labelGap);
  }
}
