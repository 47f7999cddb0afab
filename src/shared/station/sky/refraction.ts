/** The formula is not valid below this elevation, degrees; lower points have the refraction of this elevation. */
const minElevation = -1;

/** Pressure in hPa and temperature in kelvin at a height in metres, by the ICAO standard atmosphere up to 11 km. */
function airAt(height: number): { readonly pressure: number; readonly temperature: number } {
  const temperature = 288.15 - 0.0065 * height;
  return { pressure: 1013.25 * (temperature / 288.15) ** 5.2559, temperature };
}

/**
 * The refraction of a point at a geometric elevation, degrees: 0.48° at 0°. By Sæmundsson (Sky & Telescope 72, 1986,
 * page 70; Meeus, "Astronomical Algorithms", 2nd ed., formula 16.4), the inverse of Bennett's formula (1982) to 0.1′.
 * Near the horizon the weather changes the refraction by a tenth and more.
 *
 * @param altitude the altitude of the observer, metres; null: not known, and taken as 0
 */
export function refraction(elevation: number, altitude: number | null): number {
  const h = Math.max(minElevation, elevation);
  const { pressure, temperature } = airAt(altitude ?? 0);
  const minutes = 1.02 / Math.tan(((h + 10.3 / (h + 5.11)) * Math.PI) / 180);
  return Math.max(0, minutes / 60) * (pressure / 1010) * (283 / temperature);
}

/** The apparent elevation of a point, degrees. */
export const apparentElevation = (elevation: number, altitude: number | null): number =>
  elevation + refraction(elevation, altitude);
