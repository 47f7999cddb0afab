import { equatorialRadius, type EarthFixed } from '#shared/station/sky/earth.ts';
import type { StateVector, Vector } from './oem-file.ts';
import { earthFixedAt, trueOfDateMatrix } from './true-of-date.ts';

/** A trajectory, interpolated between given states. */
interface Trajectory {
  /** Times of the first and the last state, Unix seconds. */
  readonly from: number;
  readonly to: number;
  /**
   * The Earth-fixed position at `t`, km.
   *
   * @throws RangeError if there is no state before or after `t`, or if the gap between these states exceeds ten minutes
   */
  readonly earthFixed: (t: number) => EarthFixed;
}

/** A state in the true-of-date frame of its own time. */
interface TrajectoryNode {
  readonly t: number;
  readonly position: Vector;
  readonly velocity: Vector;
  readonly acceleration: Vector;
  readonly equationOfEquinoxes: number;
}

/** The gravitational parameter in km³/s² and the oblateness of the Earth (EGM-96; Vallado, 4th ed., table D-3). */
const gravity = 398_600.4418;
const j2 = 1.082_626_683e-3;
/**
 * The longest gap between two states, seconds. Over 8 minutes the interpolation is accurate to 10 m, over 4 minutes to
 * a decimetre.
 */
const maxGapSeconds = 600;

/**
 * Interpolates by Hermite's polynomial of the fifth degree through positions, velocities and accelerations. The
 * accelerations are those of the Earth as a point with its oblateness. Over four minutes the result is accurate to a
 * decimetre.
 *
 * The interpolation uses the frame of the true equator of date, in which z is the axis of the oblateness. The motion of
 * this frame within some minutes is some millimetres.
 *
 * @param ut1MinusUtc the difference UT1 − UTC at the time of the states, in seconds
 */
export function trajectoryOf(states: readonly StateVector[], ut1MinusUtc = 0): Trajectory {
  const nodes = states.map(nodeOf);
  const [first, last] = [nodes[0], nodes.at(-1)];
  if (first === undefined || last === undefined) throw new RangeError('a trajectory needs states');
  return {
    from: first.t,
    to: last.t,
    earthFixed: (t) => {
      const index = indexBefore(nodes, t);
      const [start, end] = [nodes[index], nodes[index + 1]];
      if (start === undefined || end === undefined || !(t >= start.t && t <= end.t))
        throw new RangeError(`no states around ${new Date(t * 1000).toISOString()}`);
      if (end.t - start.t > maxGapSeconds)
        throw new RangeError(
          `no states for ten minutes around ${new Date(t * 1000).toISOString()}`,
        );
      const s = (t - start.t) / (end.t - start.t);
      const { equationOfEquinoxes: left } = start;
      const equation = left + (end.equationOfEquinoxes - left) * s;
      return earthFixedAt(t, interpolateBetween(start, end, s), equation, ut1MinusUtc);
    },
  };
}

function nodeOf({ t, position: r, velocity: v }: StateVector): TrajectoryNode {
  const { fromEme2000, equationOfEquinoxes } = trueOfDateMatrix(t);
  const [position, velocity] = [fromEme2000(r), fromEme2000(v)];
  return { t, position, velocity, acceleration: acceleration(position), equationOfEquinoxes };
}

/** Two-body motion with J2 (Vallado, 4th ed., equation 8-30), km/s². */
function acceleration([x, y, z]: Vector): Vector {
  const r = Math.hypot(x, y, z);
  const central = -gravity / r ** 3;
  const oblate = 1.5 * j2 * (equatorialRadius / r) ** 2;
  const polar = 5 * (z / r) ** 2;
  return [
    central * x * (1 + oblate * (1 - polar)),
    central * y * (1 + oblate * (1 - polar)),
    central * z * (1 + oblate * (3 - polar)),
  ];
}

/** Index of the last node at or before `t` that has a successor. */
function indexBefore(nodes: readonly TrajectoryNode[], t: number): number {
  let [low, high] = [0, nodes.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((nodes[middle]?.t ?? Infinity) <= t) low = middle;
    else high = middle;
  }
  return low;
}

/** Hermite's polynomial of the fifth degree at the fraction `s` of the interval. */
function interpolateBetween(a: TrajectoryNode, b: TrajectoryNode, s: number): Vector {
  const h = b.t - a.t;
  const [s3, s4, s5] = [s ** 3, s ** 4, s ** 5];
  const rise = 10 * s3 - 15 * s4 + 6 * s5;
  const weights = [
    1 - rise,
    rise,
    h * (s - 6 * s3 + 8 * s4 - 3 * s5),
    h * (-4 * s3 + 7 * s4 - 3 * s5),
    h * h * (0.5 * s * s - 1.5 * s3 + 1.5 * s4 - 0.5 * s5),
    h * h * (0.5 * s3 - s4 + 0.5 * s5),
  ];
  const vectors = [a.position, b.position, a.velocity, b.velocity, a.acceleration, b.acceleration];
  const sum = (k: 0 | 1 | 2): number =>
    vectors.reduce((total, vector, index) => total + vector[k] * (weights[index] ?? 0), 0);
  return [sum(0), sum(1), sum(2)];
}
