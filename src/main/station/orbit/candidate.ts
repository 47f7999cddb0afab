import type { Elements, FittedOrbit } from '#shared/station/orbit.ts';
import {
  robustLeastSquares,
  robustScale,
  robustCost,
  elementsDifference,
  type FitProblem,
} from './least-squares.ts';
import { assessFixes, crossScatter, type FixAssessment } from './outliers.ts';
import { quadraticForm } from './parameters.ts';
import { noiseWithAge, timeErrorSigma, minCrossKm, median } from './noise.ts';
import { residualsOf, type Observation, type LatitudeKind } from './residuals.ts';
import type { Prior } from './parameters.ts';
import { initialOrbit, refineFromOrbit } from './initial-orbit.ts';
import { elementsAtEpoch } from './propagation.ts';

/**
 * The least number of fixes for an orbit: they give six numbers, and the prior of a nearly circular orbit gives the
 * rest.
 */
export const minFixes = 3;
/** Fraction of the fixes that must be accepted. */
const minAcceptedShare = 0.6;
/** Largest acceptable standard deviation across the track: any service follows some orbit to a few metres. */
const maxCrossKm = 1;
/** The kind of latitude is certain after this many fixes. */
const sureFixCount = 12;
/** The less usual kind of latitude must have a misfit that is smaller by this much, so that chance does not decide. */
const minMisfitMargin = 3;

/** Elements fitted to the fixes by robust least squares, before the interval estimator refines them. */
export interface Candidate {
  readonly problem: FitProblem;
  readonly elements: Elements;
  readonly assessment: FixAssessment;
  readonly crossKm: number;
}

/** Whether the scatter across the track is explained by rounding alone. */
const hasTightScatter = ({ problem, crossKm }: Candidate): boolean => crossKm < 4 * problem.minKm;

/** Whether most fixes lie on the orbit. */
export const isConsistent = ({ assessment, problem, crossKm }: Candidate): boolean =>
  crossKm <= maxCrossKm &&
  assessment.acceptedCount >= Math.max(minFixes, minAcceptedShare * problem.observations.length);

/**
 * Fits the elements twice, once with the latitudes of the fixes taken as geocentric and once as geodetic, and returns
 * the better candidate. The first fit takes the kind of latitude of `previous`, or geocentric. If enough fixes confirm
 * the first fit, there is no second fit.
 *
 * @param observations oldest first
 * @param previous an earlier orbit to start from
 * @param epoch the time of the elements, Unix seconds
 * @param minKm the smallest standard deviation across the track that the fixes can have, km
 * @returns null when no elements could be fitted
 */
export function fitCandidate(
  observations: readonly Observation[],
  prior: Prior,
  previous: FittedOrbit | undefined,
  epoch = observations.at(-1)?.time ?? 0,
  minKm = minCrossKm(observations),
): Candidate | null {
  const usualReading = previous?.reading ?? 'geocentric';
  const readings: readonly LatitudeKind[] =
    usualReading === 'geocentric' ? ['geocentric', 'geodetic'] : ['geodetic', 'geocentric'];
  let bestCandidate: Candidate | null = null;
  for (const reading of readings) {
    const problem = { observations, reading, epoch, prior, minKm };
    const otherElements =
      bestCandidate !== null && isConsistent(bestCandidate) ? bestCandidate.elements : null;
    const warmElements = previous === undefined ? null : warmStart(problem, previous);
    const start = warmElements ?? (otherElements && refineFromOrbit(problem, otherElements));
    let candidate = start === null ? null : refineCandidate(problem, start);
    // If the first fit explains the fixes, the second fit starts from known elements, and no orbit is searched.
    if (otherElements === null && (candidate === null || !isConsistent(candidate))) {
      const coldElements = initialOrbit(problem);
      candidate = betterCandidate(
        candidate,
        coldElements === null ? null : refineCandidate(problem, coldElements),
        0,
      );
    }
    bestCandidate = betterCandidate(bestCandidate, candidate, minMisfitMargin);
    const isCertain = (previous?.count ?? observations.length) >= sureFixCount;
    if (
      bestCandidate !== null &&
      isConsistent(bestCandidate) &&
      isCertain &&
      (previous !== undefined || hasTightScatter(bestCandidate))
    ) {
      break;
    }
  }
  return bestCandidate;
}

/**
 * Negative logarithm of the posterior density up to a constant: half the sum of squared normalised residuals of fixes
 * and prior, where an outlier counts as five standard deviations.
 */
export function candidateMisfit({ problem, elements, assessment }: Candidate): number {
  const { observations, epoch, prior } = problem;
  const baseNoise = { alongSeconds: timeErrorSigma, crossKm: problem.minKm };
  const offset = elementsDifference(prior.mean, elements);
  return (
    (robustScale / 2) *
      robustCost(assessment.residuals, noiseWithAge(baseNoise, observations, epoch)) +
    quadraticForm(prior.information, offset) / 2
  );
}

function betterCandidate(
  one: Candidate | null,
  other: Candidate | null,
  margin: number,
): Candidate | null {
  if (one === null || other === null) return one ?? other;
  return candidateMisfit(other) + margin < candidateMisfit(one) ? other : one;
}

/** The previous orbit at the new epoch, or null if its median residuals are 2 s or 2 km or more. */
function warmStart(problem: FitProblem, previous: FittedOrbit): Elements | null {
  const elements = elementsAtEpoch(previous.elements, previous.epoch, problem.epoch);
  const { along, cross } = residualsOf(
    problem.observations,
    problem.reading,
    problem.epoch,
    elements,
  );
  const isNear = median([...along].map(Math.abs)) < 2 && median([...cross].map(Math.abs)) < 2;
  return isNear ? elements : null;
}

/** Refines elements in stages: the weight across the track grows as the fixes show how well they follow the orbit. */
export function refineCandidate(problem: FitProblem, start: Elements): Candidate | null {
  const { observations, reading, epoch, minKm } = problem;
  let elements = start;
  let crossKm = 0;
  for (const step of [0.2, 0.02, 0, null]) {
    // The last stage uses the scatter of the fixes, where it exceeds the rounding.
    if (step === null && crossKm <= minKm) break;
    const baseNoise = { alongSeconds: timeErrorSigma, crossKm: Math.max(step ?? crossKm, minKm) };
    const refinedFit = robustLeastSquares(
      problem,
      elements,
      noiseWithAge(baseNoise, observations, epoch),
      6,
    );
    if (refinedFit === null) return null;
    elements = refinedFit;
    crossKm = crossScatter(residualsOf(observations, reading, epoch, elements), problem);
  }
  return { problem, elements, assessment: assessFixes(problem, elements, crossKm), crossKm };
}
