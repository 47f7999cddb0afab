import {
  geoCircle,
  geoGraticule10,
  geoNaturalEarth1,
  geoPath,
  type GeoPermissibleObjects,
  type GeoProjection,
} from 'd3-geo';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import landUrl from 'world-atlas/land-110m.json?url';
import type { Fix } from '../../../shared/station.ts';
import { antipode, subsolarPoint } from './sun.ts';

export interface MapColours {
  readonly sea: string;
  readonly land: string;
  readonly line: string;
  readonly night: string;
  readonly edge: string;
  readonly accent: string;
  readonly halo: string;
}

export interface MapScene {
  readonly land: GeoPermissibleObjects | null;
  /** Oldest first; the last one is where the station is. */
  readonly trail: readonly Fix[];
  /** For day and night: milliseconds since the Unix epoch. */
  readonly time: number;
  readonly colours: MapColours;
  /** In CSS pixels. */
  readonly width: number;
  readonly height: number;
}

const sphere: GeoPermissibleObjects = { type: 'Sphere' };
const graticule = geoGraticule10();
/** The Sun this far below the horizon: sunset, then the ends of civil, nautical and astronomical twilight. */
const twilightDegrees = [0, 6, 12, 18];
const margin = 12;

/** The coast lines of the world, bundled with the app. Rejects when its file cannot be read. */
export async function loadLand(signal: AbortSignal): Promise<GeoPermissibleObjects> {
  const response = await fetch(landUrl, { signal });
  const topology = (await response.json()) as Topology<{ land: GeometryCollection }>;
  return feature(topology, topology.objects.land);
}

/** The projection that fits the whole Earth into `width` × `height` CSS pixels. */
export const fitWorld = (width: number, height: number): GeoProjection =>
  geoNaturalEarth1().fitExtent(
    [
      [margin, margin],
      [Math.max(width - margin, margin + 1), Math.max(height - margin, margin + 1)],
    ],
    sphere,
  );

/** Draws the whole scene. The context is scaled, so that one unit is one CSS pixel. */
export function drawWorld(context: CanvasRenderingContext2D, scene: MapScene): void {
  const { colours, width, height } = scene;
  const projection = fitWorld(width, height);
  const path = geoPath(projection, context);
  const fill = (shape: GeoPermissibleObjects, colour: string): void => {
    context.beginPath();
    path(shape);
    context.fillStyle = colour;
    context.fill();
  };
  const stroke = (shape: GeoPermissibleObjects, colour: string, lineWidth: number): void => {
    context.beginPath();
    path(shape);
    context.strokeStyle = colour;
    context.lineWidth = lineWidth;
    context.stroke();
  };

  context.clearRect(0, 0, width, height);
  context.lineJoin = 'round';
  context.lineCap = 'round';
  fill(sphere, colours.sea);
  stroke(graticule, colours.line, 0.5);
  if (scene.land !== null) fill(scene.land, colours.land);

  const midnight = antipode(subsolarPoint(scene.time));
  const night = geoCircle().center([midnight.longitude, midnight.latitude]);
  for (const below of twilightDegrees) fill(night.radius(90 - below)(), colours.night);
  stroke(sphere, colours.edge, 1);

  drawTrail(scene.trail, colours, stroke);
  const station = scene.trail.at(-1);
  const at = station && projection([station.longitude, station.latitude]);
  if (at) drawStation(context, at, colours);
}

function drawTrail(
  trail: readonly Fix[],
  colours: MapColours,
  stroke: (shape: GeoPermissibleObjects, colour: string, lineWidth: number) => void,
): void {
  if (trail.length < 2) return;
  const coordinates = trail.map(({ longitude, latitude }) => [longitude, latitude]);
  stroke({ type: 'LineString', coordinates }, colours.halo, 6);
  stroke({ type: 'LineString', coordinates }, colours.accent, 2);
}

/** A ring with a point: told from the coast by its shape, not only by its colour. */
function drawStation(
  context: CanvasRenderingContext2D,
  [x, y]: readonly [number, number],
  colours: MapColours,
): void {
  const disc = (radius: number): void => {
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
  };
  disc(18);
  context.fillStyle = colours.halo;
  context.fill();
  disc(9);
  context.strokeStyle = colours.accent;
  context.lineWidth = 2;
  context.stroke();
  disc(4);
  context.fillStyle = colours.accent;
  context.fill();
}
