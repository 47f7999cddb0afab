import { geoNaturalEarth1, geoOrthographic, type GeoProjection } from 'd3-geo';
import type { Place } from '#shared/station/sky/earth.ts';
import { globeOf, spotOnGlobe } from './globe.ts';
import { vectorOf } from './sphere.ts';

const margin = 8;

const fitted = (projection: GeoProjection, width: number, height: number): GeoProjection =>
  projection.fitExtent(
    [
      [margin, margin],
      [Math.max(width - margin, margin + 1), Math.max(height - margin, margin + 1)],
    ],
    { type: 'Sphere' },
  );

/** The projection that fits the whole Earth into `width` × `height` CSS pixels. */
export const fitWorld = (width: number, height: number): GeoProjection =>
  fitted(geoNaturalEarth1(), width, height);

/** The Earth as seen from far above `center`, fitted into `width` × `height` CSS pixels. */
export const fitGlobe = (width: number, height: number, center: Place): GeoProjection =>
  geoOrthographic()
    .rotate([-center.longitude, -center.latitude])
    .clipAngle(90)
    .scale(Math.max(1, Math.min(width, height) / 2 - margin))
    .translate([width / 2, height / 2]);

/** The point at which a place is drawn, CSS pixels; null on the far side of the globe. */
export function spotOf(
  projection: GeoProjection,
  place: Place,
): readonly [x: number, y: number] | null {
  const globe = globeOf(projection);
  return globe === null
    ? projection([place.longitude, place.latitude])
    : spotOnGlobe(globe, vectorOf(place));
}

/** The place at a point (CSS pixels); null outside of the globe. */
export function placeAt(projection: GeoProjection, x: number, y: number): Place | null {
  const found = projection.invert?.([x, y]);
  if (!found) return null;
  const [longitude, latitude] = found;
  if (!(Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90)) return null;
  // The inverse also returns a place for points outside the globe: accept it only if the projection maps it back.
  const back = projection([longitude, latitude]);
  if (!back || Math.hypot(back[0] - x, back[1] - y) > 1) return null;
  return { longitude, latitude };
}
