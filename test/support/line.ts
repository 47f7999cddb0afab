import {
  distanceBetween,
  dotProduct,
  earthFixedOf,
  subtractVectors,
  type EarthFixed,
  type Place,
} from '#shared/station/sky/earth.ts';

/** The distance of a place from a line, both on the ground, km. */
export function distanceFromLineKm(line: readonly Place[], place: Place): number {
  const point = earthFixedOf(place);
  const gaps = line.slice(1).map((to, index) => {
    const a = earthFixedOf(line[index] ?? to);
    const along = subtractVectors(earthFixedOf(to), a);
    const away = subtractVectors(point, a);
    const part = Math.min(1, Math.max(0, dotProduct(away, along) / dotProduct(along, along)));
    const nearest = along.map((one) => one * part) as unknown as EarthFixed;
    return distanceBetween(away, nearest);
  });
  return Math.min(...gaps);
}
