import type { Elements } from '#shared/station/orbit.ts';
import { radians, fullTurn } from '#shared/station/sky/earth.ts';

/**
 * WGS 72, in which published element sets and therefore the answers of position services are computed
 * (Hoots and Roehrich, Spacetrack Report 3, 1980; Vallado et al., "Revisiting Spacetrack Report #3", AIAA 2006-6753).
 */
const gravity = {
  /** Gravitational parameter, km³/s². */
  mu: 398_600.8,
  /** Equatorial radius, km. */
  radius: 6378.135,
  j2: 0.001_082_616,
  j3: -0.000_002_538_81,
  j4: -0.000_001_655_97,
} as const;

/** Factors that convert a mean motion from rev/day to rad/s, and a rate of it from rev/day² to rad/s². */
const revPerDay = fullTurn / 86_400;
export const revPerDay2 = fullTurn / 86_400 ** 2;

/** Osculating elements at one time; angles in radians, the radius in km. */
export interface OsculatingState {
  /** True argument of latitude: argument of perigee plus true anomaly. */
  u: number;
  node: number;
  inclination: number;
  radius: number;
}

/** Secular rates of the mean elements, rad/s. */
interface SecularRates {
  /** The rate of the mean argument of latitude: mean anomaly plus argument of perigee. */
  readonly argumentRate: number;
  readonly nodeRate: number;
  readonly perigeeRate: number;
  /** Mean semi-major axis in Earth radii. */
  readonly axis: number;
  /** Mean motion as Brouwer defines it, rad/s. */
  readonly motion: number;
}

const { j2, j3, j4 } = gravity;
/** Lower limit of the atmosphere in the density law of Spacetrack Report 3, Earth radii (78 km altitude). */
const atmosphereLimit = 1 + 78 / gravity.radius;
/** √μ in Earth radii and seconds. */
const sqrtMu = Math.sqrt(gravity.mu / gravity.radius ** 3);

/**
 * Secular rates by J2, J2² and J4 (Brouwer, "Solution of the problem of artificial satellite theory without drag",
 * 1959, in the form of SGP4: Hoots and Roehrich, Spacetrack Report 3, 1980, section 6).
 *
 * @param inclination degrees
 * @param meanMotion rev/day, as Kozai (1959) defines it and element sets publish it
 * @param e2 eccentricity squared
 */
export function secularRates(inclination: number, meanMotion: number, e2: number): SecularRates {
  const c2 = Math.cos(inclination * radians) ** 2;
  const c4 = c2 * c2;
  const kozai = meanMotion * revPerDay;
  const beta2 = 1 - e2;
  const beta = Math.sqrt(beta2);
  // Conversion of Kozai's mean motion to Brouwer's (Spacetrack Report 3, section 6, n0″ and a0″).
  const a1 = (sqrtMu / kozai) ** (2 / 3);
  const k = (0.75 * j2 * (3 * c2 - 1)) / (beta * beta2);
  const d1 = k / (a1 * a1);
  const a0 = a1 * (1 - d1 * d1 - d1 * (1 / 3 + (134 * d1 * d1) / 81));
  const motion = kozai / (1 + k / (a0 * a0));
  const axis = (sqrtMu / motion) ** (2 / 3);

  const p2 = 1 / (axis * beta2) ** 2;
  const firstFactor = 1.5 * j2 * p2 * motion;
  const secondFactor = 0.5 * firstFactor * j2 * p2;
  const fourthFactor = -0.468_75 * j4 * p2 * p2 * motion;
  const perigeeRate =
    -0.5 * firstFactor * (1 - 5 * c2) +
    0.0625 * secondFactor * (7 - 114 * c2 + 395 * c4) +
    fourthFactor * (3 - 36 * c2 + 49 * c4);
  const anomalyRate =
    motion +
    0.5 * firstFactor * beta * (3 * c2 - 1) +
    0.0625 * secondFactor * beta * (13 - 78 * c2 + 137 * c4);
  const nodeRate =
    (-firstFactor + 0.5 * secondFactor * (4 - 19 * c2) + 2 * fourthFactor * (3 - 7 * c2)) *
    Math.cos(inclination * radians);
  return { argumentRate: anomalyRate + perigeeRate, nodeRate, perigeeRate, axis, motion };
}

/**
 * The eccentric argument of latitude u (argument of perigee plus eccentric anomaly) from the mean one: Kepler's
 * equation u − x sin u + y cos u = mean with x = e cos ω and y = e sin ω, by Newton's method (Spacetrack Report 3,
 * section 6).
 */
function solveKepler(mean: number, x: number, y: number): number {
  let u = mean;
  for (let round = 0; round < 8; round++) {
    const sin = Math.sin(u);
    const cos = Math.cos(u);
    const step = (mean - u - y * cos + x * sin) / (1 - x * cos - y * sin);
    u += step;
    if (Math.abs(step) < 1e-10) break;
  }
  return u;
}

/**
 * Propagates an orbit: secular rates, drag as a steady growth of the mean motion, the long-period terms of J3 and the
 * short-period terms of J2 (Brouwer's theory to first order, in the form of SGP4: Spacetrack Report 3, section 6).
 * Stays within 15 m of SGP4 over a day. Drag is not SGP4's B* but a rate of the mean motion, which fixes determine.
 *
 * @param epoch Unix seconds
 * @returns a function of the time in Unix seconds. Frame: true equator and mean equinox of date (TEME). The next call
 *   overwrites its result.
 */
