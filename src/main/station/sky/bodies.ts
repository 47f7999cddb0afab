import {
  Body,
  GeoVector,
  Illumination,
  KM_PER_AU,
  MakeTime,
  MoonPhase,
  RotateVector,
  Rotation_EQJ_EQD,
  SiderealTime,
  type AstroTime,
} from 'astronomy-engine';
import type { EarthFixed } from '#shared/station/sky/earth.ts';
import type { BodyName } from '#shared/station/sky/sky.ts';
import { earthRate } from '../orbit/frames.ts';

export const discBodies = {
  sun: { body: Body.Sun, radiusKm: 695_700 },
  moon: { body: Body.Moon, radiusKm: 1737.4 },
} as const;
export type DiscName = keyof typeof discBodies;

/** The bodies of the solar system that the naked eye can see. */
export const visibleBodies: Readonly<Record<BodyName, Body>> = {
  sun: Body.Sun,
  moon: Body.Moon,
  mercury: Body.Mercury,
  venus: Body.Venus,
  mars: Body.Mars,
  jupiter: Body.Jupiter,
  saturn: Body.Saturn,
};

const astroTimeOf = (t: number): AstroTime => MakeTime(new Date(t * 1000));

/** Apparent geocentric position, true equator and equinox of date, km. By astronomy-engine: 1′ or better. */
function positionOfDate(body: Body, time: AstroTime): EarthFixed {
  const { x, y, z } = RotateVector(Rotation_EQJ_EQD(time), GeoVector(body, time, true));
  return [x * KM_PER_AU, y * KM_PER_AU, z * KM_PER_AU];
}

function rotateAboutAxis([x, y, z]: EarthFixed, angle: number): EarthFixed {
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  return [x * cos + y * sin, y * cos - x * sin, z];
}

/** Apparent sidereal time at Greenwich, radians. */
const siderealAngle = (time: AstroTime): number => (SiderealTime(time) * Math.PI) / 12;

/**
 * Returns a function that transforms unit vectors from the mean equator and equinox of J2000 to the Earth-fixed frame
 * at `t` (Unix seconds), by precession, nutation and sidereal time.
 */
export function j2000ToEarthFixed(t: number): (direction: EarthFixed) => EarthFixed {
  const time = astroTimeOf(t);
  const angle = siderealAngle(time);
  const matrix = Rotation_EQJ_EQD(time).rot;
  const part = (k: number, [x, y, z]: EarthFixed): number =>
    (matrix[0]?.[k] ?? NaN) * x + (matrix[1]?.[k] ?? NaN) * y + (matrix[2]?.[k] ?? NaN) * z;
  return (d) => rotateAboutAxis([part(0, d), part(1, d), part(2, d)], angle);
}

/** Magnitude of a body, and the lit part of its disc; by astronomy-engine. */
export function illuminationOf(name: BodyName, t: number): { magnitude: number; lit: number } {
  const { mag, phase_fraction: lit } = Illumination(visibleBodies[name], astroTimeOf(t));
  return { magnitude: mag, lit };
}

/** Ecliptic longitude of the Moon relative to the Sun, degrees: 0 new, 90 first quarter, 180 full. */
export const moonPhase = (t: number): number => MoonPhase(astroTimeOf(t));

/** Apparent position of a body, Earth-fixed, km, at `t` (Unix seconds). */
export function bodyAt(body: Body, t: number): EarthFixed {
  const time = astroTimeOf(t);
  return rotateAboutAxis(positionOfDate(body, time), siderealAngle(time));
}

/**
 * The position of a body between two times at most 20 minutes apart, Earth-fixed, km: interpolated in the inertial
 * frame, where the Moon's path bends by 0.2″ in that time. Faster than `bodyAt` for many times of one pass.
 */
export function bodyBetween(body: Body, from: number, to: number): (t: number) => EarthFixed {
  const [first, last] = [astroTimeOf(from), astroTimeOf(to)];
  const [a, b] = [positionOfDate(body, first), positionOfDate(body, last)];
  const angle = siderealAngle(first);
  return (t) => {
    const fraction = (t - from) / (to - from);
    const meanPosition: EarthFixed = [
      a[0] + (b[0] - a[0]) * fraction,
      a[1] + (b[1] - a[1]) * fraction,
      a[2] + (b[2] - a[2]) * fraction,
    ];
    return rotateAboutAxis(meanPosition, angle + earthRate * (t - from));
  };
}
