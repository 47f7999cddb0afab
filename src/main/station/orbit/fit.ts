import type { ElementSet, FittedOrbit } from '#shared/station/orbit.ts';
import type { Fix } from '#shared/station/station.ts';
import { fitCandidate, isConsistent, minFixes } from './candidate.ts';
import { elementSetOf, fitElementSet } from './element-set.ts';
import { likelihoodWithin, type Likelihood } from './expectation-propagation.ts';
import {
  crossTrackLeak,
  groundSpeed,
  maxTimeError,
  isSparse,
  roundingKm,
  sparseKm,
} from './noise.ts';
import {
  stateAfterBurn,
  stateAfterSet,
  posteriorOfSet,
  predictState,
  priorOfSet,
  startState,
  type OrbitState,
} from './orbit-state.ts';
import { invertMatrix, quadraticForm, stationPrior } from './parameters.ts';
import { withPossibleStep } from './possible-step.ts';
import { elementsAtEpoch } from './propagation.ts';
import {
  linearizedResiduals,
  observationOf,
  type LatitudeKind,
  type Observation,
} from './residuals.ts';

export type FitResult =
  | { readonly ok: true; readonly orbit: FittedOrbit }
  /**
   * `too-few`: fewer than three fixes. Otherwise no orbit of the station explains the fixes: `too-rare` when they are
   * so far apart that the revolutions between them cannot be counted, else `contradictory`.
   */
  | { readonly ok: false; readonly reason: 'too-few' | 'too-rare' | 'contradictory' };

type FitMemory = FittedOrbit['memory'];
type ServiceSet = FitMemory['sets'][number];

/** The memory that the orbit is computed from, and the kind of latitude. */
interface FitState {
  readonly memory: FitMemory;
  readonly reading: LatitudeKind;
}

const hourSeconds = 3600;
/**
 * The reference time of a set is this long before its first fix, seconds. A set is published some hours after the end
 * of its tracking data and is most accurate at that end.
 */
const secondsBeforeFirstFix = 5.5 * hourSeconds;
/** The age to assume for the first set of a new orbit, seconds. The service has used this set for some time already. */
const firstSetAge = 7 * hourSeconds;
/** Largest time from the reference time of a set in long use to its newest fix, seconds. */
const maxSetReach = 24 * hourSeconds;
/** Long use of a set, seconds: only one of the 582 sets published in January to April 2023 was in use for longer. */
const maxSetUse = 22 * hourSeconds;
/** Mean time until the service steps to a newer set, seconds. */
const meanSetLife = 6 * hourSeconds;
/** A set without a fix for this time, in seconds, is out of use. */
const maxSetIdleSeconds = 30 * hourSeconds;
/** Sets are kept for this long, seconds; the information of older sets is filtered into the start state. */
const retentionSeconds = 5 * 86_400;
const maxSets = 40;
/** The largest number of fixes in a set. If a set has more, every second fix is left out. */
const maxFixesOfSet = 120;
/** Fixes closer together than this, in seconds, add no information to a first fit. */
const minFixGap = 15;
/** While there are fewer fixes, a first orbit is searched again with each new fix. */
const youngFixCount = 12;
/**
 * An orbit whose fixes span less than this, seconds, cannot show a change: fixes that it does not explain start a new
 * orbit.
 */
const youngSpanSeconds = 3 * hourSeconds;
/** Gates in standard deviations: for a fix of a known set, and for the first fix of a new one. */
const fixGates = { known: 4.5, fresh: 6 };
/** Error of the model along the track beyond the half second, seconds. */
const modelErrorSeconds = 0.03;
/** Probability that the service returns to an older set. */
const olderSetProbability = 0.002;
/**
 * How many of the newest unexplained fixes are tried as the fixes after a change of the orbit, in the order of the
 * tries.
 */
const changeFixCounts = [6, 4, 3] as const;
/** Largest scatter of the tried fixes across the track, km: the fixes of a set lie on an orbit to some metres. */
const maxChangeCrossKm = 0.05;

/**
 * Fits an orbit to fixes. The fixes of one element set of the service count as one sample with the error of a set; the
 * orbit is estimated by a Kalman filter over the sets, with a random walk of the drag (orbit-state.ts).
 *
 * @param fixes in any order
 * @param previous the orbit of an earlier call; only fixes later than those of that call are processed
 */
