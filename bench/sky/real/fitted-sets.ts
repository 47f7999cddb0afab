import {
  addOuter,
  invertMatrix,
  mirrorUpperHalf,
  parameterCount,
  multiplyVector,
} from '#station/orbit/parameters.ts';
import type { EarthFixed } from '#shared/station/sky/earth.ts';
import { randomNormal } from '#bench/support/statistics.ts';
import { satelliteFrom } from '#test/support/orbit.ts';
import { positionBySet, type ElementSet } from './chain.ts';

/** Mean motion (rev/day), eccentricity vector, inclination, node and argument of latitude (degrees), B* × 10⁴. */
type Vector = readonly number[];

const derivativeSteps: Vector = [1e-5, 1e-5, 1e-5, 1e-3, 1e-3, 1e-3, 0.1];
const sampleSeconds = 600;

function setFromVector(epoch: number, published: number, vector: Vector): ElementSet {
  const [motion = 0, ex = 0, ey = 0, inclination = 0, node = 0, latitude = 0, drag = 0] = vector;
  const perigee = (Math.atan2(ey, ex) * 180) / Math.PI;
  const satellite = satelliteFrom(epoch, {
    MEAN_MOTION: motion,
    ECCENTRICITY: Math.hypot(ex, ey),
    INCLINATION: inclination,
    RA_OF_ASC_NODE: node,
    ARG_OF_PERICENTER: perigee,
    MEAN_ANOMALY: latitude - perigee,
    BSTAR: drag * 1e-4,
  });
  return { epoch, published, meanMotion: motion, satellite };
}

/**
 * Fits an SGP4 element set to positions between two times (Gauss–Newton). Displaces it by a random error, as published
 * sets have at their epoch (standard deviation): 0.7 km along the track and 10⁻⁴ rev/day.
 *
 * @param positionAt Earth-fixed km
 * @param like a published set of about that time, from which the search starts
 */
export function fittedSet(
  positionAt: (t: number) => EarthFixed,
  [from, epoch]: readonly [number, number],
  like: ElementSet,
  published: number,
  random: () => number,
): ElementSet {
  let vector = initialSetAt(positionAt, epoch, like);
  const sampled = Math.max(1, Math.floor((epoch - from) / sampleSeconds));
  for (let round = 0; round < 12; round++) {
    const here = setFromVector(epoch, published, vector);
    const moved = derivativeSteps.map((step, k) =>
      setFromVector(epoch, published, vector.with(k, (vector[k] ?? 0) + step)),
    );
    const information = new Float64Array(parameterCount * parameterCount);
    const right = new Float64Array(parameterCount);
    for (let index = 0; index <= sampled; index++) {
      const t = epoch - index * sampleSeconds;
      const truth = positionAt(t);
      const computed = positionBySet(here, t);
      const others = moved.map((set) => positionBySet(set, t));
      for (const axis of [0, 1, 2] as const) {
        const row = Float64Array.from(
          others.map((place, k) => (place[axis] - computed[axis]) / (derivativeSteps[k] ?? 1)),
        );
        addOuter(information, row, 0, 1);
        row.forEach((by, k) => {
          right[k] = (right[k] ?? 0) + by * (truth[axis] - computed[axis]);
        });
      }
    }
    // Positions over a few hours hardly determine the drag: the drag stays near that of the initial set.
    const last = parameterCount * parameterCount - 1;
    information[last] = (information[last] ?? 0) + 1;
    mirrorUpperHalf(information);
    const covariance = invertMatrix(information);
    if (covariance === null) throw new Error('positions that determine no orbit');
    const by = multiplyVector(covariance, right);
    vector = vector.map((value, k) => value + (by[k] ?? 0));
  }
  const [motion = 0, , , , , latitude = 0] = vector;
  const degreesPerKm = 360 / 42_650;
  return setFromVector(
    epoch,
    published,
    vector
      .with(0, motion + 1e-4 * randomNormal(random))
      .with(5, latitude + 0.7 * degreesPerKm * randomNormal(random)),
  );
}

/**
 * The parameters from which the search starts: those of the set, with the node moved to the epoch, a circular orbit,
 * and the argument of latitude (whole degrees) that is nearest to the true position.
 */
function initialSetAt(
  positionAt: (t: number) => EarthFixed,
  epoch: number,
  { satellite, meanMotion, epoch: before }: ElementSet,
): Vector {
  const degrees = (angle: number): number => (angle * 180) / Math.PI;
  const node = degrees(satellite.nodeo + satellite.nodedot * ((epoch - before) / 60));
  const rest = [meanMotion, 0, 0, degrees(satellite.inclo), node];
  const truth = positionAt(epoch);
  let [best, least] = [0, Infinity];
  for (let latitude = 0; latitude < 360; latitude++) {
    const [x, y, z] = positionBySet(setFromVector(epoch, epoch, [...rest, latitude, 2]), epoch);
    const off = Math.hypot(x - truth[0], y - truth[1], z - truth[2]);
    if (off < least) [best, least] = [latitude, off];
  }
  return [...rest, best, 2];
}
