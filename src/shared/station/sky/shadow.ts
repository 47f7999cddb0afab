import { dot, equatorialRadius, flattening, type EarthFixed } from './earth.ts';
import type { Sun } from './sun.ts';

const solarRadius = 695_700;

/**
 * How far the centre of the Sun stands above the Earth's limb as seen from `point`, and the apparent radius
 * of the Sun: radians. Negative: behind the Earth.
 *
 * Stretching the z axis makes the ellipsoid a sphere, and a line that misses the one misses the other: the
 * limb is exact for WGS 84. The shadow is a cone: the Sun has its size and its distance.
 * Left out: the atmosphere, whose lowest 10 to 20 km dim and redden the light 4 to 8 s before the geometric
 * shadow comes.
 */
export function overLimb(point: EarthFixed, sun: Sun): { margin: number; solarRadius: number } {
  const stretch = 1 / (1 - flattening);
  const station: EarthFixed = [point[0], point[1], point[2] * stretch];
  const toSun: EarthFixed = [
    sun.direction[0] * sun.distanceKm - station[0],
    sun.direction[1] * sun.distanceKm - station[1],
    sun.direction[2] * sun.distanceKm * stretch - station[2],
  ];
  const height = Math.hypot(...station);
  const distance = Math.hypot(...toSun);
  const fromNadir = Math.acos(
    Math.max(-1, Math.min(1, -dot(station, toSun) / (height * distance))),
  );
  return {
    margin: fromNadir - Math.asin(Math.min(1, equatorialRadius / height)),
    solarRadius: Math.asin(solarRadius / distance),
  };
}

/**
 * Whether at least half of the Sun's disc lights the point. The station crosses the penumbra, from first
 * dimming to darkness, in about 8 s (longer when it grazes): the umbra begins about 4 s later than this says.
 */
export const isSunlit = (point: EarthFixed, sun: Sun): boolean => overLimb(point, sun).margin >= 0;

/** How much of the Sun's disc lights the point: 1 in full light, 0 in the umbra. The limb passes for straight. */
export function sunlitFraction(point: EarthFixed, sun: Sun): number {
  const { margin, solarRadius: radius } = overLimb(point, sun);
  const x = Math.max(-1, Math.min(1, margin / radius));
  return (Math.PI - Math.acos(x) + x * Math.sqrt(1 - x * x)) / Math.PI;
}
