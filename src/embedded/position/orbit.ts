import { gstime, sgp4, twoline2satrec } from 'satellite.js';
import type { Elements } from './elements.ts';

/** The point below the station, degrees. */
export interface SubSatellitePoint {
  /** Geocentric: the angle at the centre of the Earth, as the public service gives it. */
  readonly latitude: number;
  /** East positive, in (-180, 180]. */
  readonly longitude: number;
}

/** Where the station is at a time (ms since the epoch). */
export type Orbit = (time: number) => SubSatellitePoint;

const minuteMs = 60_000;
const julianDayOfEpoch = 2_440_587.5;
/** Further from their epoch, old elements lose the orbit to a drag that reboosts make up for. */
const foldMs = 365 * 24 * 60 * minuteMs;

const degrees = (radians: number): number => (radians * 180) / Math.PI;

/**
 * The orbit of a set of elements, by SGP4. Half a year and more from their epoch the same year of
 * orbit is gone through again: still a station's path, though not where the station was.
 *
 * @throws when the lines are no elements, or lead nowhere
 */
export function orbitOf({ line1, line2 }: Elements): Orbit {
  const satellite = twoline2satrec(line1, line2);
  const epoch = (satellite.jdsatepoch - julianDayOfEpoch) * 24 * 60 * minuteMs;
  if (!Number.isFinite(epoch)) throw new Error('not a set of two-line elements');

  return (time) => {
    const age = time - epoch;
    const folded = age - foldMs * Math.round(age / foldMs);
    const state = sgp4(satellite, folded / minuteMs);
    if (state === null)
      throw new Error(`the elements give no orbit (SGP4 error ${satellite.error})`);
    const { x, y, z } = state.position;
    const east = degrees(Math.atan2(y, x) - gstime(new Date(time)));
    return {
      latitude: degrees(Math.atan2(z, Math.hypot(x, y))),
      longitude: east - 360 * Math.ceil((east - 180) / 360),
    };
  };
}