export function fitOrbit(fixes: readonly Fix[], previous?: FittedOrbit): FitResult {
  const allFixes = fixes.toSorted((a, b) => a.time - b.time);
  const sortedFixes = previous === undefined ? selectFixes(allFixes) : allFixes;
  const newFixes = sortedFixes.filter(({ time }) => time > (previous?.memory.until ?? -Infinity));
  let estimate: FitState | null = previous ?? null;
  for (const [k, fix] of newFixes.entries()) {
    // A first orbit is not searched at every fix: among fixes that contradict each other that would take seconds.
    if (estimate === null && !fixCountsOfFirstSearch.includes(k + 1) && k + 1 < newFixes.length)
      continue;
    const fixesUntil = sortedFixes.filter(({ time }) => time <= fix.time);
    estimate = assimilateFix(estimate, fixesUntil, fix);
  }
  if (estimate !== null) return { ok: true, orbit: fittedOrbitOf(estimate, sortedFixes) };
  if (sortedFixes.length < minFixes) return { ok: false, reason: 'too-few' };
  const isRare = isSparse(sortedFixes.map(observationOf));
  return { ok: false, reason: isRare ? 'too-rare' : 'contradictory' };
}

/** A first orbit is searched after these numbers of fixes, and after the last fix. */
const fixCountsOfFirstSearch: readonly number[] = [minFixes, 12, 48];
/** A first fit uses the fixes of this number of days, and at most this number of fixes. */
const firstFitDays = 10;
const maxFirstFitFixes = 240;

/** The fixes of a first fit, oldest first. */
function selectFixes(sorted: readonly Fix[]): Fix[] {
  const newestTime = sorted.at(-1)?.time ?? 0;
  const recentFixes: Fix[] = [];
  for (const fix of sorted) {
    if (fix.time < newestTime - firstFitDays * 86_400) continue;
    if (fix.time - (recentFixes.at(-1)?.time ?? -Infinity) >= minFixGap) recentFixes.push(fix);
  }
  const stride = Math.ceil(recentFixes.length / maxFirstFitFixes);
  return recentFixes.filter((_, k) => (recentFixes.length - 1 - k) % stride === 0);
}

/** @param fixes oldest first; the last of them is new */
function assimilateFix(
  estimate: FitState | null,
  fixes: readonly Fix[],
  fix: Fix,
): FitState | null {
  if (estimate === null) return firstEstimate(fixes);
  const { count, rejected, unexplained, sets } = estimate.memory;
  if (count + rejected + unexplained.length < youngFixCount) {
    const youngState = firstEstimate(fixes.slice(-youngFixCount));
    if (youngState !== null && youngState.memory.unexplained.length === 0) return youngState;
  }
  const nextState = assignFix(estimate, fixes, fix);
  const isUnexplained = nextState.memory.unexplained.includes(fix.time);
  // A first orbit fitted to fixes of two sets explains those fixes but is wrong; only its plane is right.
  if (isUnexplained && fix.time - nextState.memory.from < youngSpanSeconds) {
    const restartedState = restartWithFirstOrbit(nextState, fixes, minFixes, 0);
    return restartedState !== null && hasSamePlane(restartedState.memory, nextState.memory)
      ? restartedState
      : nextState;
  }
  const isNew = isUnexplained || nextState.memory.sets.length > sets.length;
  if (!isNew || !isSearchDue(sets, estimate.memory.until, fix.time)) return nextState;
  return (
    fitChangedOrbit(nextState, fixes) ??
    restartWithFirstOrbit(nextState, fixes, minFixesOfLostOrbit, minLostSeconds) ??
    nextState
  );
}

/**
 * The search for a change is costly. In the first two hours after the last explained fix, each unexplained fix and each
 * first fix of a set starts a search; later, one search in half an hour is enough.
 */
const searchSeconds = 2 * hourSeconds;
const searchAgainSeconds = hourSeconds / 2;

