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

/** The distance between two rings: a round number in the user's unit, which results in at most four rings. */
export function ringStep(reach: number): number {
  const power = 10 ** Math.floor(Math.log10(reach / 4));
  const step = [1, 2, 2.5, 5].find((one) => one * power * 4 >= reach) ?? 10;
  return step * power;
}

interface TownOnMap {
  readonly name: string;
  readonly x: number;
  readonly y: number;
}

/** A part of the map that labels must not touch. */
interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The box around a circle. */
export const boxAround = ([x, y]: readonly [number, number], radius: number): Box => ({
  left: x - radius,
  top: y - radius,
  right: x + radius,
  bottom: y + radius,
});

/** Size of a label, in units of the map. */
const labelSize = { perLetter: 5.6, height: 12 } as const;

/** The box of a label whose text begins at `x` on the baseline `y`. */
export const boxOfText = (text: string, [x, y]: readonly [number, number]): Box => ({
  left: x,
  top: y + 2 - labelSize.height,
  right: x + text.length * labelSize.perLetter + 1,
  bottom: y + 2,
});

/** Where the name of a town begins, from its dot. */
export const townNameOffset = { x: 5, y: 4 } as const;

/**
 * The towns that fit onto a map of `size`, without labels that cover each other or one of the `taken` parts; the first
 * ones take precedence.
 */
export function placeTowns(
  towns: readonly Town[],
  center: Place,
  {
    size,
    reach,
    taken,
  }: { readonly size: number; readonly reach: number; readonly taken: readonly Box[] },
): readonly TownOnMap[] {
  const scale = size / 2 / reach;
  const shownTowns: TownOnMap[] = [];
  const boxes = [...taken];
  for (const town of towns) {
    const { east, north } = sketchPositionOf(center, town);
    const [x, y] = [size / 2 + east * scale, size / 2 - north * scale];
    const box = boxOfText(town.name, [x + townNameOffset.x, y + townNameOffset.y]);
    if (x < 4 || box.right > size || y < labelSize.height || y > size - 4) continue;
    const isCovered = boxes.some(
      ({ left, top, right, bottom }) =>
        left < box.right && box.left < right && top < box.bottom && box.top < bottom,
    );
    if (isCovered) continue;
    shownTowns.push({ name: town.name, x, y });
    boxes.push({ ...box, left: x });
  }
  return shownTowns;
}
