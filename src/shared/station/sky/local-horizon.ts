/**
 * Height of the horizon as seen from the place (houses, trees, mountains), degrees, for north, north-east and so on
 * clockwise. The horizon is linear between these directions.
 */
export type LocalHorizon = readonly number[];

export const flatHorizon: LocalHorizon = [0, 0, 0, 0, 0, 0, 0, 0];

export const isFlat = (horizon: LocalHorizon): boolean => horizon.every((height) => height === 0);

/** Height of the horizon in degrees in the direction of an azimuth (degrees from north by east). */
export function horizonAt(horizon: LocalHorizon, azimuth: number): number {
  const position = (((azimuth % 360) + 360) % 360) / 45;
  const index = Math.floor(position) % 8;
  const [left, right] = [horizon[index] ?? 0, horizon[(index + 1) % 8] ?? 0];
  return left + (right - left) * (position - Math.floor(position));
}
