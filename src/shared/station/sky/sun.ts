import { dotProduct, radians, wrapDegrees, type EarthFixed, type Place } from './earth.ts';

const j2000 = Date.UTC(2000, 0, 1, 12) / 1000;
const astronomicalUnit = 149_597_870.7;

export interface Sun {
  /** The subsolar point; its latitude is the declination. */
  readonly subsolar: Place;
  /** Unit vector from the Earth's centre, Earth-fixed. */
  readonly direction: EarthFixed;
  readonly distanceKm: number;
}

/**
 * The Sun at `t` (Unix seconds), by the low-precision formulas of the Astronomical Almanac (section C) and mean
 * sidereal time (compare Meeus, 2nd ed., chapters 12 and 25). Accuracy: 0.01° from 1950 to 2050. UTC is used for UT1
 * and for TT: the difference of 70 s moves the Sun by 0.001°.
 */
export function sunAt(t: number): Sun {
  const days = (t - j2000) / 86_400;
  const meanLongitude = 280.46 + 0.9856474 * days;
  const meanAnomaly = (357.528 + 0.9856003 * days) * radians;
  const eclipticLongitude =
    (meanLongitude + 1.915 * Math.sin(meanAnomaly) + 0.02 * Math.sin(2 * meanAnomaly)) * radians;
  const obliquity = (23.439 - 0.0000004 * days) * radians;

  const declination = Math.asin(Math.sin(obliquity) * Math.sin(eclipticLongitude));
  const rightAscension = Math.atan2(
    Math.cos(obliquity) * Math.sin(eclipticLongitude),
    Math.cos(eclipticLongitude),
  );
  const siderealDegrees = 15 * (18.697374558 + 24.06570982441908 * days);
  const longitude = wrapDegrees(rightAscension / radians - siderealDegrees);
  const lambda = longitude * radians;
  return {
    subsolar: { longitude, latitude: declination / radians },
    direction: [
      Math.cos(declination) * Math.cos(lambda),
      Math.cos(declination) * Math.sin(lambda),
      Math.sin(declination),
    ],
    distanceKm:
      astronomicalUnit *
      (1.00014 - 0.01671 * Math.cos(meanAnomaly) - 0.00014 * Math.cos(2 * meanAnomaly)),
  };
}

/** The subsolar point at `t` (Unix seconds). */
export const subsolarPoint = (t: number): Place => sunAt(t).subsolar;

/**
 * Elevation of the Sun at `place` in degrees, without refraction (Meeus, 2nd ed., equation 13.6); negative at night.
 */
export function solarElevation(place: Place, subsolar: Place): number {
  const sine =
    Math.sin(place.latitude * radians) * Math.sin(subsolar.latitude * radians) +
    Math.cos(place.latitude * radians) *
      Math.cos(subsolar.latitude * radians) *
      Math.cos((place.longitude - subsolar.longitude) * radians);
  return Math.asin(Math.min(1, Math.max(-1, sine))) / radians;
}

/** The antipodal point: the centre of the night side. */
export const antipodeOf = ({ longitude, latitude }: Place): Place => ({
  longitude: wrapDegrees(longitude + 180),
  latitude: -latitude,
});

/** Sunset, then the ends of civil, nautical and astronomical twilight: degrees of the Sun's elevation. */
export const twilights = [0, -6, -12, -18] as const;

/** A circle on the globe. All values are in degrees. */
interface Circle {
  readonly center: Place;
  readonly radius: number;
}

/**
 * The circle of the places where the Sun is lower than `elevation` (degrees, at most 90) at `t` (Unix seconds). For 0°
 * its edge is the terminator.
 */
export const darkCircle = (t: number, elevation: number): Circle => ({
  center: antipodeOf(subsolarPoint(t)),
  radius: 90 + elevation,
});

/**
 * Sine of the Sun's elevation where the unit vector `up` is the vertical. Faster than `solarElevation`, for many calls.
 */
export const sineOfSolarElevation = (up: EarthFixed, sun: Sun): number =>
  dotProduct(up, sun.direction);
