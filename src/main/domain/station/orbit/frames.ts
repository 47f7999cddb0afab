import { radians, turn } from './constants.ts';

/** x, y, z. */
export type Vector = readonly [number, number, number];

/** WGS 84: equatorial radius in km, and the first eccentricity squared. */
const equatorialRadius = 6378.137;
const e2 = 0.006_694_379_990_141;

/** The height at which fixes are turned from geocentric to geodetic as they come in, km. */
const conventionalAltitude = 420;

const unixEpochJ2000Days = -10_957.5;

/**
 * Greenwich mean sidereal time, IAU 1982 (Aoki et al.), radians in [0, 2π); UT1 is taken as UTC.
 *
 * @param t Unix seconds
 */
export function siderealTime(t: number): number {
  const days = t / 86_400 + unixEpochJ2000Days;
  const c = days / 36_525;
  // Whole turns are taken out of the fast term first: they would cost digits.
  const turns = 0.779_057_273_264 + 0.002_737_909_350_795 * days + (days % 1);
  const slow = ((0.093_104 - 6.2e-6 * c) * c * c) / 86_400;
  const angle = (turns + slow) % 1;
  return (angle < 0 ? angle + 1 : angle) * turn;
}

/** Geocentric from geodetic latitude (WGS 84), both in radians; the altitude in km. */
export function geocentricLatitude(geodetic: number, altitude: number): number {
  const sin = Math.sin(geodetic);
  const n = equatorialRadius / Math.sqrt(1 - e2 * sin * sin);
  return Math.atan2((n * (1 - e2) + altitude) * sin, (n + altitude) * Math.cos(geodetic));
}

/**
 * The geocentric latitude that the service sent for a fix, radians: the exact way back, through the
 * altitude that was assumed on the way in.
 */
export function sentLatitude(geodeticDegrees: number): number {
  return geocentricLatitude(geodeticDegrees * radians, conventionalAltitude);
}

/** Geodetic coordinates (WGS 84). */
export interface Geodetic {
  /** Degrees, north positive. */
  readonly latitude: number;
  /** Degrees, east positive, in (-180, 180]. */
  readonly longitude: number;
  readonly altitudeKm: number;
}

/**
 * Geodetic coordinates of an Earth-fixed point in km, by Bowring's formula (1985): below 1 mm for
 * anything in orbit. Holds at the poles.
 */
export function geodeticOf([x, y, z]: Vector): Geodetic {
  const p = Math.hypot(x, y);
  const b = equatorialRadius * Math.sqrt(1 - e2);
  const second = e2 / (1 - e2);
  const r = Math.hypot(p, z);
  const tanBeta = ((b * z) / (equatorialRadius * p)) * (1 + (second * b) / r);
  const cosBeta = p === 0 ? 0 : 1 / Math.sqrt(1 + tanBeta * tanBeta);
  const sinBeta = p === 0 ? Math.sign(z) : tanBeta * cosBeta;
  const phi = Math.atan2(z + second * b * sinBeta ** 3, p - e2 * equatorialRadius * cosBeta ** 3);
  const sin = Math.sin(phi);
  const altitudeKm = p * Math.cos(phi) + z * sin - equatorialRadius * Math.sqrt(1 - e2 * sin * sin);
  return { latitude: phi / radians, longitude: Math.atan2(y, x) / radians, altitudeKm };
}
