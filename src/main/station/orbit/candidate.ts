import type { Elements, FittedOrbit } from '#shared/station/orbit.ts';
import { adjust, bend, costOf, deviationFrom, type Problem } from './least-squares.ts';
import { assess, crossScatter, type Assessment } from './outliers.ts';
import { quadratic } from './parameters.ts';
import { agedNoise, flooredSeconds, leastCross, medianOf } from './noise.ts';
import { offsetsOf, type Observation, type Reading } from './residuals.ts';
import type { Prior } from './parameters.ts';
import { coldStart, nearStart } from './initial-orbit.ts';
import { atEpoch } from './propagation.ts';

/** Six numbers want three fixes; that the orbit is nearly round does the rest. */
export const fewest = 3;
/** So many of the fixes must agree. */
const majority = 0.6;
/** Across the track: the service follows some orbit to a few metres, whatever it is. */
const poorKm = 1;
/** So many fixes have settled what the service means by latitude. */
const sureCount = 12;
/** In the measure of the misfit: chance alone makes one of two readings look a little better. */
const clearly = 3;

/** Elements with what they make of the fixes, not yet refined by the intervals of the seconds. */
export interface Explanation {
  readonly problem: Problem;
  readonly elements: Elements;
  readonly assessment: Assessment;
  readonly crossKm: number;
}

/** Chance alone does not scatter the fixes across the track by more. */
export const close = ({ problem, crossKm }: Explanation): boolean => crossKm < 4 * problem.leastKm;

/** Whether most fixes lie on the orbit. */
export const agree = ({ assessment, problem, crossKm }: Explanation): boolean =>
  crossKm <= poorKm &&
  assessment.acceptedCount >= Math.max(fewest, majority * problem.observations.length);

/** The orbit by the reading of latitude that explains more, the known or usual one first. */
export function explain(
  observations: readonly Observation[],
  prior: Prior,
  previous: FittedOrbit | undefined,
): Explanation | null {
  const epoch = observations.at(-1)?.time ?? 0;
  const leastKm = leastCross(observations);
  const usual = previous?.reading ?? 'geocentric';
  const readings: readonly Reading[] =
    usual === 'geocentric' ? ['geocentric', 'geodetic'] : ['geodetic', 'geocentric'];
  let best: Explanation | null = null;
  for (const reading of readings) {
    const problem = { observations, reading, epoch, prior, leastKm };
    const other = best !== null && agree(best) ? best.elements : null;
    const warm = previous === undefined ? null : warmStart(problem, previous);
    const start = warm ?? (other && nearStart(problem, other));
    let found = start === null ? null : polish(problem, start);
    // Beside an orbit that explains the fixes the other reading has one as well, or is wrong: none is searched for.
    if (other === null && (found === null || !agree(found))) {
      const cold = coldStart(problem);
      const again = cold === null ? null : polish(problem, cold);
      found = better(found, again, 0);
    }
    best = better(best, found, clearly);
    const sure = (previous?.count ?? observations.length) >= sureCount;
    if (best !== null && agree(best) && sure && (previous !== undefined || close(best))) {
      break;
    }
  }
  return best;
}

/** Half the sum of the squares of all misfits, fixes and prior; a wild fix counts as five deviations. */
export function misfit({ problem, elements, assessment }: Explanation): number {
  const { observations, epoch, prior } = problem;
  const base = { alongSeconds: flooredSeconds, crossKm: problem.leastKm };
  const off = deviationFrom(prior.mean, elements);
  return (
    (bend / 2) * costOf(assessment.residuals, agedNoise(base, observations, epoch)) +
    quadratic(prior.information, off) / 2
  );
}

function better(
  one: Explanation | null,
  other: Explanation | null,
  margin: number,
): Explanation | null {
  if (one === null || other === null) return one ?? other;
  return misfit(other) + margin < misfit(one) ? other : one;
}

/** The previous orbit at the new epoch, when it still says roughly where the station is. */
function warmStart(problem: Problem, previous: FittedOrbit): Elements | null {
  const elements = atEpoch(previous.elements, previous.epoch, problem.epoch);
  const { along, cross } = offsetsOf(
    problem.observations,
    problem.reading,
    problem.epoch,
    elements,
  );
  const near = medianOf([...along].map(Math.abs)) < 2 && medianOf([...cross].map(Math.abs)) < 2;
  return near ? elements : null;
}

/** From near to exact: the weight across the track grows as the fixes show how well they follow. */
function polish(problem: Problem, start: Elements): Explanation | null {
  const { observations, reading, epoch, leastKm } = problem;
  let elements = start;
  let crossKm = 0;
  for (const step of [0.2, 0.02, 0, null]) {
    // Last with what the fixes show, where that is more than the rounding.
    if (step === null && crossKm <= leastKm) break;
    const base = { alongSeconds: flooredSeconds, crossKm: Math.max(step ?? crossKm, leastKm) };
    const next = adjust(problem, elements, agedNoise(base, observations, epoch), 6);
    if (next === null) return null;
    elements = next;
    crossKm = crossScatter(offsetsOf(observations, reading, epoch, elements), problem);
  }
  return { problem, elements, assessment: assess(problem, elements, crossKm), crossKm };
}
