import {
  Body,
  GeoVector,
  KM_PER_AU,
  MakeTime,
  RotateVector,
  Rotation_EQJ_EQD,
  SiderealTime,
  type AstroTime,
} from 'astronomy-engine';
import type { EarthFixed } from '#shared/station/sky/earth.ts';
import { earthRate } from '../orbit/frames.ts';

/** Bodies whose disc the station may cross. */
export const discs = {
  sun: { body: Body.Sun, radiusKm: 695_700 },
  moon: { body: Body.Moon, radiusKm: 1737.4 },
} as const;
export type Disc = keyof typeof discs;

const timeOf = (t: number): AstroTime => MakeTime(new Date(t * 1000));

/** Apparent geocentric position, true equator and equinox of date, km. By astronomy-engine: 1′ or better. */
function ofDate(body: Body, time: AstroTime): EarthFixed {
  const { x, y, z } = RotateVector(Rotation_EQJ_EQD(time), GeoVector(body, time, true));
  return [x * KM_PER_AU, y * KM_PER_AU, z * KM_PER_AU];
}

function rotated([x, y, z]: EarthFixed, angle: number): EarthFixed {
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  return [x * cos + y * sin, y * cos - x * sin, z];
}

/** Apparent sidereal time at Greenwich, radians. */
const siderealAngle = (time: AstroTime): number => (SiderealTime(time) * Math.PI) / 12;

/** Apparent position of a body, Earth-fixed, km, at `t` (Unix seconds). */
export function bodyAt(body: Body, t: number): EarthFixed {
  const time = timeOf(t);
  return rotated(ofDate(body, time), siderealAngle(time));
}

/**
 * The position of a body between two times at most 20 minutes apart, Earth-fixed, km: interpolated in the inertial frame,
 * where the Moon's path bends by 0.2″ in that time. For many times of one pass.
 */
export function bodyBetween(body: Body, from: number, to: number): (t: number) => EarthFixed {
  const [first, last] = [timeOf(from), timeOf(to)];
  const [a, b] = [ofDate(body, first), ofDate(body, last)];
  const angle = siderealAngle(first);
  return (t) => {
    const part = (t - from) / (to - from);
    const between: EarthFixed = [
      a[0] + (b[0] - a[0]) * part,
      a[1] + (b[1] - a[1]) * part,
      a[2] + (b[2] - a[2]) * part,
    ];
    return rotated(between, angle + earthRate * (t - from));
  };
}
