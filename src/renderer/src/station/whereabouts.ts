import { placeBelow, type EarthFixed, type Place } from '#shared/station/sky/earth.ts';
import { positionOnPath, spanOfPath, type SampledPath } from '#shared/station/sky/sampled-path.ts';
import type { Station } from '#shared/station/station.ts';

/** Where the station is at a time: its position on the orbit, or the last fix if no orbit is known for that time. */
export type Whereabouts =
  | {
      readonly by: 'orbit';
      readonly place: Place;
      readonly point: EarthFixed;
      readonly altitudeKm: number;
      /** Inertial speed, not relative to the rotating ground. */
      readonly speedKmS: number;
    }
  | { readonly by: 'fix'; readonly place: Place };

/** The Earth's rotation, radians per second (IERS). */
const earthRotation = 7.292115e-5;

/**
 * Returns where the station is at `t`.
 *
 * @param t Unix seconds
 * @returns null if neither an orbit for this time nor a fix is known
 */
export function whereaboutsAt(
  { orbit, fix }: Pick<Station, 'orbit' | 'fix'>,
  t: number,
): Whereabouts | null {
  if (orbit !== null && isPathValidAt(orbit.path, t)) {
    const positionAt = positionOnPath(orbit.path);
    const point = positionAt(t);
    const { altitudeKm, latitude, longitude } = placeBelow(point);
    const speedKmS = inertialSpeed(positionAt(t - 0.5), point, positionAt(t + 0.5));
    return { by: 'orbit', place: { latitude, longitude }, point, altitudeKm, speedKmS };
  }
  if (fix.last === null) return null;
  const { latitude, longitude } = fix.last;
  return { by: 'fix', place: { latitude, longitude } };
}

/**
 * Whether the time is at least half a second from both ends of the path: the speed is a difference over ± half a
 * second.
 */
function isPathValidAt(path: SampledPath, t: number): boolean {
  const [from, to] = spanOfPath(path);
  return t >= from + 0.5 && t <= to - 0.5;
}

/** Inertial speed, km/s, from the positions half a second before and after. */
const inertialSpeed = (before: EarthFixed, [x, y]: EarthFixed, after: EarthFixed): number =>
  Math.hypot(
    after[0] - before[0] - earthRotation * y,
    after[1] - before[1] + earthRotation * x,
    after[2] - before[2],
  );
