import {
  eccentricitySquared,
  equatorialRadius,
  radians,
  fullTurn,
} from '#shared/station/sky/earth.ts';

/** The components x, y and z. */
export type Vector = readonly [number, number, number];

/**
 * Rotation rate of the Earth against the mean equinox of date, rad/s: 1.002 737 909 35 revolutions a day (IAU 1982;
 * Vallado, 4th ed., chapter 3).
 */
export const earthRate = 7.292_115_855_3e-5;

/** Height of the station above the ellipsoid for conversions of its latitude, km. The true height is 400 to 430 km. */
const conventionalAltitude = 420;

const unixEpochJ2000Days = -10_957.5;

/**
 * Greenwich mean sidereal time in radians, in [0, 2π): IAU 1982 (Aoki et al., "The new definition of universal time",
 * 1982; Meeus, "Astronomical Algorithms", 2nd ed., equation 12.4). UT1 is taken as UTC, which is good to 0.9 s.
 *
 * @param t Unix seconds
 */
export function siderealTime(t: number): number {
  const days = t / 86_400 + unixEpochJ2000Days;
  const c = days / 36_525;
  // The whole days are removed from the fast term first, because they would reduce its precision.
  const turns = 0.779_057_273_264 + 0.002_737_909_350_795 * days + (days % 1);
  const precessionTurns = ((0.093_104 - 6.2e-6 * c) * c * c) / 86_400;
  const angle = (turns + precessionTurns) % 1;
  return (angle < 0 ? angle + 1 : angle) * fullTurn;
}

/**
 * First eccentricity squared of WGS 84, rounded: with the exact value the last bits of fixes would differ from stored
 * ones.
 */
const wgs84E2 = 0.006_694_379_990_141;

/**
 * Geocentric latitude from geodetic latitude (WGS 84), both in radians; the altitude is in km.
 *
 * With the radius of curvature in the prime vertical N = a / √(1 − e² sin² φ), a point at geodetic latitude φ and
 * height h lies (N + h) cos φ from the axis and (N (1 − e²) + h) sin φ above the equator (Vallado, 4th ed., chapter 3;
 * Meeus, 2nd ed., chapter 11).
 */
export function geocentricLatitude(geodetic: number, altitude: number): number {
  const sin = Math.sin(geodetic);
  const n = equatorialRadius / Math.sqrt(1 - eccentricitySquared * sin * sin);
  return Math.atan2(
    (n * (1 - eccentricitySquared) + altitude) * sin,
    (n + altitude) * Math.cos(geodetic),
  );
}

/**
 * Geodetic latitude (WGS 84) from geocentric latitude, both in degrees, north positive: the inverse of
 * `geocentricLatitude`, tan φ = tan ψ (N + h) / (N (1 − e²) + h), by fixed-point iteration. Each iteration gains six
 * decimal digits.
 *
 * @param altitude height above the ellipsoid in km; an error of 20 km moves the result by less than 0.001° (100 m)
 */
export function geodeticLatitude(geocentric: number, altitude = conventionalAltitude): number {
  const psi = geocentric * radians;
  let phi = psi;
  for (let round = 0; round < 2; round++) {
    const n = equatorialRadius / Math.sqrt(1 - wgs84E2 * Math.sin(phi) ** 2);
    // `atan2` also works at the poles, where the tangent is infinite.
    phi = Math.atan2(
      Math.sin(psi) * (n + altitude),
      Math.cos(psi) * (n * (1 - wgs84E2) + altitude),
    );
  }
  return phi / radians;
}

/**
 * The geocentric latitude that the service sent for a fix, in radians: the inverse of the client's conversion, with the
 * same conventional altitude.
 */
export function sentLatitude(geodeticDegrees: number): number {
  return geocentricLatitude(geodeticDegrees * radians, conventionalAltitude);
}
