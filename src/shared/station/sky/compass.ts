import { m } from '#words';

/** An azimuth in whole degrees, 0 to 359. */
export const wholeAzimuth = (azimuth: number): number => Math.round(azimuth) % 360;

/** The eight compass directions, clockwise from north. */
const compassNames = [
  m.forecast_north,
  m.forecast_north_east,
  m.forecast_east,
  m.forecast_south_east,
  m.forecast_south,
  m.forecast_south_west,
  m.forecast_west,
  m.forecast_north_west,
] as const;

/** The nearest of the eight compass directions to an azimuth (degrees from north by east). */
export const compassInWords = (azimuth: number): string =>
  (compassNames[((Math.round(azimuth / 45) % 8) + 8) % 8] ?? m.forecast_north)();

/** The directions between which a pass goes, by their azimuths in degrees: “From west to east”, or “In the north”. */
export function wayInWords(fromAzimuth: number, toAzimuth: number): string {
  const way = { from: compassInWords(fromAzimuth), to: compassInWords(toAzimuth) };
  return way.from === way.to ? m.glance_way_in({ direction: way.from }) : m.glance_way(way);
}
