import type { Fix } from '#shared/station/station.ts';
import { changeFixCounts } from './changed-orbit.ts';
import { fitElementSet } from './element-set.ts';
import { likelihoodWithin, type Likelihood } from './expectation-propagation.ts';
import { fixOffsetOf, observationsAt, type FixOffset } from './fix-offset.ts';
import { maxTimeError, roundingKm } from './noise.ts';
import { predictState, priorOfSet } from './orbit-state.ts';
import { observationOf } from './residuals.ts';
import {
  filterSets,
  isLiveSet,
  meanSetUseSeconds,
  orbitStateOf,
  priorsOfSet,
  pruneMemory,
  secondsBeforeFirstFix,
  usesOwnOrbit,
  type FitState,
  type ServiceSet,
} from './set-filter.ts';

const hourSeconds = 3600;
/**
 * Largest time from the reference time of a set to its newest fix, seconds. The reference time of a set that is in use for
 * longer is moved forward.
 */
const maxSetReach = 24 * hourSeconds;
/** The largest number of fixes in a set. If a set has more, every second fix is left out. */
const maxFixesOfSet = 120;
/**
 * Largest distance of a fix from the position that a set predicts, in standard deviations. `known`: a fix of a set that
 * has fixes; `fresh`: the first fix of a new set.
 */
const fixGates = { known: 4.5, fresh: 6 };
/** Standard deviation of the model's error along the track, seconds. The rounding of the fix's time is not included. */
const modelErrorSeconds = 0.03;
/** Probability that the service returns to an older set. */
const olderSetProbability = 0.002;

/**
 * Whether these newer sets are no sets of the service, after a new fix was assigned to an older set. That is so if each
 * newer set has a single fix, which is then an outlier, or if one of them belongs to a changed orbit with few fixes: after
 * a real change, the service does not use a set from before it.
 */
const areSetsRefuted = (newer: readonly ServiceSet[]): boolean =>
  newer.every(({ times }) => times.length === 1) ||
  newer.some(({ changed: isChanged, times }) => isChanged && times.length <= changeFixCounts[0]);

/** Assigns a fix to the set that it most likely belongs to, to a new set, or to the unexplained fixes. */
export function assignFix(
  { memory, reading }: FitState,
  fixes: readonly Fix[],
  fix: Fix,
): FitState {
  const observation = observationOf(fix);
  const steps = filterSets(memory);
  const { sets } = memory;
  const state = steps.at(-1)?.after ?? orbitStateOf(memory.start);
  const prior = priorOfSet(
    predictState(state, Math.max(state.epoch, fix.time - secondsBeforeFirstFix)),
  );
  const gap = Math.max(60, fix.time - (sets.at(-1)?.times.at(-1) ?? 0));
  const stepProbability = 1 - Math.exp(-gap / meanSetUseSeconds);
  let bestDensity =
    Math.log(stepProbability) +
    logDensity(fixOffsetOf(prior, reading, observation), roundingKm, fixGates.fresh);
  let chosenIndex: number | null = null;
  for (let k = sets.length - 1; k >= 0; k--) {
    const [set, step] = [sets[k], steps[k]];
    if (set === undefined || step === undefined || !isLiveSet(set, fix.time)) break;
    const odds = k === sets.length - 1 ? 1 - stepProbability : olderSetProbability;
    const offset = fixOffsetOf(step.posterior, reading, observation);
    const density = Math.log(odds) + logDensity(offset, set.crossKm, fixGates.known);
    if (density > bestDensity) [bestDensity, chosenIndex] = [density, k];
  }
  const fittedSet = bestDensity === -Infinity ? null : refit(chosenIndex);
  if (fittedSet === null) {
    const unexplainedTimes = [...memory.unexplained, fix.time].slice(-changeFixCounts[0]);
    return { memory: { ...memory, unexplained: unexplainedTimes, until: fix.time }, reading };
  }
  const newerSets = chosenIndex === null ? [] : sets.slice(chosenIndex + 1);
  const isReturn = newerSets.length > 0 && areSetsRefuted(newerSets);
  const remainingSets = isReturn ? sets.slice(0, (chosenIndex ?? 0) + 1) : sets;
  const nextSets =
    chosenIndex === null
      ? [...remainingSets, fittedSet]
      : remainingSets.with(chosenIndex, fittedSet);
  const refutedCount = isReturn ? newerSets.reduce((sum, { count }) => sum + count, 0) : 0;
  const wrongCount = memory.unexplained.length + refutedCount;
  return {
    memory: pruneMemory({
      ...memory,
      sets: nextSets,
      unexplained: [],
      until: fix.time,
      count: memory.count + 1 - refutedCount,
      rejected: memory.rejected + wrongCount,
    }),
    reading,
  };

  function refit(index: number | null): ServiceSet | null {
    const set = index === null ? undefined : sets[index];
    const observations = [...observationsAt(set?.times ?? [], fixes), observation];
    const isMany = observations.length > maxFixesOfSet;
    const thinnedObservations = isMany ? observations.filter((_, k) => k % 2 === 0) : observations;
    if (index === null || set === undefined) {
      const newSet = fitElementSet(thinnedObservations, reading, prior);
      return newSet === null || newSet.count === 0 ? null : { ...newSet, age: 0, changed: false };
    }
    const earlierState = steps[index - 1]?.after ?? orbitStateOf(memory.start);
    const reference = Math.max(set.reference, fix.time - maxSetReach);
    const age = set.age + reference - set.reference;
    const placedSet = { ...set, reference, age };
    const { prior: ownPrior } = priorsOfSet(earlierState, placedSet, usesOwnOrbit(sets));
    const newSet = fitElementSet(thinnedObservations, reading, ownPrior);
    return newSet && { ...newSet, age, changed: set.changed };
  }
}

const fixLikelihood: Likelihood = { density: NaN, slope: NaN, curvature: NaN };

/** Logarithm of the density of a fix; −Infinity outside the gate. */
function logDensity({ seconds, km, ...sigmas }: FixOffset, crossKm: number, gate: number): number {
  const sigmaKm = Math.hypot(sigmas.sigmaKm, 1.3 * crossKm);
  const isNear =
    Math.abs(seconds) <= maxTimeError + modelErrorSeconds + gate * sigmas.sigmaSeconds &&
    Math.abs(km) <= gate * sigmaKm;
  if (!isNear) return -Infinity;
  likelihoodWithin(
    seconds,
    maxTimeError,
    sigmas.sigmaSeconds ** 2 + modelErrorSeconds ** 2,
    fixLikelihood,
  );
  return -0.5 * (km / sigmaKm) ** 2 - Math.log(sigmaKm) + Math.log(fixLikelihood.density);
}
