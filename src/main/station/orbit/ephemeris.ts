import type { FittedOrbit } from '#shared/station/orbit.ts';
import { placeBelow, type PlaceAndAltitude } from '#shared/station/sky/earth.ts';
import { siderealTime, type Vector } from './frames.ts';
import { quadraticForm } from './parameters.ts';
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
  /** The position, Earth-fixed, km. One call takes half a microsecond. */
  readonly earthFixed: (t: number) => Vector;
  /**
   * One standard deviation of the true horizontal position (not of the position that the service computes), km: half of
   * the 95 % range. Contains the covariance of the orbit with the error of element sets, the random walk of the drag,
   * and `doubtKm`.
   */
  readonly sigmaKm: (t: number) => number;
  /** The two components of `sigmaKm`: along the motion and across it, km. */
  readonly deviations: (t: number) => { readonly alongKm: number; readonly crossKm: number };
  /**
   * One standard deviation of the times of passes, transits and conjunctions, seconds. An error along the motion is
   * divided by the speed over the ground. Of an error across the motion only the component along the ground track
   * counts, which exists because the Earth rotates. An error across the motion also moves rise and set, by up to 0.8 of
   * the error at the lowest passes in the list (10°); this is mostly a tenth of the effect of the error along the
   * motion.
   */
  readonly timeSigma: (t: number) => number;
  /** The time of the newest fix in the fit. */
  readonly epoch: number;
  readonly at: (t: number) => StationPosition;
}

/**
 * Errors of element sets and changes of the drag have heavier tails than a normal distribution. With these factors two
 * standard deviations contain 91 to 99 % of the errors (`npm run bench -- sky real`): `sets` is the factor of the error
 * at the newest fix, `drag` that of the error added with time.
 */
const tailFactors = { sets: 1.5, drag: 1.1 };
/** Growth of the error across the track, km after one day; a random walk. */
const crossWanderKm = 0.2;

export function ephemerisOf({
  epoch,
  from,
  elements,
  covariance,
  doubtKm,
}: Pick<FittedOrbit, 'epoch' | 'from' | 'elements' | 'covariance' | 'doubtKm'>): Ephemeris {
  const motion = propagatorOf(epoch, elements);
  const track = trackOf(epoch, elements);
  const matrix = Float64Array.from(covariance);
  const setVariance =
    (tailFactors.sets ** 2 - tailFactors.drag ** 2) * fitDeviations(epoch).alongKm ** 2;

  /** One standard deviation by the covariance of the fit alone. */
  function fitDeviations(t: number): { alongKm: number; crossKm: number } {
    const { radius } = track.at(t);
    const { forwardPartials, leftPartials } = track.derivatives();
    return {
      alongKm: radius * Math.sqrt(quadraticForm(matrix, forwardPartials)),
      crossKm: radius * Math.sqrt(quadraticForm(matrix, leftPartials)),
    };
  }

  // Converts from TEME to the Earth-fixed frame by the sidereal time alone, without the polar motion, 15 m (Vallado,
  // 4th ed., section on TEME in chapter 3).
  function earthFixed(t: number): Vector {
    const { u, node, inclination, radius } = motion(t);
    const eastAngle = node - siderealTime(t);
    const cosU = radius * Math.cos(u);
    const sinU = radius * Math.sin(u);
    const cosE = Math.cos(eastAngle);
    const sinE = Math.sin(eastAngle);
    const levelPart = sinU * Math.cos(inclination);
    return [
      cosU * cosE - levelPart * sinE,
      cosU * sinE + levelPart * cosE,
      sinU * Math.sin(inclination),
    ];
  }

  function deviations(t: number): { alongKm: number; crossKm: number } {
    const { alongKm, crossKm } = fitDeviations(t);
    const outsideSeconds = t > epoch ? t - epoch : Math.max(0, from - t);
    const aheadKm = Math.hypot(
      alongKm,
      dragSigmaKm(outsideSeconds, elements.meanMotionRate),
      doubtKm,
    );
    return {
      alongKm: Math.sqrt((tailFactors.drag * aheadKm) ** 2 + setVariance),
      crossKm:
        tailFactors.drag * Math.hypot(crossKm, crossWanderKm * Math.sqrt(outsideSeconds / 86_400)),
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
