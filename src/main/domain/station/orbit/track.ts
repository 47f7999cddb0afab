import type { Elements } from '../../../../shared/orbit.ts';
import { earthRate, radians, revPerDay2 } from './constants.ts';
import { siderealTime, type Vector } from './frames.ts';
import { size } from './parameters.ts';
import { motionOf, secularOf } from './theory.ts';

/** The station at one time, with the plane in which its place can be wrong. All vectors Earth-fixed. */
export interface Place {
  /** Unit vector from the centre of the Earth to the station. */
  readonly direction: Vector;
  /** Unit vectors at right angles to it: along the inertial motion, and to the left of it. */
  readonly forward: Vector;
  readonly left: Vector;
  readonly radius: number;
  /** Over the turning Earth: the motion along `forward` and `left`, rad/s. */
  readonly drift: readonly [number, number];
  /** How the place moves with the elements, along `forward` and `left`: radians per unit of each. */
  readonly forwardBy: Float64Array;
  readonly leftBy: Float64Array;
}

/** Enough for a derivative: the rates are almost linear. */
const step = { inclination: 1e-3, meanMotion: 1e-4 };

/**
 * The place along an orbit, with its derivatives by the elements. They leave out what e and J2 do to
 * the derivatives (a thousandth), never to the place.
 *
 * @param epoch Unix seconds
 * @returns the place at a time in Unix seconds; its two rows are overwritten by the next call
 */
export function trackOf(
  epoch: number,
  elements: Elements,
): (t: number, sidereal?: number) => Place {
  const motion = motionOf(epoch, elements);
  const { inclination, meanMotion } = elements;
  const here = secularOf(inclination, meanMotion, 0);
  const tilted = secularOf(inclination + step.inclination, meanMotion, 0);
  const faster = secularOf(inclination, meanMotion + step.meanMotion, 0);
  const argumentByInclination = (tilted.argumentRate - here.argumentRate) / step.inclination;
  const argumentByMotion = (faster.argumentRate - here.argumentRate) / step.meanMotion;
  const nodeByInclination = (tilted.nodeRate - here.nodeRate) / step.inclination;
  const nodeByMotion = (faster.nodeRate - here.nodeRate) / step.meanMotion;
  const nodeByRate = (3.5 / 3) * (here.nodeRate / here.motion) * revPerDay2;
  // The node moves west over the ground, mostly because the Earth turns.
  const turning = here.nodeRate - earthRate;
  const meanRate = here.motion + here.perigeeRate;
  const forwardBy = new Float64Array(size);
  const leftBy = new Float64Array(size);

  return (time, sidereal = siderealTime(time)) => {
    const { u, node, inclination: i, radius } = motion(time);
    const east = node - sidereal;
    const sinU = Math.sin(u);
    const cosU = Math.cos(u);
    const sinI = Math.sin(i);
    const cosI = Math.cos(i);
    const sinE = Math.sin(east);
    const cosE = Math.cos(east);

    const t = time - epoch;
    const fromPerigee = u - here.perigeeRate * t;
    const argument = [
      argumentByInclination * t,
      0,
      radians,
      argumentByMotion * t,
      2 * Math.sin(fromPerigee),
      -2 * Math.cos(fromPerigee),
      0.5 * revPerDay2 * t * t,
    ];
    const nodal = [nodeByInclination * t, radians, 0, nodeByMotion * t, 0, 0, nodeByRate * t * t];
    for (let k = 0; k < size; k++) {
      const byNode = nodal[k] ?? 0;
      forwardBy[k] = (argument[k] ?? 0) + cosI * byNode;
      leftBy[k] = -sinI * cosU * byNode;
    }
    leftBy[0] = (leftBy[0] ?? 0) + sinU * radians;

    return {
      direction: [cosU * cosE - sinU * cosI * sinE, cosU * sinE + sinU * cosI * cosE, sinU * sinI],
      forward: [-sinU * cosE - cosU * cosI * sinE, -sinU * sinE + cosU * cosI * cosE, cosU * sinI],
      left: [sinI * sinE, -sinI * cosE, cosI],
      radius,
      drift: [meanRate + turning * cosI, -turning * sinI * cosU],
      forwardBy,
      leftBy,
    };
  };
}
