import { geoNaturalEarth1, type GeoProjection } from 'd3-geo';
import type { Place } from '#shared/station/sky/earth.ts';

const margin = 8;

/** The projection that fits the whole Earth into `width` × `height` CSS pixels. */
export const fitWorld = (width: number, height: number): GeoProjection =>
  geoNaturalEarth1().fitExtent(
    [
      [margin, margin],
      [Math.max(width - margin, margin + 1), Math.max(height - margin, margin + 1)],
    ],
    { type: 'Sphere' },
  );

/** The place at a point (CSS pixels); null outside of the globe. */
export function placeAt(projection: GeoProjection, x: number, y: number): Place | null {
  const found = projection.invert?.([x, y]);
  if (!found) return null;
  const [longitude, latitude] = found;
  if (!(Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90)) return null;
  // The inverse returns a place outside of the globe, too; only on the globe does the projection invert it.
  const back = projection([longitude, latitude]);
  if (!back || Math.hypot(back[0] - x, back[1] - y) > 1) return null;
  return { longitude, latitude };
}
