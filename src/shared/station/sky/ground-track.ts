import { placeBelow, type Place, type PositionAt } from './earth.ts';

/** Consecutive places; no two neighbours lie on different sides of the antimeridian. */
type TrackLine = readonly Place[];

/**
 * The path of the sub-satellite point from `from` to `to` (Unix seconds), cut at the antimeridian.
 *
 * @param step seconds between points; 30 s are 2° of the orbit, for which a straight line errs by less than 0.01° (1
 *   km)
 */
export function groundTrack(
  positionAt: PositionAt,
  from: number,
  to: number,
  step = 30,
): readonly TrackLine[] {
  const count = Math.max(1, Math.ceil((to - from) / step));
  return splitAtAntimeridian(
    Array.from({ length: count + 1 }, (_, index) => {
      const { latitude, longitude } = placeBelow(positionAt(from + ((to - from) * index) / count));
      return { latitude, longitude };
    }),
  );
}

/** Cuts a path where it crosses ±180°; both parts get a point on the cut. */
export function splitAtAntimeridian(path: TrackLine): readonly TrackLine[] {
  const lines: Place[][] = [];
  let line: Place[] = [];
  let previous: Place | null = null;
  for (const place of path) {
    if (previous !== null && Math.abs(place.longitude - previous.longitude) > 180) {
      const side = previous.longitude < 0 ? -180 : 180;
      const unwrappedLongitude = place.longitude + 2 * side;
      const share = (side - previous.longitude) / (unwrappedLongitude - previous.longitude);
      const latitude = previous.latitude + share * (place.latitude - previous.latitude);
      line.push({ longitude: side, latitude });
      lines.push(line);
      line = [{ longitude: -side, latitude }];
    }
    line.push(place);
    previous = place;
  }
  if (line.length > 0) lines.push(line);
  return lines;
}
