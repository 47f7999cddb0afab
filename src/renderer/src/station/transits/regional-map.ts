import type { Place } from '#shared/station/sky/earth.ts';
import { sketchPositionOf } from '#shared/station/transit-words.ts';
import type { Town } from '../places/places.ts';

/** Steps of the zoom; each halves or doubles the width of the map. */
export const zoomRange = { least: -4, most: 4 } as const;

/** Kilometres from the middle to the edge of the map. */
export const mapReachKm = (distanceKm: number, zoom: number): number =>
  Math.max(10, Math.ceil((distanceKm * 1.3) / 5) * 5) / 2 ** zoom;

/** The centre of the map: the place to stand at close range, else the observer's place. */
export const mapCenterOf = (observer: Place, stand: Place, zoom: number): Place =>
  zoom > 0 ? stand : observer;

/** The distance between rings: round, for at most four rings, in the unit of the user. */
export function ringStep(reach: number): number {
  const power = 10 ** Math.floor(Math.log10(reach / 4));
  const step = [1, 2, 2.5, 5].find((one) => one * power * 4 >= reach) ?? 10;
  return step * power;
}

export interface TownOnMap {
  readonly name: string;
  readonly x: number;
  readonly y: number;
}

/** Size of a label, in units of the map. */
const labelSize = { perLetter: 5.6, height: 12, offset: 6 } as const;

/** The towns that fit onto a map of `size`, without labels that cover each other; the first ones take precedence. */
export function placeTowns(
  towns: readonly Town[],
  center: Place,
  { size, reach }: { readonly size: number; readonly reach: number },
): readonly TownOnMap[] {
  const scale = size / 2 / reach;
  const shown: TownOnMap[] = [];
  for (const town of towns) {
    const { east, north } = sketchPositionOf(center, town);
    const [x, y] = [size / 2 + east * scale, size / 2 - north * scale];
    const width = town.name.length * labelSize.perLetter + labelSize.offset;
    if (x < 4 || x + width > size || y < labelSize.height || y > size - 4) continue;
    const covers = shown.some(
      (other) =>
        Math.abs(other.y - y) < labelSize.height &&
        x < other.x + other.name.length * labelSize.perLetter + labelSize.offset &&
        other.x < x + width,
    );
    if (!covers) shown.push({ name: town.name, x, y });
  }
  return shown;
}
