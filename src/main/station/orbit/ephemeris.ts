import type { FittedOrbit } from '#shared/station/orbit.ts';
import { placeBelow, type PlaceAndAltitude } from '#shared/station/sky/earth.ts';
import { siderealTime, type Vector } from './frames.ts';
import { quadratic } from './parameters.ts';
import { crossTrackLeak, dragSigmaKm, groundSpeed } from './noise.ts';
import { propagatorOf } from './propagation.ts';
import { trackOf } from './track.ts';

/** The station at one time: its sub-satellite point, altitude and uncertainty. */
interface StationPosition extends PlaceAndAltitude {
  /** Earth-fixed, km; x through Greenwich, z through the north pole. */
  readonly earthFixed: Vector;
  /** One standard deviation of the horizontal position, km. */
  readonly sigmaKm: number;
}

/** Positions computed from an orbit. Times are Unix seconds, before or after the epoch. */
export interface Ephemeris {
  /** Earth-fixed, km. Takes half a microsecond. */
  readonly earthFixed: (t: number) => Vector;
  /**
   * One standard deviation of the horizontal position in the sky, not of the answers of the service, km: covariance of the
   * orbit with the error of element sets, wander of the drag, doubt. Half of the 95 % range.
   */
  readonly sigmaKm: (t: number) => number;
  /** The same in its two parts, km: along the motion, and across it. */
  readonly deviations: (t: number) => { readonly alongKm: number; readonly crossKm: number };
  /**
   * One standard deviation of the times of passes, transits and close passages, seconds. An error along the motion is met at the
   * speed over the ground. Of one across it only the part along the track over the ground counts, because the Earth rotates; it
   * also moves rise and set, at the lowest passes that are listed (10°) by 0.8 of itself, mostly a tenth of the other part.
   */
  readonly timeSigma: (t: number) => number;
  /** The time of the newest fix in the fit. */
  readonly epoch: number;
  readonly at: (t: number) => StationPosition;
}

/**
 * Errors of element sets and changes of the drag have heavier tails than a normal distribution. With these factors two
 * standard deviations hold 91 to 99 % of the errors (`npm run bench -- sky real`): `sets` for the error at the newest fix,
 * `drag` for what is added with time.
 */
const tails = { sets: 1.5, drag: 1.1 };
/** Growth of the error across the track, km after one day; a random walk. */
const crossWanderKm = 0.2;

export function ephemerisOf({
  epoch,
  from,
  elements,
  covariance,
  doubtKm,
}: FittedOrbit): Ephemeris {
  const motion = propagatorOf(epoch, elements);
  const track = trackOf(epoch, elements);
  const matrix = Float64Array.from(covariance);
  const ofSets = (tails.sets ** 2 - tails.drag ** 2) * known(epoch).alongKm ** 2;

  /** One standard deviation by the covariance alone. */
  function known(t: number): { alongKm: number; crossKm: number } {
    const { radius } = track.at(t);
    const { forwardPartials, leftPartials } = track.derivatives();
    return {
      alongKm: radius * Math.sqrt(quadratic(matrix, forwardPartials)),
      crossKm: radius * Math.sqrt(quadratic(matrix, leftPartials)),
    };
  }

  // From TEME to the Earth-fixed frame by sidereal time alone; polar motion (15 m) is left out (Vallado, 4th ed.,
  // section on TEME in chapter 3).
  function earthFixed(t: number): Vector {
    const { u, node, inclination, radius } = motion(t);
    const east = node - siderealTime(t);
    const cosU = radius * Math.cos(u);
    const sinU = radius * Math.sin(u);
    const cosE = Math.cos(east);
    const sinE = Math.sin(east);
    const level = sinU * Math.cos(inclination);
    return [cosU * cosE - level * sinE, cosU * sinE + level * cosE, sinU * Math.sin(inclination)];
  }

  function deviations(t: number): { alongKm: number; crossKm: number } {
    const { alongKm, crossKm } = known(t);
    const outside = t > epoch ? t - epoch : Math.max(0, from - t);
    const ahead = Math.hypot(alongKm, dragSigmaKm(outside, elements.meanMotionRate), doubtKm);
    return {
      alongKm: Math.sqrt((tails.drag * ahead) ** 2 + ofSets),
      crossKm: tails.drag * Math.hypot(crossKm, crossWanderKm * Math.sqrt(outside / 86_400)),
    };
  }

  function sigmaKm(t: number): number {
    const { alongKm, crossKm } = deviations(t);
    return Math.hypot(alongKm, crossKm);
  }

  function timeSigma(t: number): number {
    const { alongKm, crossKm } = deviations(t);
    return Math.hypot(alongKm, crossTrackLeak * crossKm) / groundSpeed;
  }

  return {
    earthFixed,
    sigmaKm,
    deviations,
    timeSigma,
    epoch,
    at(t) {
      const place = earthFixed(t);
      return { earthFixed: place, ...placeBelow(place), sigmaKm: sigmaKm(t) };
    },
  };
}
