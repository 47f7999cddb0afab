import { geoNaturalEarth1, geoOrthographic, type GeoProjection } from 'd3-geo';
import type { Place } from '#shared/station/sky/earth.ts';
import { globeOfProjection, spotOnGlobe } from './globe.ts';
import { vectorOfPlace } from './sphere.ts';

const mapMargin = 8;

const fitProjection = (projection: GeoProjection, width: number, height: number): GeoProjection =>
  projection.fitExtent(
    [
      [mapMargin, mapMargin],
      [Math.max(width - mapMargin, mapMargin + 1), Math.max(height - mapMargin, mapMargin + 1)],
    ],
    { type: 'Sphere' },
  );

/** The projection that fits the whole Earth into `width` × `height` CSS pixels. */
export const fitWorld = (width: number, height: number): GeoProjection =>
  fitProjection(geoNaturalEarth1(), width, height);

/** The Earth as seen from far above `center`, fitted into `width` × `height` CSS pixels. */
export const fitGlobe = (width: number, height: number, center: Place): GeoProjection =>
  geoOrthographic()
    .rotate([-center.longitude, -center.latitude])
    .clipAngle(90)
    .scale(Math.max(1, Math.min(width, height) / 2 - mapMargin))
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
  if (!(Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90)) return null;
  // The inverse also returns a place for points outside: accept it only if the projection maps it back.
  const projectedPoint = projection([longitude, latitude]);
  if (!projectedPoint || Math.hypot(projectedPoint[0] - x, projectedPoint[1] - y) > 1) return null;
  return { longitude, latitude };
}