function isSearchDue(sets: readonly ServiceSet[], previous: number, now: number): boolean {
  const lastTime = sets.at(-1)?.times.at(-1) ?? 0;
  const partOf = (time: number): number => Math.floor((time - lastTime) / searchAgainSeconds);
  return now - lastTime < searchSeconds || partOf(now) > partOf(previous);
}

/** How many of the newest fixes are used in the search for a first orbit, in the order of the tries. */
const firstFixCounts = [90, 12, 4, 3] as const;

/**
 * A first orbit by the newest fixes, or null. The fixes are then processed one by one, to separate the fixes of
 * different sets.
 */
function firstEstimate(fixes: readonly Fix[]): FitState | null {
  for (const count of firstFixCounts) {
    const newestFixes = fixes.slice(-count);
    if (newestFixes.length < Math.max(minFixes, count / 2)) continue;
    const estimate = firstOrbitByFixes(newestFixes, undefined);
    if (estimate !== null) return estimate;
  }
  for (const count of mixedFixCounts) {
    const mixedFixes = fixes.slice(-count);
    const spanSeconds = (mixedFixes.at(-1)?.time ?? 0) - (mixedFixes[0]?.time ?? 0);
    if (mixedFixes.length < count || spanSeconds < mixedSeconds) continue;
    const estimate = firstOrbitByFixes(mixedFixes, sparseKm);
    if (estimate !== null) return estimate;
  }
  return null;
}

/**
 * If this many fixes over at least this time fit no orbit, they may be of several sets, whose tracks are 0.3 km apart.
 */
const mixedFixCounts = [4, 3] as const;
const mixedSeconds = 2 * hourSeconds;

/**
 * A first orbit by these fixes, or null.
 *
 * @param minKm the smallest standard deviation across the track, km; undefined: it follows from the time between the
 *   fixes
 */
function firstOrbitByFixes(newest: readonly Fix[], minKm: number | undefined): FitState | null {
  const candidate = fitCandidate(
    newest.map(observationOf),
    stationPrior,
    undefined,
    undefined,
    minKm,
  );
  if (candidate === null || !isConsistent(candidate)) return null;
  const { problem, elements, assessment } = candidate;
  const wrongCount = assessment.accepted.indexOf(true);
  const [first, ...rest] = newest.slice(wrongCount);
  if (first === undefined) return null;
  const reference = first.time - firstSetAge;
  const start = startState(reference, elementsAtEpoch(elements, problem.epoch, reference));
  const set = fitElementSet([observationOf(first)], problem.reading, priorOfSet(start));
  if (set === null) return null;
  const memory: FitMemory = {
    start: storedStateOf(start),
    sets: [{ ...set, age: 0, changed: false }],
    unexplained: [],
    until: first.time,
    from: first.time,
    count: 1,
    rejected: wrongCount,
  };
  return rest.reduce<FitState>(
    (estimate, fix, k) => assignFix(estimate, newest.slice(0, wrongCount + k + 2), fix),
    { memory, reading: problem.reading },
  );
}

/**
 * Whether a new fix of an older set shows that these newer sets are not sets of the service: a set of a single fix is
 * an outlier, and the orbit has not changed if the service continues with a set from before the change.
 */
const areSetsRefuted = (newer: readonly ServiceSet[]): boolean =>
  newer.every(({ times }) => times.length === 1) ||
  newer.some(({ changed: isChanged, times }) => isChanged && times.length <= changeFixCounts[0]);

