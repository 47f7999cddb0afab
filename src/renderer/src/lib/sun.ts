const rad = Math.PI / 180;
const j2000Ms = Date.UTC(2000, 0, 1, 12);
const dayMs = 86_400_000;

/** A place on the Earth: degrees, east and north positive. */
export interface Place {
  readonly longitude: number;
  readonly latitude: number;
}

/**
 * Where the Sun is overhead at `timeMs` (milliseconds since the Unix epoch).
 * Low-precision formulas of the Astronomical Almanac (section C, "Low precision formulas for the Sun") and
 * its mean sidereal time: good to about 0.01° from 1950 to 2050, far less than a pixel of any map.
 */
export function subsolarPoint(timeMs: number): Place {
  const days = (timeMs - j2000Ms) / dayMs;
  const meanLongitude = 280.46 + 0.9856474 * days;
  const meanAnomaly = (357.528 + 0.9856003 * days) * rad;
  const eclipticLongitude =
    (meanLongitude + 1.915 * Math.sin(meanAnomaly) + 0.02 * Math.sin(2 * meanAnomaly)) * rad;
  const obliquity = (23.439 - 0.0000004 * days) * rad;

  const declination = Math.asin(Math.sin(obliquity) * Math.sin(eclipticLongitude)) / rad;
  const rightAscension =
    Math.atan2(Math.cos(obliquity) * Math.sin(eclipticLongitude), Math.cos(eclipticLongitude)) /
    rad;
  const siderealDegrees = 15 * (18.697374558 + 24.06570982441908 * days);
  return { longitude: wrap(rightAscension - siderealDegrees), latitude: declination };
}

/** Elevation of the Sun in degrees as seen from `place`, without refraction; negative at night. */
export function solarElevation(place: Place, sun: Place): number {
  const sine =
    Math.sin(place.latitude * rad) * Math.sin(sun.latitude * rad) +
    Math.cos(place.latitude * rad) *
      Math.cos(sun.latitude * rad) *
      Math.cos((place.longitude - sun.longitude) * rad);
  return Math.asin(Math.min(1, Math.max(-1, sine))) / rad;
}

/** The point opposite: the middle of the night. */
export const antipode = ({ longitude, latitude }: Place): Place => ({
  longitude: wrap(longitude + 180),
  latitude: -latitude,
});

/** Into [-180, 180). */
function wrap(degrees: number): number {
  return ((((degrees + 180) % 360) + 360) % 360) - 180;
}
