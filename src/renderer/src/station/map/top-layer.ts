import type { GeoPermissibleObjects, GeoProjection } from 'd3-geo';
import type { EarthFixed, Place } from '#shared/station/sky/earth.ts';
import { footprintOf } from '#shared/station/sky/footprint.ts';
import type { MapColours } from './colours.ts';
import { pointOfPlace } from './projection.ts';
import { traceOnMap } from './trace.ts';

export interface TopScene {
  readonly station: Place | null;
  /** Null while the orbit is unknown, because the altitude is unknown, too. */
  readonly point: EarthFixed | null;
  readonly observer: Place | null;
  readonly colours: MapColours;
}

type Spot = readonly [x: number, y: number];

/** Draws the station, its footprint and the observer. One unit is one CSS pixel. */
export function drawTopLayer(
  context: CanvasRenderingContext2D,
  projection: GeoProjection,
  { station, point, observer, colours }: TopScene,
): void {
  if (point !== null) drawFootprint(context, projection, point, colours);
  const observerPoint = observer && pointOfPlace(projection, observer);
  if (observerPoint) drawObserver(context, observerPoint, colours);
  const stationPoint = station && pointOfPlace(projection, station);
  if (stationPoint) drawStation(context, stationPoint, colours);
}

let lastFootprint: { point: EarthFixed; shape: GeoPermissibleObjects | null } | null = null;
/**
 * The footprint is computed again when the station has moved this far, kilometres. The station moves this far in a
 * quarter of a second; on a world map, this is less than a pixel.
 */
const footprintStepKm = 2;

/** The footprint; computed anew when the station has moved. Null for a point on or below the ground. */
function footprintShape(point: EarthFixed): GeoPermissibleObjects | null {
  if (lastFootprint !== null) {
    const [x, y, z] = lastFootprint.point;
    if (Math.hypot(point[0] - x, point[1] - y, point[2] - z) < footprintStepKm)
      return lastFootprint.shape;
  }
  const ring = footprintOf(point).map(({ longitude, latitude }) => [longitude, latitude]);
  const shape: GeoPermissibleObjects | null =
    ring.length === 0 ? null : { type: 'Polygon', coordinates: [ring] };
  lastFootprint = { point, shape };
  return shape;
}

function drawFootprint(
  context: CanvasRenderingContext2D,
  projection: GeoProjection,
  point: EarthFixed,
  { accent }: MapColours,
): void {
  const shape = footprintShape(point);
  if (shape === null) return;
  context.beginPath();
  traceOnMap(context, projection, shape);
  context.fillStyle = accent;
  context.globalAlpha = 0.1;
  context.fill();
  context.globalAlpha = 0.8;
  context.strokeStyle = accent;
  context.lineWidth = 1;
  context.stroke();
  context.globalAlpha = 1;
}

/**
 * Draws the observer as a cross with a gap. The cross differs from the marker of the station in shape, not only in
 * colour.
 */
function drawObserver(
  context: CanvasRenderingContext2D,
  [x, y]: Spot,
  { text, sea }: MapColours,
): void {
  for (const [colour, width] of [
    [sea, 4],
    [text, 1.75],
  ] as const) {
    context.beginPath();
    for (const [dx, dy] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ] as const) {
      context.moveTo(x + 3 * dx, y + 3 * dy);
      context.lineTo(x + 8 * dx, y + 8 * dy);
    }
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.lineCap = 'round';
    context.stroke();
  }
}

/** Draws the station as a ring with a dot. */
function drawStation(
  context: CanvasRenderingContext2D,
  [x, y]: Spot,
  { accent, halo, sea }: MapColours,
): void {
  const traceDisc = (radius: number): void => {
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
  };
  traceDisc(16);
  context.fillStyle = halo;
  context.fill();
  traceDisc(8);
  context.strokeStyle = sea;
  context.lineWidth = 4;
  context.stroke();
  context.strokeStyle = accent;
  context.lineWidth = 2;
  context.stroke();
  traceDisc(3.5);
  context.fillStyle = accent;
  context.fill();
}