/** Assigns a fix to the set that it most likely belongs to, to a new set, or to the unexplained fixes. */
function assignFix({ memory, reading }: FitState, fixes: readonly Fix[], fix: Fix): FitState {
  const observation = observationOf(fix);
  const steps = filterSets(memory);
  const { sets } = memory;
  const state = steps.at(-1)?.after ?? orbitStateOf(memory.start);
  const prior = priorOfSet(
    predictState(state, Math.max(state.epoch, fix.time - secondsBeforeFirstFix)),
  );
  const gap = Math.max(60, fix.time - (sets.at(-1)?.times.at(-1) ?? 0));
  const stepProbability = 1 - Math.exp(-gap / meanSetLife);
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

/**
 * A set used for at most `use` seconds, whose last fix is at most `since` seconds old, may be part of a changed orbit.
 */
const shortUse = { use: 2 * hourSeconds, since: 3 * hourSeconds };
/** This many small sets in a row show that the orbit has changed. */
const minSmallSets = 3;
/** Fewest fixes of a chain of small sets: the seven elements would fit almost any smaller number of fixes. */
const minChangedFixes = 5;

/**
 * Fits a changed orbit to the fixes that no set explains, or that only small sets explain. Returns the estimate with
 * the new set, or null.
 */
function fitChangedOrbit({ memory, reading }: FitState, fixes: readonly Fix[]): FitState | null {
  const { unexplained, sets } = memory;
  const isSmall = ({ times: [from = 0, ...rest] }: ServiceSet): boolean => {
    const lastTime = rest.at(-1) ?? from;
    return lastTime - from <= shortUse.use && memory.until - lastTime <= shortUse.since;
  };
  const firstSmallIndex = sets.findLastIndex((set) => !isSmall(set)) + 1;
  const smallTimes = sets.slice(firstSmallIndex).flatMap(({ times }) => times);
  const allTimes = [...smallTimes, ...unexplained];
  const isChain =
    sets.length - firstSmallIndex >= minSmallSets ||
    (sets.length > firstSmallIndex && unexplained.length > 2);
  const attempts = changeFixCounts
    .filter((count) => unexplained.length >= count)
    .map((count) => ({ base: sets, times: unexplained.slice(-count) }));
  if (firstSmallIndex > 0 && isChain && allTimes.length >= minChangedFixes)
    attempts.unshift({ base: sets.slice(0, firstSmallIndex), times: allTimes });
  for (const { base, times } of attempts) {
    // If the service has since returned to an older set, its steps between sets are no change of the orbit.
    if (base.some((set) => (set.times.at(-1) ?? 0) > (times[0] ?? 0))) continue;
    const state = filterSets({ ...memory, sets: base }).at(-1)?.after ?? orbitStateOf(memory.start);
    const reference = Math.max(state.epoch, (times[0] ?? 0) - secondsBeforeFirstFix);
    const prior = priorOfSet(stateAfterBurn(predictState(state, reference)));
    const information = invertMatrix(prior.covariance);
    if (information === null) return null;
    const candidate = fitCandidate(
      observationsAt(times, fixes),
      { mean: prior.elements, information },
      undefined,
      reference,
    );
    if (candidate?.problem.reading !== reading) continue;
    if (candidate.assessment.acceptedCount < times.length) continue;
    if (candidate.crossKm > Math.max(maxChangeCrossKm, candidate.problem.minKm)) continue;
    const set = elementSetOf(candidate);
    if (set === null) continue;
    const addedCount = times.filter((time) => unexplained.includes(time)).length;
    const nextMemory = pruneMemory({
      ...memory,
      sets: [...base, { ...set, age: 0, changed: true }],
      unexplained: [],
      count: memory.count + addedCount,
      rejected: memory.rejected + unexplained.length - addedCount,
    });
    return { memory: nextMemory, reading };
  }
  return null;
}

/** Fewest unexplained fixes in a row after which an orbit counts as lost, so that a first orbit is searched. */
const minFixesOfLostOrbit = 4;
/**
 * Least time, seconds, from the last fix of a set until an orbit counts as lost. Until then the service may be wrong.
 */
const minLostSeconds = 3 * hourSeconds;

/**
 * A first orbit by the unexplained fixes; null unless there are at least `count` of them in a row and the newest is at
 * least `seconds` later than the last fix of a set.
 */
function restartWithFirstOrbit(
  { memory }: FitState,
  fixes: readonly Fix[],
  count: number,
  seconds: number,
): FitState | null {
  const { unexplained, sets, until } = memory;
  const lastTime = sets.at(-1)?.times.at(-1) ?? 0;
  if (unexplained.length < count || until - lastTime < seconds) return null;
  const estimate = firstEstimate(fixes.filter(({ time }) => time > lastTime));
  const isConvincing =
    estimate !== null && estimate.memory.unexplained.length < minFixesOfLostOrbit / 2;
  return isConvincing ? estimate : null;
}

/** Largest difference of the planes of two first orbits, degrees; a displaced position causes a larger one. */
const maxPlaneDifference = 0.2;

function hasSamePlane({ start: one }: FitMemory, { start: other }: FitMemory): boolean {
  const { node, inclination } = elementsAtEpoch(one.elements, one.epoch, other.epoch);
  const nodeDifference = positiveDegrees(node - other.elements.node + 180) - 180;
  return Math.hypot(nodeDifference, inclination - other.elements.inclination) < maxPlaneDifference;
}

/** Whether the orbit is too young to tell with certainty whether the service has stepped to a newer set. */
const isYoung = ({ from, until, sets }: FitMemory): boolean =>
  until - from < youngSpanSeconds && sets.every(({ changed: isChanged }) => !isChanged);

/** One step of the Kalman filter: prior and posterior of a set, and the orbit after it. */
interface FilterStep {
  readonly prior: OrbitState;
  readonly posterior: OrbitState;
  readonly after: OrbitState;
}

/**
 * Whether the service has never stepped to another set, except after a change of the orbit. If so, the service may
 * compute its own orbit, and a set in long use is not out of date.
 */
const usesOwnOrbit = (sets: readonly ServiceSet[]): boolean =>
  sets.every(({ changed: isChanged }, k) => k === 0 || isChanged);

function filterSets({ start, sets }: FitMemory): FilterStep[] {
  const steps: FilterStep[] = [];
  const isOwn = usesOwnOrbit(sets);
  for (const set of sets) {
    const state = steps.at(-1)?.after ?? orbitStateOf(start);
    steps.push(stepToSet(state, set, isOwn));
  }
  return steps;
}

type PlacedSet = Pick<ServiceSet, 'reference' | 'age' | 'changed' | 'times'>;

/** The orbit before a set at its reference time, and the prior of the set. */
function priorsOfSet(
  state: OrbitState,
  { reference, age, times, changed: isChanged }: PlacedSet,
  isOwn: boolean,
) {
  const predictedState = predictState(state, reference);
  const orbit = isChanged ? stateAfterBurn(predictedState) : predictedState;
  const isLong = (times.at(-1) ?? 0) - (times[0] ?? 0) > maxSetUse;
  return { orbit, prior: priorOfSet(orbit, age, isOwn && isLong) };
}

function stepToSet(state: OrbitState, set: ServiceSet, isOwn: boolean): FilterStep {
  const { orbit, prior } = priorsOfSet(state, set, isOwn);
  const posterior = posteriorOfSet(prior, set) ?? prior;
  return { prior, posterior, after: stateAfterSet(orbit, prior, posterior) ?? orbit };
}

const storedStateOf = ({ epoch, elements, covariance }: OrbitState): FitMemory['start'] => ({
  epoch,
  elements,
  covariance: [...covariance],
});

const orbitStateOf = ({ epoch, elements, covariance }: FitMemory['start']): OrbitState => ({
  epoch,
  elements,
  covariance: Float64Array.from(covariance),
});

const isLiveSet = ({ times }: ElementSet, now: number): boolean =>
  now - (times.at(-1) ?? 0) <= maxSetIdleSeconds;

/** Drops old sets, after filtering them into the start state, and the times of fixes that no later fit needs. */
function pruneMemory(memory: FitMemory): FitMemory {
  let { start, sets } = memory;
  const newestTime = memory.until;
  while (sets.length > 1) {
    const [oldest, ...rest] = sets;
    if (oldest === undefined) break;
    if (newestTime - (oldest.times.at(-1) ?? 0) <= retentionSeconds && sets.length <= maxSets)
      break;
    start = storedStateOf(stepToSet(orbitStateOf(start), oldest, usesOwnOrbit(sets)).after);
    sets = rest;
  }
  return {
    ...memory,
    start,
    sets: sets.map((set) =>
      isLiveSet(set, newestTime) || set.times.length <= 2
        ? set
        : { ...set, times: [set.times[0] ?? 0, set.times.at(-1) ?? 0] },
    ),
  };
}

function observationsAt(times: readonly number[], fixes: readonly Fix[]): Observation[] {
  const timeSet = new Set(times);
  return fixes.filter(({ time }) => timeSet.has(time)).map(observationOf);
}

/**
 * The offset of a fix from an orbit along the track, in seconds, and across it, in km, with their standard deviations.
 */
function fixOffsetOf(state: OrbitState, reading: LatitudeKind, observation: Observation) {
  const { epoch, elements, covariance } = state;
  const { along, cross, alongPartials, crossPartials } = linearizedResiduals(
    [observation],
    reading,
    epoch,
    elements,
  );
  return {
    seconds: along[0] ?? 0,
    km: cross[0] ?? 0,
    sigmaSeconds: Math.sqrt(quadraticForm(covariance, alongPartials)),
    sigmaKm: Math.sqrt(quadraticForm(covariance, crossPartials)),
  };
}

type FixOffset = ReturnType<typeof fixOffsetOf>;

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

/**
 * A change is confirmed by a later set, or by a set used for at least this long, seconds. Most sets are used for a
 * shorter time.
 */
const confirmingUseSeconds = 12 * hourSeconds;
/** The orbit before a change is known well enough if its fixes cover at least this many seconds. */
const minKnownOrbitSeconds = 7 * hourSeconds;
/**
 * Changes that begin within this time, in seconds, count as one: the first sets after a burn contain tracking data from
 * before and after it, and contradict each other (`npm run bench -- sky planned`).
 */
const sameChangeSeconds = 24 * hourSeconds;

/** The last change of the orbit that is confirmed. */
function lastBurnOf(
  { sets, start, from }: FitMemory,
  steps: readonly FilterStep[],
): FittedOrbit['burn'] {
  const firstFix = (k: number): number => sets[k]?.times[0] ?? 0;
  let endIndex = sets.length;
  let lastChange = sets.findLastIndex(({ changed: isChanged }) => isChanged);
  while (lastChange >= 0) {
    let firstChange = lastChange;
    for (
      let k = lastChange - 1;
      k >= 0 && firstFix(firstChange) - firstFix(k) < sameChangeSeconds;
      k--
    )
      if (sets[k]?.changed === true) firstChange = k;
    const burn = burnBetween(firstChange, lastChange, endIndex);
    if (burn !== null) return burn;
    endIndex = firstChange;
    lastChange = sets.slice(0, firstChange).findLastIndex(({ changed: isChanged }) => isChanged);
  }
  return null;

  /** The change by the sets from the index `first` to `last`; the next change begins at the set `end`. */
  function burnBetween(first: number, last: number, end: number): FittedOrbit['burn'] {
    const changeTime = firstFix(first);
    const step = steps[last];
    if (step === undefined || changeTime - from < minKnownOrbitSeconds) return null;
    const useSeconds = (sets[last]?.times.at(-1) ?? changeTime) - firstFix(last);
    const laterSets = sets.slice(last + 1, end);
    if (laterSets.length === 0 && useSeconds < confirmingUseSeconds) return null;
    const state = steps[first - 1]?.after ?? orbitStateOf(start);
    const oldOrbit = predictState(state, changeTime);
    const setBefore = predictState(steps[first - 1]?.posterior ?? state, changeTime);
    const setAfter = predictState(
      (laterSets.length > 0 ? steps[last + 1] : step)?.posterior ?? state,
      changeTime,
    );
    // A set in long use determines the orbit better than the filter with the errors of sets would.
    const newOrbit =
      laterSets.length === 0
        ? setAfter
        : predictState(steps[end - 1]?.after ?? oldOrbit, changeTime);
    const secondState = laterSets.reduce(
      (orbit, set) => stepToSet(orbit, set, false).after,
      stateAfterBurn(oldOrbit),
    );
    return {
      from: sets[first - 1]?.times.at(-1) ?? changeTime,
      to: changeTime,
      before: burnSide(oldOrbit, setBefore),
      after: burnSide(
        laterSets.length === 0 ? { ...newOrbit, covariance: step.after.covariance } : newOrbit,
        setAfter,
      ),
      second: laterSets.length === 0 ? null : orbitSample(predictState(secondState, changeTime)),
    };
  }
}

const orbitSample = ({ elements, covariance }: OrbitState) => ({
  elements,
  covariance: [...covariance],
});
const burnSide = (state: OrbitState, set: OrbitState) => ({
  ...orbitSample(state),
  set: set.elements,
});

const positiveDegrees = (angle: number): number => ((angle % 360) + 360) % 360;

function fittedOrbitOf({ memory, reading }: FitState, fixes: readonly Fix[]): FittedOrbit {
  const { sets } = memory;
  const steps = filterSets(memory);
  const epoch = Math.max(...sets.map(({ times }) => times.at(-1) ?? 0));
  const newestSet = sets.at(-1);
  const estimate = predictState(steps.at(-1)?.after ?? orbitStateOf(memory.start), epoch);
  const { elements, covariance } = isYoung(memory) ? withStep() : estimate;
  const { node, argumentOfLatitude } = elements;
  const count = sets.reduce((total, set) => total + set.count, 0);
  const squares = sets.reduce((total, set) => total + set.squares, 0);
  const orbit = {
    epoch,
    elements: {
      ...elements,
      node: positiveDegrees(node),
      argumentOfLatitude: positiveDegrees(argumentOfLatitude),
    },
    covariance: [...covariance],
    reading,
    timing: newestSet?.timing ?? 'floored',
    count: memory.count,
    rejected: memory.rejected + memory.unexplained.length,
    from: memory.from,
    burn: lastBurnOf(memory, steps),
    rmsKm: Math.sqrt(squares / Math.max(1, count)),
    crossKm: newestSet?.crossKm ?? 0,
    fitKm: fitKm(),
    memory,
  };
  return { ...orbit, doubtKm: doubtKm(observationsAt(memory.unexplained, fixes)) };

  function withStep(): OrbitState {
    return withPossibleStep(estimate, {
      prior: predictState(orbitStateOf(memory.start), epoch),
      observations: observationsAt(
        sets.flatMap(({ times }) => times),
        fixes,
      ),
      steppedAt: sets.slice(1).map(({ times }) => times[0] ?? epoch),
      reading,
      setAge: secondsBeforeFirstFix,
      setLife: meanSetLife,
    });
  }

  /** One standard deviation along the track of the position by the newest set, km. */
  function fitKm(): number {
    const lastPosterior = steps.at(-1)?.posterior;
    const [fix] = fixes.filter(({ time }) => time === newestSet?.times.at(-1));
    if (lastPosterior === undefined || fix === undefined) return 0;
    return fixOffsetOf(lastPosterior, reading, observationOf(fix)).sigmaSeconds * groundSpeed;
  }

  /**
   * The largest distance between the orbit and an unexplained fix, measured along the track, km: the orbit may just
   * have changed. Fixes beside the track do not count, nor do fixes with a larger shift than a change of the orbit can
   * cause.
   */
  function doubtKm(observations: readonly Observation[]): number {
    const state = { epoch, elements, covariance };
    return observations.reduce((most, observation) => {
      const { seconds, km } = fixOffsetOf(state, reading, observation);
      const kmLate = Math.max(0, Math.abs(seconds) - maxTimeError) * groundSpeed;
      const elapsedSeconds = observation.time - epoch;
      if (Math.abs(km) > minOutlierDistanceKm + crossTrackLeak * kmLate) return most;
      return Math.abs(seconds) > maxTimeShift(elapsedSeconds) ? most : Math.max(most, kmLate);
    }, 0);
  }
}

/** An outlier is rarely closer to the track than this, km. */
const minOutlierDistanceKm = 2;

/**
 * Largest timing shift, in seconds, that a change of the orbit can cause this long after the last fix that fits. A burn
 * of 3 m/s along the track moves the station by 9 m each second: 4 s an hour. The limit leaves room for new elements.
 * If the shift is larger, the service is frozen, or its timestamp is wrong.
 */
export const maxTimeShift = (seconds: number): number => 20 + (15 * Math.abs(seconds)) / 3600;

/** The offset of a fix from an orbit fitted without it; the standard deviations include the error of an element set. */
export const fixOffsetFrom = (orbit: FittedOrbit, fix: Fix): FixOffset => {
  const { epoch, elements, covariance } = orbit;
  const state = { epoch, elements, covariance: Float64Array.from(covariance) };
  const prior = priorOfSet(predictState(state, Math.max(epoch, fix.time)));
  return fixOffsetOf(prior, orbit.reading, observationOf(fix));
};
