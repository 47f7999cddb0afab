import { eccentricitySquared, equatorialRadius } from '#shared/station/sky/earth.ts';
import { radians, turn } from './constants.ts';

/** x, y, z. */
export type Vector = readonly [number, number, number];

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
  const n = equatorialRadius / Math.sqrt(1 - eccentricitySquared * sin * sin);
  return Math.atan2(
    (n * (1 - eccentricitySquared) + altitude) * sin,
    (n + altitude) * Math.cos(geodetic),
  );
}

/**
 * The geocentric latitude that the service sent for a fix, radians: the exact way back, through the
 * altitude that was assumed on the way in.
 */
export function sentLatitude(geodeticDegrees: number): number {
  return geocentricLatitude(geodeticDegrees * radians, conventionalAltitude);
}
