import { geoNaturalEarth1, geoOrthographic, type GeoProjection } from 'd3-geo';
import type { Place } from '#shared/station/sky/earth.ts';
import { globeOfProjection, spotOnGlobe } from './globe.ts';
import { vectorOfPlace } from './sphere.ts';

const mapMargin = 8;

/**
 * The part of the map that is visible: the whole Earth at `zoom` 1. `x` and `y` are the distance of the centre of a flat
 * map from the centre of the canvas, CSS pixels; a globe is always in the centre.
 */
export interface MapPosition {
  readonly zoom: number;
  readonly x: number;
  readonly y: number;
}
export const wholeMap: MapPosition = { zoom: 1, x: 0, y: 0 };
export const maxMapZoom = 8;

/** The projection of a flat map onto `width` × `height` CSS pixels. */
export function fitWorld(
  width: number,
  height: number,
  position: MapPosition = wholeMap,
): GeoProjection {
  const projection = geoNaturalEarth1().fitExtent(
    [
      [mapMargin, mapMargin],
      [Math.max(width - mapMargin, mapMargin + 1), Math.max(height - mapMargin, mapMargin + 1)],
    ],
    { type: 'Sphere' },
  );
  if (position.zoom === 1) return projection;
  const { zoom, x, y } = clampMapPosition(position, width, height);
  return projection.scale(projection.scale() * zoom).translate([width / 2 + x, height / 2 + y]);
}

/** Limits the zoom and the position: an edge of the flat map is not inside the canvas if that can be avoided. */
export function clampMapPosition(
  { zoom, x, y }: MapPosition,
  width: number,
  height: number,
): MapPosition {
  const allowedZoom = clamp(zoom, 1, maxMapZoom);
  const projection = fitWorld(width, height);
  const [right = NaN] = projection([180, 0]) ?? [];
  const [, top = NaN] = projection([0, 90]) ?? [];
  const reachX = Math.max(0, (right - width / 2) * allowedZoom - width / 2);
  const reachY = Math.max(0, (height / 2 - top) * allowedZoom - height / 2);
  return { zoom: allowedZoom, x: clamp(x, -reachX, reachX), y: clamp(y, -reachY, reachY) };
}

const clamp = (value: number, least: number, most: number): number =>
  Math.min(Math.max(value, least), most);

/** The Earth as seen from far above `center`, fitted into `width` × `height` CSS pixels at `zoom` 1. */
export const fitGlobe = (width: number, height: number, center: Place, zoom = 1): GeoProjection =>
  geoOrthographic()
    .rotate([-center.longitude, -center.latitude])
    .clipAngle(90)
    .scale(Math.max(1, Math.min(width, height) / 2 - mapMargin) * zoom)
    .translate([width / 2, height / 2]);

/** The point at which a place is drawn, CSS pixels; null on the far side of the globe. */
export function pointOfPlace(
  projection: GeoProjection,
  place: Place,
): readonly [x: number, y: number] | null {
  const globe = globeOfProjection(projection);
  return globe === null
    ? projection([place.longitude, place.latitude])
    : spotOnGlobe(globe, vectorOfPlace(place));
}

/** The place at a point (CSS pixels); null outside of the map or globe. */
export function placeAtPoint(projection: GeoProjection, x: number, y: number): Place | null {
  const coordinates = projection.invert?.([x, y]);
  if (!coordinates) return null;
  const [longitude, latitude] = coordinates;
  if (!(Math.abs(latitude) <= 90)) return null;
  // The inverse also returns a place for points outside: accept it only if the projection maps it back.
  const projectedPoint = projection([longitude, latitude]);
  if (!projectedPoint || Math.hypot(projectedPoint[0] - x, projectedPoint[1] - y) > 1) return null;
  return { longitude, latitude };
}
