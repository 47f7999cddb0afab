import { eciToGeodetic, gstime, sgp4, twoline2satrec } from 'satellite.js';

/** A two-line element set, as published. */
export interface Elements {
  readonly line1: string;
  readonly line2: string;
}

/** The position of the station. */
export interface SubSatellitePoint {
  /**
   * The geocentric latitude (the angle at the centre of the Earth), as in the answers of the public service, degrees.
   */
  readonly latitude: number;
  /** The longitude, degrees, east positive, in (-180, 180]. */
  readonly longitude: number;
  /** Distance from the centre of the Earth, km. */
  readonly radius: number;
}

/** The position of the station at a time (milliseconds since the epoch). */
export type Orbit = (time: number) => SubSatellitePoint;

const minuteMs = 60_000;
const julianDayOfEpoch = 2_440_587.5;
/**
 * The period after which the computed path repeats, in milliseconds. SGP4 models the drag of the air but no reboosts,
 * so the orbit would end if SGP4 computed times that are far from the epoch.
 */
const foldMs = 365 * 24 * 60 * minuteMs;

const toDegrees = (radians: number): number => (radians * 180) / Math.PI;

/** The epoch of a set of elements, milliseconds since 1970; not finite for invalid elements. */
export function epochOf({ line1, line2 }: Elements): number {
  return (twoline2satrec(line1, line2).jdsatepoch - julianDayOfEpoch) * 24 * 60 * minuteMs;
}

/** The geodetic latitude, which maps use, degrees. */
export function geodeticLatitude({ latitude, radius }: SubSatellitePoint): number {
  const angle = (latitude * Math.PI) / 180;
  const meridianPoint = { x: radius * Math.cos(angle), y: 0, z: radius * Math.sin(angle) };
  return toDegrees(eciToGeodetic(meridianPoint, 0).latitude);
}

/**
 * The orbit of a set of elements, by SGP4. For a time more than half a year from the epoch, the position is that of
 * another year: the path is plausible, but not the real one.
 *
 * @throws when the lines are not elements; the returned function throws when they give no position
 */
export function orbitOf(elements: Elements): Orbit {
  const satellite = twoline2satrec(elements.line1, elements.line2);
  const epoch = epochOf(elements);
  if (!Number.isFinite(epoch)) throw new Error('not a set of two-line elements');

  return (time) => {
    const age = time - epoch;
    const foldedAge = age - foldMs * Math.round(age / foldMs);
    const state = sgp4(satellite, foldedAge / minuteMs);
    if (state === null)
      throw new Error(`the elements give no orbit (SGP4 error ${satellite.error})`);
    const { x, y, z } = state.position;
    const eastDegrees = toDegrees(Math.atan2(y, x) - gstime(new Date(time)));
    return {
      latitude: toDegrees(Math.atan2(z, Math.hypot(x, y))),
      longitude: eastDegrees - 360 * Math.ceil((eastDegrees - 180) / 360),
      radius: Math.hypot(x, y, z),
    };
  };
}
