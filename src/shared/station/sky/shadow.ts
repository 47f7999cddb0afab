import { dotProduct, equatorialRadius, flattening, type EarthFixed } from './earth.ts';
import type { Sun } from './sun.ts';

/**
 * Angle from the Earth's limb up to the centre of the Sun as seen from `point` (Earth-fixed, km), in radians.
 * Negative: the centre is behind the Earth.
 *
 * Derived here: scaling the z axis by 1 / (1 − f) maps the WGS 84 ellipsoid to a sphere and keeps tangents, so the
 * limb of the ellipsoid is exact. For the sphere see Montenbruck and Gill, "Satellite Orbits" (2000), section 3.4.2.
 * The atmosphere is left out: its lowest 10 to 20 km dim and redden the light 4 to 8 s before the geometric shadow.
 */
export function limbMargin(point: EarthFixed, sun: Sun): number {
  const stretch = 1 / (1 - flattening);
  const station: EarthFixed = [point[0], point[1], point[2] * stretch];
  const sunVector: EarthFixed = [
    sun.direction[0] * sun.distanceKm - station[0],
    sun.direction[1] * sun.distanceKm - station[1],
    sun.direction[2] * sun.distanceKm * stretch - station[2],
  ];
  const height = Math.hypot(...station);
  const distance = Math.hypot(...sunVector);
  const nadirAngle = Math.acos(
    Math.max(-1, Math.min(1, -dotProduct(station, sunVector) / (height * distance))),
  );
  return nadirAngle - Math.asin(Math.min(1, equatorialRadius / height));
}

/**
 * Whether at least half of the Sun's disc lights the point. The station crosses the penumbra in about 8 s (longer at a
 * grazing angle): the umbra begins about 4 s after this function first returns false.
 */
export const isSunlit = (point: EarthFixed, sun: Sun): boolean => limbMargin(point, sun) >= 0;
