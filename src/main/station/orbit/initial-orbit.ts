import type { Elements } from '#shared/station/orbit.ts';
import { robustLeastSquares, robustCost, type FitProblem } from './least-squares.ts';
import { radians } from '#shared/station/sky/earth.ts';
import { residualsOf, type Observation } from './residuals.ts';
import { noiseWithAge, timeErrorSigma, type FixNoise } from './noise.ts';
import { elementsAtEpoch } from './propagation.ts';

/** Number of neighbouring fixes of a first orbit. */
const firstFixCount = 8;
/** Errors of a first guess with unknown eccentricity and mean motion. */
const roughNoise: FixNoise = { alongSeconds: 8, crossKm: 30 };
const finestNoise: FixNoise = { alongSeconds: timeErrorSigma, crossKm: 0.2 };
/** Decreasing noise levels: each fit starts inside the basin of convergence of the next. */
const decreasingNoise: readonly FixNoise[] = [
  { alongSeconds: 3, crossKm: 10 },
  { alongSeconds: 0.8, crossKm: 1.5 },
  finestNoise,
];
const growthNoise = decreasingNoise.slice(1);

/**
 * The circular orbit through one fix, northbound or southbound there: sin φ = sin i sin u and
 * tan(λ − Ω) = cos i tan u (right spherical triangle of node, sub-satellite point and equator).
 */
function orbitThrough(observation: Observation, northbound: boolean, prior: Elements): Elements {
  const i = prior.inclination * radians;
  const ratio = Math.sin(observation.latitude) / Math.sin(i);
  const northward = Math.asin(Math.max(-1, Math.min(1, ratio)));
  const u = northbound ? northward : Math.PI - northward;
  const eastAngle = Math.atan2(Math.cos(i) * Math.sin(u), Math.cos(u));
  const node = observation.longitude - eastAngle + observation.sidereal;
  return { ...prior, node: node / radians, argumentOfLatitude: u / radians };
}

/**
 * Mean motions around a value. From one to the next, the number of revolutions between the fixes changes by less than
 * 0.1.
 */
function meanMotionsAround(middle: number, spanSeconds: number): number[] {
  const reach = 0.1;
  const steps = Math.ceil((reach * spanSeconds) / 86_400 / 0.05);
  return Array.from({ length: 2 * steps + 1 }, (_, k) =>
    steps === 0 ? middle : middle + ((k - steps) * reach) / steps,
  );
}

/**
 * Largest number of groups of neighbouring fixes that are tried, newest first: a group may contain too many outliers.
 */
const maxGroups = 4;
/** Fraction of the fixes that must agree with the orbit. */
const minAgreement = 0.6;

/**
 * Initial orbit determination from angles on a sphere; our own method, because the fixes have no range. The search
 * tries circular orbits northbound and southbound through each of a few neighbouring fixes and takes the orbit that
 * explains most of them. Then the arc grows to both sides, doubling each time, so that revolutions are never
 * miscounted.
 *
 * @param problem fixes oldest first
 * @returns null when no orbit explains the fixes
 */
export function initialOrbit(problem: FitProblem): Elements | null {
  const { observations, reading, epoch } = problem;
  const totalCount = observations.length;
  const noise = noiseWithAge(finestNoise, observations, epoch);
  let bestOrbit: RatedOrbit | null = null;
  for (let group = 0; group < maxGroups; group++) {
    const end = totalCount - group * firstFixCount;
    const begin = Math.max(0, end - firstFixCount);
    if (end - begin < Math.min(firstFixCount, totalCount)) break;
    const startOrbit = firstOrbit({ ...problem, observations: observations.slice(begin, end) });
    const elements = startOrbit === null ? null : growFit(problem, startOrbit.elements, begin, end);
    if (elements === null) continue;
    const cost = robustCost(residualsOf(observations, reading, epoch, elements), noise);
    if (bestOrbit === null || cost < bestOrbit.cost) bestOrbit = { elements, cost };
    if (cost <= (1 - minAgreement) * totalCount) break;
  }
  return bestOrbit?.elements ?? null;
}

/** Refines an orbit with an error of some 20 km, such as the orbit for the other kind of latitude. */
export const refineFromOrbit = (problem: FitProblem, elements: Elements): Elements | null =>
  refineElements(problem, elements, [roughNoise, ...decreasingNoise]);

/** Extends the fit from the fixes in [`begin`, `end`) to both sides, while the orbit explains most of the fixes. */
function growFit(problem: FitProblem, first: Elements, begin: number, end: number): Elements {
  const { observations, reading, epoch } = problem;
  let elements = first;
  let firstIndex = begin;
  let endIndex = end;
  while (firstIndex > 0 || endIndex < observations.length) {
    const growth = endIndex - firstIndex;
    firstIndex = Math.max(0, firstIndex - growth);
    endIndex = Math.min(observations.length, endIndex + growth);
    const part = { ...problem, observations: observations.slice(firstIndex, endIndex) };
    const refinedElements = refineElements(part, elements, growthNoise);
    if (refinedElements === null) break;
    const noise = noiseWithAge(finestNoise, part.observations, epoch);
    const cost = robustCost(residualsOf(part.observations, reading, epoch, refinedElements), noise);
    if (cost > (1 - minAgreement) * (endIndex - firstIndex)) break;
    elements = refinedElements;
  }
  return elements;
}

interface RatedOrbit {
  readonly elements: Elements;
  /** Robust cost: roughly the number of fixes that do not agree. */
  readonly cost: number;
}

function firstOrbit(problem: FitProblem): RatedOrbit | null {
  const { observations, epoch, prior } = problem;
  const oldestTime = observations[0]?.time ?? epoch;
  const candidates: RatedOrbit[] = [];
  const noise = noiseWithAge(roughNoise, observations, epoch);
  const rate = (elements: Elements): number =>
    robustCost(residualsOf(observations, problem.reading, epoch, elements), noise);
  for (const observation of observations) {
    for (const meanMotion of meanMotionsAround(prior.mean.meanMotion, epoch - oldestTime)) {
      for (const northbound of [true, false]) {
        const elementsAtFix = orbitThrough(observation, northbound, { ...prior.mean, meanMotion });
        const elements = elementsAtEpoch(elementsAtFix, observation.time, epoch);
        candidates.push({ elements, cost: rate(elements) });
      }
    }
  }
  candidates.sort((a, b) => a.cost - b.cost);
  const fineNoise = noiseWithAge(finestNoise, observations, epoch);
  let bestOrbit: RatedOrbit | null = null;
  for (const { elements } of candidates.slice(0, 6)) {
    const refinedElements = refineElements(problem, elements, [roughNoise, ...decreasingNoise]);
    if (refinedElements === null) continue;
    const cost = robustCost(
      residualsOf(observations, problem.reading, epoch, refinedElements),
      fineNoise,
    );
    if (bestOrbit === null || cost < bestOrbit.cost)
      bestOrbit = { elements: refinedElements, cost };
  }
  return bestOrbit;
}

function refineElements(
  problem: FitProblem,
  start: Elements,
  steps: readonly FixNoise[],
): Elements | null {
  return steps.reduce<Elements | null>(
    (elements, noise) =>
      elements &&
      robustLeastSquares(
        problem,
        elements,
        noiseWithAge(noise, problem.observations, problem.epoch),
        4,
      ),
    start,
  );
}
