/** WGS 84: equatorial radius in km, and the first eccentricity squared. */
const equatorialRadius = 6378.137;
const e2 = 0.006_694_379_990_141;

/** The station keeps between 400 and 430 km. */
const stationAltitude = 420;

const radians = Math.PI / 180;

/**
 * Geodetic (WGS 84) from geocentric latitude, both in degrees, north positive.
 *
 * With N = a / √(1 − e² sin² φ) a point at geodetic latitude φ and height h lies at
 * (N + h) cos φ from the axis and (N (1 − e²) + h) sin φ above the equator, so that
 * tan φ = tan ψ · (N + h) / (N (1 − e²) + h), solved by iteration: each round gains six decimal digits.
 *
 * @param altitude height above the ellipsoid in km. 20 km amiss moves the result by less than 0.001° (100 m).
 */
export function geodeticLatitude(geocentric: number, altitude = stationAltitude): number {
  const psi = geocentric * radians;
  let phi = psi;
  for (let round = 0; round < 2; round++) {
    const n = equatorialRadius / Math.sqrt(1 - e2 * Math.sin(phi) ** 2);
    // atan2 holds at the poles, where the tangent does not.
    phi = Math.atan2(Math.sin(psi) * (n + altitude), Math.cos(psi) * (n * (1 - e2) + altitude));
  }
  return phi / radians;
}
