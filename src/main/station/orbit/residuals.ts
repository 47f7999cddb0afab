import type { Elements } from '#shared/station/orbit.ts';
import type { Fix } from '#shared/station/station.ts';
import { radians } from '#shared/station/sky/earth.ts';
import { geocentricLatitude, sentLatitude, siderealTime, type Vector } from './frames.ts';
import { size } from './parameters.ts';
import { trackOf, type TrackPoint, type Track } from './track.ts';

/** What the service means by latitude. */
export type LatitudeKind = 'geocentric' | 'geodetic';

/** A fix as the service sent it. */
export interface Observation {
  /** Unix seconds, the middle of the second that the service named. */
  readonly time: number;
  readonly sidereal: number;
  /** Radians. */
  readonly latitude: number;
  readonly longitude: number;
  /** The unit vector, taken as geocentric. */
  readonly direction: Vector;
}

export function observationOf({ time, latitude, longitude }: Fix): Observation {
  const sent = sentLatitude(latitude);
  const east = longitude * radians;
  return {
    time,
    sidereal: siderealTime(time),
    latitude: sent,
    longitude: east,
    direction: unit(sent, east),
  };
}

function unit(latitude: number, longitude: number): Vector {
  const cos = Math.cos(latitude);
  return [cos * Math.cos(longitude), cos * Math.sin(longitude), Math.sin(latitude)];
}

/** A geodetic latitude needs the height, which the orbit knows. */
function geocentric({ latitude }: Observation, radius: number): number {
  const surface = 6378.137 * (1 - Math.sin(latitude) ** 2 / 298.257);
  return geocentricLatitude(latitude, radius - surface);
}

/**
 * How far fixes lie off an orbit, observed minus computed: along the track over the turning Earth, where the unknown
 * part of the second hides, in seconds; and across it, where only the rounding to four decimals does, in km.
 */
export interface Residuals {
  readonly along: Float64Array;
  readonly cross: Float64Array;
}

/** With what they become when the elements change. Row k of a matrix begins at k · size. */
export interface LinearizedResiduals extends Residuals {
  readonly alongPartials: Float64Array;
  readonly crossPartials: Float64Array;
}

/** Behind the Earth there is no plane to measure in. */
const beyond = 1e4;

/** Without the derivatives, which cost as much again. */
export function residualsOf(
  observations: readonly Observation[],
  reading: LatitudeKind,
  epoch: number,
  elements: Elements,
): Residuals {
  const along = new Float64Array(observations.length);
  const offsets = { along, cross: new Float64Array(observations.length) };
  const track = trackOf(epoch, elements);
  observations.forEach((observation, index) =>
    measure(observation, reading, track, index, offsets),
  );
  return offsets;
}

export function allocateResiduals(count: number): LinearizedResiduals {
  return {
    along: new Float64Array(count),
    cross: new Float64Array(count),
    alongPartials: new Float64Array(count * size),
    crossPartials: new Float64Array(count * size),
  };
}

/**
 * @param into overwritten, where one is given: a fit asks again and again
 * @returns observed minus computed, to first order less `alongBy · correction`
 */
export function linearizedResiduals(
  observations: readonly Observation[],
  reading: LatitudeKind,
  epoch: number,
  elements: Elements,
  into = allocateResiduals(observations.length),
): LinearizedResiduals {
  const track = trackOf(epoch, elements);
  const { alongPartials, crossPartials } = into;
  observations.forEach((observation, index) => {
    const { radius, groundRate } = measure(observation, reading, track, index, into);
    const { forwardPartials, leftPartials } = track.derivatives();
    const speed = Math.hypot(groundRate[0], groundRate[1]);
    const a = groundRate[0] / speed;
    const b = groundRate[1] / speed;
    const row = index * size;
    for (let k = 0; k < size; k++) {
      const f = forwardPartials[k] ?? 0;
      const l = leftPartials[k] ?? 0;
      alongPartials[row + k] = (a * f + b * l) / speed;
      crossPartials[row + k] = radius * (a * l - b * f);
    }
  });
  return into;
}

/** Writes the offsets of one fix. @returns where the orbit has the station at its time */
function measure(
  observation: Observation,
  reading: LatitudeKind,
  track: Track,
  index: number,
  { along, cross }: Residuals,
): TrackPoint {
  const place = track.at(observation.time, observation.sidereal);
  const { direction, forward, left, radius, groundRate } = place;
  const seen =
    reading === 'geocentric'
      ? observation.direction
      : unit(geocentric(observation, radius), observation.longitude);
  const x = seen[0];
  const y = seen[1];
  const z = seen[2];
  const speed = Math.hypot(groundRate[0], groundRate[1]);
  const a = groundRate[0] / speed;
  const b = groundRate[1] / speed;
  const p = x * forward[0] + y * forward[1] + z * forward[2];
  const q = x * left[0] + y * left[1] + z * left[2];
  const visible = x * direction[0] + y * direction[1] + z * direction[2] > 0;
  along[index] = visible ? (a * p + b * q) / speed : beyond;
  cross[index] = visible ? radius * (a * q - b * p) : beyond;
  return place;
}
