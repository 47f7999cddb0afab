import type { GeoProjection } from 'd3-geo';
import { positionOnPath, spanOfPath, type SampledPath } from '#shared/station/sky/sampled-path.ts';
import { placeBelow, type Place } from '#shared/station/sky/earth.ts';
import { pointOfPlace } from './projection.ts';

/** Largest distance of a point from the track of the station, pixels. */
const maxPixelsFromTrack = 12;
const stepSeconds = 20;
/** The approximate time of one orbit, seconds. One past orbit and two future orbits are drawn. */
const orbitSeconds = 93 * 60;

/**
 * The time at which the station passes the point of its drawn track that is nearest to the point `x`, `y` of the map
 * (CSS pixels).
 *
 * @param now Unix seconds
 * @returns null when no drawn part of the track is near
 */
export function timeOnTrack(
  projection: GeoProjection,
  path: SampledPath,
  now: number,
  [x, y]: readonly [number, number],
): { readonly time: number; readonly place: Place } | null {
  const [from, to] = spanOfPath(path);
  const positionAt = positionOnPath(path);
  let nearest: { time: number; place: Place; distance: number } | null = null;
  const end = Math.min(to, now + 2 * orbitSeconds);
  for (let time = Math.max(from, now - orbitSeconds); time < end; time += stepSeconds) {
    const place = placeBelow(positionAt(time));
    const spot = pointOfPlace(projection, place);
    if (spot === null) continue;
    const distance = Math.hypot(spot[0] - x, spot[1] - y);
    if (distance <= maxPixelsFromTrack && (nearest === null || distance < nearest.distance))
      nearest = { time, place, distance };
  }
  return nearest === null ? null : { time: nearest.time, place: nearest.place };
}
