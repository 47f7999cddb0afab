import type { Elements } from '#shared/station/orbit.ts';
import { radians } from '#shared/station/sky/earth.ts';
import { earthRate, siderealTime, type Vector } from './frames.ts';
import { parameterCount } from './parameters.ts';
import { propagatorOf, revPerDay2, secularRates } from './propagation.ts';

/** The position of the station at one time, with the local axes of its residuals. Vectors are Earth-fixed. */
export interface TrackPoint {
  /** Unit vector from the centre of the Earth to the station. */
  readonly direction: Vector;
  /**
   * Unit vectors perpendicular to `direction`: `forward` along the inertial motion (in-track), and `left` to the left
   * of it (cross-track).
   */
  readonly forward: Vector;
  readonly left: Vector;
  /** Distance from the centre of the Earth, km. */
  readonly radius: number;
  /** Motion over the rotating Earth along `forward` and `left`, rad/s. */
  readonly groundRate: readonly [number, number];
}

/** Partial derivatives of the direction along `forward` and `left`: radians per unit of each element. */
interface Derivatives {
  readonly forwardPartials: Float64Array;
  readonly leftPartials: Float64Array;
}

/** Each call overwrites the object that the last call returned, because a fit makes thousands of calls. */
export interface Track {
  /** @param t Unix seconds */
  readonly at: (t: number, sidereal?: number) => TrackPoint;
  /** The derivatives at the time of the last call of `at`. */
  readonly derivatives: () => Derivatives;
}

/** Steps of the numerical derivatives of the secular rates, which are almost linear. Degrees and rev/day. */
const derivativeSteps = { inclination: 1e-3, meanMotion: 1e-4 };

/**
 * The direction to the station along an orbit, with its partial derivatives with respect to the elements. The
 * derivatives are those of a circular orbit with secular rates: they leave out terms of order e and J2 (a thousandth),
 * which the fit removes by iteration. The direction itself is exact. Derived here; for the method see Montenbruck and
 * Gill, "Satellite Orbits" (2000), chapter 7.
 *
 * @param epoch Unix seconds
 */
export function trackOf(epoch: number, elements: Elements): Track {
  const motion = propagatorOf(epoch, elements);
  const { inclination, meanMotion } = elements;
  const baseRates = secularRates(inclination, meanMotion, 0);
  // Rate of the node over the ground: westward, mostly by the rotation of the Earth.
  const turningRate = baseRates.nodeRate - earthRate;
  const meanRate = baseRates.motion + baseRates.perigeeRate;
  const direction: WritableVector = [NaN, NaN, NaN];
  const forward: WritableVector = [NaN, NaN, NaN];
  const left: WritableVector = [NaN, NaN, NaN];
  const groundRate: [number, number] = [NaN, NaN];
  const place = { direction, forward, left, radius: NaN, groundRate };
  const lastPoint = { time: epoch, u: NaN, sinU: NaN, cosU: NaN, sinI: NaN, cosI: NaN };
  let rates: RateDerivatives | null = null;
  // Partial derivatives of the argument of latitude and of the node, in the order of the vector.
  const argumentPartials = new Float64Array(parameterCount);
  const nodePartials = new Float64Array(parameterCount);
  argumentPartials[2] = radians;
  nodePartials[1] = radians;
  const forwardPartials = new Float64Array(parameterCount);
  const leftPartials = new Float64Array(parameterCount);
  const rows = { forwardPartials, leftPartials };

  function pointAt(time: number, sidereal = siderealTime(time)): TrackPoint {
    const { u, node, inclination: i, radius } = motion(time);
    const eastAngle = node - sidereal;
    const sinU = Math.sin(u);
    const cosU = Math.cos(u);
    const sinI = Math.sin(i);
    const cosI = Math.cos(i);
    const sinE = Math.sin(eastAngle);
    const cosE = Math.cos(eastAngle);
    direction[0] = cosU * cosE - sinU * cosI * sinE;
    direction[1] = cosU * sinE + sinU * cosI * cosE;
    direction[2] = sinU * sinI;
    forward[0] = -sinU * cosE - cosU * cosI * sinE;
    forward[1] = -sinU * sinE + cosU * cosI * cosE;
    forward[2] = cosU * sinI;
    left[0] = sinI * sinE;
    left[1] = -sinI * cosE;
    left[2] = cosI;
    groundRate[0] = meanRate + turningRate * cosI;
    groundRate[1] = -turningRate * sinI * cosU;
    place.radius = radius;
    lastPoint.time = time;
    lastPoint.u = u;
    lastPoint.sinU = sinU;
    lastPoint.cosU = cosU;
    lastPoint.sinI = sinI;
    lastPoint.cosI = cosI;
    return place;
  }

  function derivatives(): Derivatives {
    rates ??= rateDerivatives(inclination, meanMotion);
    const { time, u, sinU, cosU, sinI, cosI } = lastPoint;
    const t = time - epoch;
    const angleFromPerigee = u - baseRates.perigeeRate * t;
    argumentPartials[0] = rates.argumentByInclination * t;
    argumentPartials[3] = rates.argumentByMotion * t;
    argumentPartials[4] = 2 * Math.sin(angleFromPerigee);
    argumentPartials[5] = -2 * Math.cos(angleFromPerigee);
    argumentPartials[6] = 0.5 * revPerDay2 * t * t;
    nodePartials[0] = rates.nodeByInclination * t;
    nodePartials[3] = rates.nodeByMotion * t;
    nodePartials[6] = rates.nodeByRate * t * t;
    for (let k = 0; k < parameterCount; k++) {
      const nodePartial = nodePartials[k] ?? 0;
      forwardPartials[k] = (argumentPartials[k] ?? 0) + cosI * nodePartial;
      leftPartials[k] = -sinI * cosU * nodePartial;
    }
    leftPartials[0] = (leftPartials[0] ?? 0) + sinU * radians;
    return rows;
  }

  return { at: pointAt, derivatives };
}

type WritableVector = [number, number, number];

/** Partial derivatives of the secular rates with respect to the elements. */
type RateDerivatives = ReturnType<typeof rateDerivatives>;

function rateDerivatives(inclination: number, meanMotion: number) {
  const baseRates = secularRates(inclination, meanMotion, 0);
  const tiltedRates = secularRates(inclination + derivativeSteps.inclination, meanMotion, 0);
  const fasterRates = secularRates(inclination, meanMotion + derivativeSteps.meanMotion, 0);
  return {
    argumentByInclination:
      (tiltedRates.argumentRate - baseRates.argumentRate) / derivativeSteps.inclination,
    argumentByMotion:
      (fasterRates.argumentRate - baseRates.argumentRate) / derivativeSteps.meanMotion,
    nodeByInclination: (tiltedRates.nodeRate - baseRates.nodeRate) / derivativeSteps.inclination,
    nodeByMotion: (fasterRates.nodeRate - baseRates.nodeRate) / derivativeSteps.meanMotion,
    nodeByRate: (3.5 / 3) * (baseRates.nodeRate / baseRates.motion) * revPerDay2,
  };
}
