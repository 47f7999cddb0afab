import { z } from 'zod';
import { maxPlaceHeight, minPlaceHeight } from '../height-limits.ts';
import { dotProduct, earthFixedOf, radians, type EarthFixed } from './earth.ts';

/** The place of the observer. */
export const observerSchema = z.object({
  /** Geodetic (WGS 84), degrees, north positive. */
  latitude: z.number().min(-90).max(90),
  /** Degrees, east positive. */
  longitude: z.number().min(-180).max(180),
  /**
   * Metres above sea level, from the shore of the Dead Sea to the top of Mount Everest; null: not known, and computed
   * as 0. The app uses this value as the height above the ellipsoid; the two heights differ by 30 m (root mean square)
   * and at most 110 m (geoid of EGM2008).
   */
  altitude: z.number().min(minPlaceHeight).max(maxPlaceHeight).nullable(),
});
export type Observer = z.infer<typeof observerSchema>;

/** Topocentric direction and distance. */
export interface LookAngles {
  /** Degrees in [0, 360), from true north through east. */
  readonly azimuth: number;
  /** Degrees above the geometric horizon (the tangent plane of the ellipsoid), without refraction. */
  readonly elevation: number;
  readonly rangeKm: number;
}

/** An observer with the unit vectors of the local horizon, Earth-fixed. */
export interface Site {
  readonly position: EarthFixed;
  readonly east: EarthFixed;
  readonly north: EarthFixed;
  readonly up: EarthFixed;
}

/**
 * The site of an observer. At the North Pole, north is the direction away from the given meridian; at the South Pole,
 * along it.
 */
export function siteOfObserver(observer: Observer): Site {
  const [phi, lambda] = [observer.latitude * radians, observer.longitude * radians];
  const [sinPhi, cosPhi] = [Math.sin(phi), Math.cos(phi)];
  const [sinLambda, cosLambda] = [Math.sin(lambda), Math.cos(lambda)];
  return {
    position: earthFixedOf(observer, (observer.altitude ?? 0) / 1000),
    east: [-sinLambda, cosLambda, 0],
    north: [-sinPhi * cosLambda, -sinPhi * sinLambda, cosPhi],
    up: [cosPhi * cosLambda, cosPhi * sinLambda, sinPhi],
  };
}

const offsetFromSite = (site: Site, point: EarthFixed): EarthFixed => [
  point[0] - site.position[0],
  point[1] - site.position[1],
  point[2] - site.position[2],
];

/** Azimuth, elevation and range of a point in the topocentric frame (Vallado, 4th ed., chapter 4, algorithm RAZEL). */
export function lookAngles(site: Site, point: EarthFixed): LookAngles {
  const offset = offsetFromSite(site, point);
  const [east, north, up] = [
    dotProduct(site.east, offset),
    dotProduct(site.north, offset),
    dotProduct(site.up, offset),
  ];
  return {
    azimuth: (Math.atan2(east, north) / radians + 360) % 360,
    elevation: Math.atan2(up, Math.hypot(east, north)) / radians,
    rangeKm: Math.hypot(east, north, up),
  };
}

/** The elevation of `lookAngles` in degrees, at a third of the cost. */
export function elevationOf(site: Site, point: EarthFixed): number {
  const offset = offsetFromSite(site, point);
  const height = dotProduct(site.up, offset);
  // The arc sine would lose precision near the zenith.
  return (
    Math.atan2(height, Math.sqrt(Math.max(0, dotProduct(offset, offset) - height * height))) /
    radians
  );
}
