import type { Elements } from '#shared/station/orbit.ts';
import type { Fix } from '#shared/station/station.ts';
import { radians } from '#shared/station/sky/earth.ts';
import { geocentricLatitude, sentLatitude, siderealTime, type Vector } from './frames.ts';
import { parameterCount } from './parameters.ts';
import { trackOf, type TrackPoint, type Track } from './track.ts';

/** The kind of latitude that the service sends. */
export type LatitudeKind = 'geocentric' | 'geodetic';

/** A fix as the service sent it, prepared for the fit. Angles are radians. */
export interface Observation {
  /** The middle of the second that the service named, Unix seconds. */
  readonly time: number;
  /** Greenwich mean sidereal time. */
  readonly sidereal: number;
  readonly latitude: number;
  readonly longitude: number;
  /** Unit vector, with the latitude taken as geocentric. */
  readonly direction: Vector;
}

export function observationOf({ time, latitude, longitude }: Fix): Observation {
  const sentRadians = sentLatitude(latitude);
  const eastRadians = longitude * radians;
  return {
    time,
    sidereal: siderealTime(time),
    latitude: sentRadians,
    longitude: eastRadians,
    direction: unitVectorOf(sentRadians, eastRadians),
  };
}

function unitVectorOf(latitude: number, longitude: number): Vector {
  const cos = Math.cos(latitude);
  return [cos * Math.cos(longitude), cos * Math.sin(longitude), Math.sin(latitude)];
}

/** The geocentric latitude of a fix whose latitude is geodetic; the altitude comes from the orbit. */
function geocentricLatitudeOf({ latitude }: Observation, radius: number): number {
  const surface = 6378.137 * (1 - Math.sin(latitude) ** 2 / 298.257);
  return geocentricLatitude(latitude, radius - surface);
}

/**
 * Residuals of fixes against an orbit, observed minus computed. Residuals along the ground track are in seconds,
 * because the unknown fraction of the rounded second acts in that direction alone. Residuals across the track are in
 * km: there, only the rounding to four decimals remains.
 */
export interface Residuals {
  readonly along: Float64Array;
  readonly cross: Float64Array;
}

/**
 * Residuals with their partial derivatives with respect to the elements. Row k of a matrix begins at k ·
 * `parameterCount`.
 */
export interface LinearizedResiduals extends Residuals {
  readonly alongPartials: Float64Array;
  readonly crossPartials: Float64Array;
}

/** Residual of a fix on the far side of the Earth, where the tangent plane is meaningless. */
const farSideResidual = 1e4;

/** Residuals without the partial derivatives: with these, the computation takes twice as long. */
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
    measureFix(observation, reading, track, index, offsets),
  );
  return offsets;
}

export function allocateResiduals(count: number): LinearizedResiduals {
  return {
    along: new Float64Array(count),
    cross: new Float64Array(count),
    alongPartials: new Float64Array(count * parameterCount),
    crossPartials: new Float64Array(count * parameterCount),
  };
}

/**
 * @param into overwritten and returned, so that the iterations of a fit share one allocation
 * @returns residuals; a small correction of the elements reduces them by partials · correction
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
    const { radius, groundRate } = measureFix(observation, reading, track, index, into);
    const { forwardPartials, leftPartials } = track.derivatives();
    const speed = Math.hypot(groundRate[0], groundRate[1]);
    const a = groundRate[0] / speed;
    const b = groundRate[1] / speed;
    const row = index * parameterCount;
    for (let k = 0; k < parameterCount; k++) {
      const f = forwardPartials[k] ?? 0;
      const l = leftPartials[k] ?? 0;
      alongPartials[row + k] = (a * f + b * l) / speed;
      crossPartials[row + k] = radius * (a * l - b * f);
    }
  });
  return into;
}

/** Writes the residuals of one fix; returns the position of the station by the orbit at that time. */
function measureFix(
  observation: Observation,
  reading: LatitudeKind,
  track: Track,
  index: number,
  { along, cross }: Residuals,
): TrackPoint {
  const place = track.at(observation.time, observation.sidereal);
  const { direction, forward, left, radius, groundRate } = place;
  const observedDirection =
    reading === 'geocentric'
      ? observation.direction
      : unitVectorOf(geocentricLatitudeOf(observation, radius), observation.longitude);
  const x = observedDirection[0];
  const y = observedDirection[1];
  const z = observedDirection[2];
  const speed = Math.hypot(groundRate[0], groundRate[1]);
  const a = groundRate[0] / speed;
  const b = groundRate[1] / speed;
  const p = x * forward[0] + y * forward[1] + z * forward[2];
  const q = x * left[0] + y * left[1] + z * left[2];
  const isVisible = x * direction[0] + y * direction[1] + z * direction[2] > 0;
  along[index] = isVisible ? (a * p + b * q) / speed : farSideResidual;
  cross[index] = isVisible ? radius * (a * q - b * p) : farSideResidual;
  return place;
}