export function propagatorOf(
  epoch: number,
  elements: Elements,
): (t: number) => Readonly<OsculatingState> {
  const { inclination, eccentricityX, eccentricityY } = elements;
  const secularMotion = secularRates(
    inclination,
    elements.meanMotion,
    eccentricityX ** 2 + eccentricityY ** 2,
  );
  const i = inclination * radians;
  const sinI = Math.sin(i);
  const cosI = Math.cos(i);
  const c2 = cosI * cosI;
  const node0 = elements.node * radians;
  const argument0 = elements.argumentOfLatitude * radians;
  const rate = elements.meanMotionRate * revPerDay2;
  // The semi-major axis shrinks as (1 − shrinkRate t − shrinkGrowth t²)²: the air is denser at lower altitude.
  // `shrinkGrowth` is the term D2 of Spacetrack Report 3.
  const shrinkRate = rate / (3 * secularMotion.motion);
  const shrinkGrowth =
    (4 * secularMotion.axis * shrinkRate * shrinkRate) / (secularMotion.axis - atmosphereLimit);
  const cubicTerm = secularMotion.motion * (shrinkGrowth + 2 * shrinkRate * shrinkRate);
  const j3Y = (-0.5 * j3 * sinI) / j2;
  const j3Argument = (-0.25 * j3 * sinI * (3 + 5 * cosI)) / (j2 * (1 + cosI));

  // One object for all calls: a fit makes thousands, and garbage collection would dominate.
  const state: OsculatingState = { u: NaN, node: NaN, inclination: NaN, radius: NaN };
  return (time) => {
    const t = time - epoch;
    const axis = secularMotion.axis * (1 - shrinkRate * t - shrinkGrowth * t * t) ** 2;
    const node = node0 + secularMotion.nodeRate * t * (1 + 3.5 * shrinkRate * t);
    const cos = Math.cos(secularMotion.perigeeRate * t);
    const sin = Math.sin(secularMotion.perigeeRate * t);
    const x = eccentricityX * cos - eccentricityY * sin;
    const y = eccentricityX * sin + eccentricityY * cos + j3Y / axis;
    const mean =
      argument0 +
      (secularMotion.argumentRate + (0.5 * rate + cubicTerm * t) * t) * t +
      (j3Argument * x) / axis;

    const eccentricArgument = solveKepler(mean, x, y);
    const sinE = Math.sin(eccentricArgument);
    const cosE = Math.cos(eccentricArgument);
    const eSin = x * sinE - y * cosE;
    const e2 = x * x + y * y;
    const beta = Math.sqrt(1 - e2);
    const w = eSin / (1 + beta);
    const u = Math.atan2(sinE - y - x * w, cosE - x + y * w);
    const r = axis * (1 - x * cosE - y * sinE);

    const p = axis * (1 - e2);
    const halfFactor = (0.5 * j2) / p;
    const quarterFactor = halfFactor / p;
    const sin2u = Math.sin(2 * u);
    const cos2u = Math.cos(2 * u);
    state.u = u - 0.25 * quarterFactor * (7 * c2 - 1) * sin2u;
    state.node = node + 1.5 * quarterFactor * cosI * sin2u;
    state.inclination = i + 1.5 * quarterFactor * cosI * sinI * cos2u;
    state.radius =
      gravity.radius *
      (r * (1 - 1.5 * quarterFactor * beta * (3 * c2 - 1)) +
        0.5 * halfFactor * sinI * sinI * cos2u);
    return state;
  };
}

/** Mean radius of the Earth, km (IUGG). */
const meanRadius = 6371.0;

/** Mean semi-major axis above the mean radius of the Earth, km. */
export function meanAltitudeKm({
  inclination,
  meanMotion,
  eccentricityX,
  eccentricityY,
}: Elements): number {
  const e2 = eccentricityX ** 2 + eccentricityY ** 2;
  return secularRates(inclination, meanMotion, e2).axis * gravity.radius - meanRadius;
}

/** The mean elements at another epoch (Unix seconds); node and argument of latitude are not wrapped. */
export function elementsAtEpoch(elements: Elements, epoch: number, other: number): Elements {
  const { eccentricityX: x, eccentricityY: y } = elements;
  const secularMotion = secularRates(elements.inclination, elements.meanMotion, x * x + y * y);
  const t = other - epoch;
  const rate = elements.meanMotionRate * revPerDay2;
  const shrinkRate = rate / (3 * secularMotion.motion);
  const cos = Math.cos(secularMotion.perigeeRate * t);
  const sin = Math.sin(secularMotion.perigeeRate * t);
  return {
    ...elements,
    node: elements.node + (secularMotion.nodeRate * t * (1 + 3.5 * shrinkRate * t)) / radians,
    argumentOfLatitude:
      elements.argumentOfLatitude + ((secularMotion.argumentRate + 0.5 * rate * t) * t) / radians,
    meanMotion: elements.meanMotion + (elements.meanMotionRate * t) / 86_400,
    eccentricityX: x * cos - y * sin,
    eccentricityY: x * sin + y * cos,
  };
}
