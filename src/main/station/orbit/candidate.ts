import type { Elements, FittedOrbit } from '#shared/station/orbit.ts';
import {
  robustLeastSquares,
  robustScale,
  robustCost,
  differenceFrom,
  type Problem,
} from './least-squares.ts';
import { assess, crossScatter, type Assessment } from './outliers.ts';
import { quadratic } from './parameters.ts';
import { noiseWithAge, flooredSeconds, minCrossKm, median } from './noise.ts';
import { residualsOf, type Observation, type LatitudeKind } from './residuals.ts';
import type { Prior } from './parameters.ts';
import { initialOrbit, refineNearby } from './initial-orbit.ts';
import { atEpoch } from './propagation.ts';

/** Six numbers want three fixes; that the orbit is nearly round does the rest. */
export const minFixes = 3;
/** So many of the fixes must agree. */
const majority = 0.6;
/** Across the track: the service follows some orbit to a few metres, whatever it is. */
const poorKm = 1;
/** So many fixes have settled what the service means by latitude. */
const sureCount = 12;
/** In the measure of the misfit: chance alone makes one of two readings look a little better. */
const clearly = 3;

/** Elements with what they make of the fixes, not yet refined by the intervals of the seconds. */
export interface Candidate {
  readonly problem: Problem;
  readonly elements: Elements;
  readonly assessment: Assessment;
  readonly crossKm: number;
}

/** Chance alone does not scatter the fixes across the track by more. */
export const isTight = ({ problem, crossKm }: Candidate): boolean => crossKm < 4 * problem.minKm;

/** Whether most fixes lie on the orbit. */
export const isConsistent = ({ assessment, problem, crossKm }: Candidate): boolean =>
  crossKm <= poorKm &&
  assessment.acceptedCount >= Math.max(minFixes, majority * problem.observations.length);

/** The orbit by the reading of latitude that explains more, the known or usual one first. */
export function fitCandidate(
  observations: readonly Observation[],
  prior: Prior,
  previous: FittedOrbit | undefined,
): Candidate | null {
  const epoch = observations.at(-1)?.time ?? 0;
  const minKm = minCrossKm(observations);
  const usual = previous?.reading ?? 'geocentric';
  const readings: readonly LatitudeKind[] =
    usual === 'geocentric' ? ['geocentric', 'geodetic'] : ['geodetic', 'geocentric'];
  let best: Candidate | null = null;
  for (const reading of readings) {
    const problem = { observations, reading, epoch, prior, minKm };
    const other = best !== null && isConsistent(best) ? best.elements : null;
    const warm = previous === undefined ? null : warmStart(problem, previous);
    const start = warm ?? (other && refineNearby(problem, other));
    let found = start === null ? null : polish(problem, start);
    // Beside an orbit that explains the fixes the other reading has one as well, or is wrong: none is searched for.
    if (other === null && (found === null || !isConsistent(found))) {
      const cold = initialOrbit(problem);
      const again = cold === null ? null : polish(problem, cold);
      found = better(found, again, 0);
    }
    best = better(best, found, clearly);
    const sure = (previous?.count ?? observations.length) >= sureCount;
    if (best !== null && isConsistent(best) && sure && (previous !== undefined || isTight(best))) {
      break;
    }
  }
  return best;
}

/** Half the sum of the squares of all misfits, fixes and prior; a wild fix counts as five deviations. */
export function misfit({ problem, elements, assessment }: Candidate): number {
  const { observations, epoch, prior } = problem;
  const base = { alongSeconds: flooredSeconds, crossKm: problem.minKm };
  const off = differenceFrom(prior.mean, elements);
  return (
    (robustScale / 2) * robustCost(assessment.residuals, noiseWithAge(base, observations, epoch)) +
    quadratic(prior.information, off) / 2
  );
}

function better(one: Candidate | null, other: Candidate | null, margin: number): Candidate | null {
  if (one === null || other === null) return one ?? other;
  return misfit(other) + margin < misfit(one) ? other : one;
}

/** The previous orbit at the new epoch, when it still says roughly where the station is. */
function warmStart(problem: Problem, previous: FittedOrbit): Elements | null {
  const elements = atEpoch(previous.elements, previous.epoch, problem.epoch);
  const { along, cross } = residualsOf(
    problem.observations,
    problem.reading,
    problem.epoch,
    elements,
  );
  const near = median([...along].map(Math.abs)) < 2 && median([...cross].map(Math.abs)) < 2;
  return near ? elements : null;
}

/** From near to exact: the weight across the track grows as the fixes show how well they follow. */
function polish(problem: Problem, start: Elements): Candidate | null {
  const { observations, reading, epoch, minKm } = problem;
  let elements = start;
  let crossKm = 0;
  for (const step of [0.2, 0.02, 0, null]) {
    // Last with what the fixes show, where that is more than the rounding.
    if (step === null && crossKm <= minKm) break;
    const base = { alongSeconds: flooredSeconds, crossKm: Math.max(step ?? crossKm, minKm) };
    const next = robustLeastSquares(problem, elements, noiseWithAge(base, observations, epoch), 6);
    if (next === null) return null;
    elements = next;
    crossKm = crossScatter(residualsOf(observations, reading, epoch, elements), problem);
  }
  return { problem, elements, assessment: assess(problem, elements, crossKm), crossKm };
}
