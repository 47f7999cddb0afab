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
const liveSeconds = 30 * hourSeconds;
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
const youngSeconds = 3 * hourSeconds;
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
  const all = fixes.toSorted((a, b) => a.time - b.time);
  const sorted = previous === undefined ? selectFixes(all) : all;
  const news = sorted.filter(({ time }) => time > (previous?.memory.until ?? -Infinity));
  let estimate: FitState | null = previous ?? null;
  for (const [k, fix] of news.entries()) {
    // A first orbit is not searched at every fix: among fixes that contradict each other that would take seconds.
    if (estimate === null && !fixCountsOfFirstSearch.includes(k + 1) && k + 1 < news.length)
      continue;
    const fixesUntil = sorted.filter(({ time }) => time <= fix.time);
    estimate = assimilateFix(estimate, fixesUntil, fix);
  }
  if (estimate !== null) return { ok: true, orbit: fittedOrbitOf(estimate, sorted) };
  if (sorted.length < minFixes) return { ok: false, reason: 'too-few' };
  const isRare = isSparse(sorted.map(observationOf));
  return { ok: false, reason: isRare ? 'too-rare' : 'contradictory' };
}

/** A first orbit is searched after these numbers of fixes, and after the last fix. */
const fixCountsOfFirstSearch: readonly number[] = [minFixes, 12, 48];
/** A first fit uses the fixes of this number of days, and at most this number of fixes. */
const firstFitDays = 10;
const maxFirstFitFixes = 240;

/** The fixes of a first fit, oldest first. */
function selectFixes(sorted: readonly Fix[]): Fix[] {
  const newest = sorted.at(-1)?.time ?? 0;
  const recent: Fix[] = [];
  for (const fix of sorted) {
    if (fix.time < newest - firstFitDays * 86_400) continue;
    if (fix.time - (recent.at(-1)?.time ?? -Infinity) >= minFixGap) recent.push(fix);
  }
  const every = Math.ceil(recent.length / maxFirstFitFixes);
  return recent.filter((_, k) => (recent.length - 1 - k) % every === 0);
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
    const young = firstEstimate(fixes.slice(-youngFixCount));
    if (young !== null && young.memory.unexplained.length === 0) return young;
  }
  const next = assignFix(estimate, fixes, fix);
  const isUnexplained = next.memory.unexplained.includes(fix.time);
  // A first orbit fitted to fixes of two sets explains those fixes but is wrong; only its plane is right.
  if (isUnexplained && fix.time - next.memory.from < youngSeconds) {
    const again = restartWithFirstOrbit(next, fixes, minFixes, 0);
    return again !== null && hasSamePlane(again.memory, next.memory) ? again : next;
  }
  const isNew = isUnexplained || next.memory.sets.length > sets.length;
  if (!isNew || !isSearchDue(sets, estimate.memory.until, fix.time)) return next;
  return (
    fitChangedOrbit(next, fixes) ??
    restartWithFirstOrbit(next, fixes, minFixesOfLostOrbit, lostSeconds) ??
    next
  );
}

/**
 * The search for a change is costly. In the first two hours after the last explained fix, each unexplained fix and each
 * first fix of a set starts a search; later, one search in half an hour is enough.
 */
const searchSeconds = 2 * hourSeconds;
const searchAgainSeconds = hourSeconds / 2;

function isSearchDue(sets: readonly ServiceSet[], previous: number, now: number): boolean {
  const last = sets.at(-1)?.times.at(-1) ?? 0;
  const part = (time: number): number => Math.floor((time - last) / searchAgainSeconds);
  return now - last < searchSeconds || part(now) > part(previous);
}

/** How many of the newest fixes are used in the search for a first orbit, in the order of the tries. */
const firstFixCounts = [90, 12, 4, 3] as const;

/**
 * A first orbit by the newest fixes, or null. The fixes are then processed one by one, to separate the fixes of
 * different sets.
 */
function firstEstimate(fixes: readonly Fix[]): FitState | null {
  for (const count of firstFixCounts) {
    const newest = fixes.slice(-count);
    if (newest.length < Math.max(minFixes, count / 2)) continue;
    const estimate = firstOrbitByFixes(newest, undefined);
    if (estimate !== null) return estimate;
  }
  for (const count of mixedFixCounts) {
    const mixed = fixes.slice(-count);
    const seconds = (mixed.at(-1)?.time ?? 0) - (mixed[0]?.time ?? 0);
    if (mixed.length < count || seconds < mixedSeconds) continue;
    const estimate = firstOrbitByFixes(mixed, sparseKm);
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
  const wrong = assessment.accepted.indexOf(true);
  const [first, ...rest] = newest.slice(wrong);
  if (first === undefined) return null;
  const reference = first.time - firstSetAge;
  const start = startState(reference, elementsAtEpoch(elements, problem.epoch, reference));
  const set = fitElementSet([observationOf(first)], problem.reading, priorOfSet(start));
  if (set === null) return null;
  const memory: FitMemory = {
    start: toStored(start),
    sets: [{ ...set, age: 0, changed: false }],
    unexplained: [],
    until: first.time,
    from: first.time,
    count: 1,
    rejected: wrong,
  };
  return rest.reduce<FitState>(
    (estimate, fix, k) => assignFix(estimate, newest.slice(0, wrong + k + 2), fix),
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
  const stepOdds = 1 - Math.exp(-gap / meanSetLife);
  let best =
    Math.log(stepOdds) +
    logDensity(fixOffsetOf(prior, reading, observation), roundingKm, fixGates.fresh);
  let chosen: number | null = null;
  for (let k = sets.length - 1; k >= 0; k--) {
    const [set, step] = [sets[k], steps[k]];
    if (set === undefined || step === undefined || !isLiveSet(set, fix.time)) break;
    const odds = k === sets.length - 1 ? 1 - stepOdds : olderSetProbability;
    const offset = fixOffsetOf(step.posterior, reading, observation);
    const density = Math.log(odds) + logDensity(offset, set.crossKm, fixGates.known);
    if (density > best) [best, chosen] = [density, k];
  }
  const fitted = best === -Infinity ? null : refit(chosen);
  if (fitted === null) {
    const unexplained = [...memory.unexplained, fix.time].slice(-changeFixCounts[0]);
    return { memory: { ...memory, unexplained, until: fix.time }, reading };
  }
  const between = chosen === null ? [] : sets.slice(chosen + 1);
  const isBack = between.length > 0 && areSetsRefuted(between);
  const remaining = isBack ? sets.slice(0, (chosen ?? 0) + 1) : sets;
  const next = chosen === null ? [...remaining, fitted] : remaining.with(chosen, fitted);
  const fewer = isBack ? between.reduce((sum, { count }) => sum + count, 0) : 0;
  const wrong = memory.unexplained.length + fewer;
  return {
    memory: pruneMemory({
      ...memory,
      sets: next,
      unexplained: [],
      until: fix.time,
      count: memory.count + 1 - fewer,
      rejected: memory.rejected + wrong,
    }),
    reading,
  };

  function refit(index: number | null): ServiceSet | null {
    const set = index === null ? undefined : sets[index];
    const observations = [...observationsAt(set?.times ?? [], fixes), observation];
    const many = observations.length > maxFixesOfSet;
    const thinned = many ? observations.filter((_, k) => k % 2 === 0) : observations;
    if (index === null || set === undefined) {
      const newSet = fitElementSet(thinned, reading, prior);
      return newSet === null || newSet.count === 0 ? null : { ...newSet, age: 0, changed: false };
    }
    const earlier = steps[index - 1]?.after ?? orbitStateOf(memory.start);
    const reference = Math.max(set.reference, fix.time - maxSetReach);
    const age = set.age + reference - set.reference;
    const placed = { ...set, reference, age };
    const { prior: ownPrior } = priorsOfSet(earlier, placed, usesOwnOrbit(sets));
    const newSet = fitElementSet(thinned, reading, ownPrior);
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
    const to = rest.at(-1) ?? from;
    return to - from <= shortUse.use && memory.until - to <= shortUse.since;
  };
  const first = sets.findLastIndex((set) => !isSmall(set)) + 1;
  const smallTimes = sets.slice(first).flatMap(({ times }) => times);
  const all = [...smallTimes, ...unexplained];
  const isChain =
    sets.length - first >= minSmallSets || (sets.length > first && unexplained.length > 2);
  const tries = changeFixCounts
    .filter((count) => unexplained.length >= count)
    .map((count) => ({ base: sets, times: unexplained.slice(-count) }));
  if (first > 0 && isChain && all.length >= minChangedFixes)
    tries.unshift({ base: sets.slice(0, first), times: all });
  for (const { base, times } of tries) {
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
    const added = times.filter((time) => unexplained.includes(time)).length;
    const next = pruneMemory({
      ...memory,
      sets: [...base, { ...set, age: 0, changed: true }],
      unexplained: [],
      count: memory.count + added,
      rejected: memory.rejected + unexplained.length - added,
    });
    return { memory: next, reading };
  }
  return null;
}

/** Fewest unexplained fixes in a row after which an orbit counts as lost, so that a first orbit is searched. */
const minFixesOfLostOrbit = 4;
/**
 * Least time, seconds, from the last fix of a set until an orbit counts as lost. Until then the service may be wrong.
 */
const lostSeconds = 3 * hourSeconds;

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
  const last = sets.at(-1)?.times.at(-1) ?? 0;
  if (unexplained.length < count || until - last < seconds) return null;
  const estimate = firstEstimate(fixes.filter(({ time }) => time > last));
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
  until - from < youngSeconds && sets.every(({ changed: isChanged }) => !isChanged);

/** One step of the Kalman filter: prior and posterior of a set, and the orbit after it. */
interface FilterStep {
  readonly prior: OrbitState;
  readonly posterior: OrbitState;
  readonly after: OrbitState;
}

/**
 * Whether the service has never stepped to another set. If so, the service may compute its own orbit, and a set in long
 * use is not out of date.
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
  const there = predictState(state, reference);
  const orbit = isChanged ? stateAfterBurn(there) : there;
  const isLong = (times.at(-1) ?? 0) - (times[0] ?? 0) > maxSetUse;
  return { orbit, prior: priorOfSet(orbit, age, isOwn && isLong) };
}

function stepToSet(state: OrbitState, set: ServiceSet, isOwn: boolean): FilterStep {
  const { orbit, prior } = priorsOfSet(state, set, isOwn);
  const posterior = posteriorOfSet(prior, set) ?? prior;
  return { prior, posterior, after: stateAfterSet(orbit, prior, posterior) ?? orbit };
}

const toStored = ({ epoch, elements, covariance }: OrbitState): FitMemory['start'] => ({
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
  now - (times.at(-1) ?? 0) <= liveSeconds;

/** Drops old sets, after filtering them into the start state, and the times of fixes that no later fit needs. */
function pruneMemory(memory: FitMemory): FitMemory {
  let { start, sets } = memory;
  const newest = memory.until;
  while (sets.length > 1) {
    const [oldest, ...rest] = sets;
    if (oldest === undefined) break;
    if (newest - (oldest.times.at(-1) ?? 0) <= retentionSeconds && sets.length <= maxSets) break;
    start = toStored(stepToSet(orbitStateOf(start), oldest, usesOwnOrbit(sets)).after);
    sets = rest;
  }
  return {
    ...memory,
    start,
    sets: sets.map((set) =>
      isLiveSet(set, newest) || set.times.length <= 2
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
  let later = sets.length;
  let last = sets.findLastIndex(({ changed: isChanged }) => isChanged);
  while (last >= 0) {
    let first = last;
    for (let k = last - 1; k >= 0 && firstFix(first) - firstFix(k) < sameChangeSeconds; k--)
      if (sets[k]?.changed === true) first = k;
    const burn = burnBetween(first, last, later);
    if (burn !== null) return burn;
    later = first;
    last = sets.slice(0, first).findLastIndex(({ changed: isChanged }) => isChanged);
  }
  return null;

  /** The change by the sets from the index `first` to `last`; the next change begins at the set `end`. */
  function burnBetween(first: number, last: number, end: number): FittedOrbit['burn'] {
    const to = firstFix(first);
    const step = steps[last];
    if (step === undefined || to - from < minKnownOrbitSeconds) return null;
    const runs = (sets[last]?.times.at(-1) ?? to) - firstFix(last);
    const rest = sets.slice(last + 1, end);
    if (rest.length === 0 && runs < confirmingUseSeconds) return null;
    const state = steps[first - 1]?.after ?? orbitStateOf(start);
    const oldOrbit = predictState(state, to);
    const setBefore = predictState(steps[first - 1]?.posterior ?? state, to);
    const setAfter = predictState(
      (rest.length > 0 ? steps[last + 1] : step)?.posterior ?? state,
      to,
    );
    // A set in long use determines the orbit better than the filter with the errors of sets would.
    const newOrbit =
      rest.length === 0 ? setAfter : predictState(steps[end - 1]?.after ?? oldOrbit, to);
    const second = rest.reduce(
      (orbit, set) => stepToSet(orbit, set, false).after,
      stateAfterBurn(oldOrbit),
    );
    return {
      from: sets[first - 1]?.times.at(-1) ?? to,
      to,
      before: burnSide(oldOrbit, setBefore),
      after: burnSide(
        rest.length === 0 ? { ...newOrbit, covariance: step.after.covariance } : newOrbit,
        setAfter,
      ),
      second: rest.length === 0 ? null : orbitSample(predictState(second, to)),
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
  const newest = sets.at(-1);
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
    timing: newest?.timing ?? 'floored',
    count: memory.count,
    rejected: memory.rejected + memory.unexplained.length,
    from: memory.from,
    burn: lastBurnOf(memory, steps),
    rmsKm: Math.sqrt(squares / Math.max(1, count)),
    crossKm: newest?.crossKm ?? 0,
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
    const last = steps.at(-1)?.posterior;
    const [fix] = fixes.filter(({ time }) => time === newest?.times.at(-1));
    if (last === undefined || fix === undefined) return 0;
    return fixOffsetOf(last, reading, observationOf(fix)).sigmaSeconds * groundSpeed;
  }

  /**
   * The largest distance between the orbit and an unexplained fix, measured along the track, km: the orbit may just
   * have changed. Fixes beside the track do not count.
   */
  function doubtKm(observations: readonly Observation[]): number {
    const state = { epoch, elements, covariance };
    return observations.reduce((most, observation) => {
      const { seconds, km } = fixOffsetOf(state, reading, observation);
      const kmLate = Math.max(0, Math.abs(seconds) - maxTimeError) * groundSpeed;
      const since = observation.time - epoch;
      if (Math.abs(km) > outlierNearKm + crossTrackLeak * kmLate) return most;
      return Math.abs(seconds) > maxTimeShift(since) ? most : Math.max(most, kmLate);
    }, 0);
  }
}

/** An outlier is rarely closer to the track than this, km. */
const outlierNearKm = 2;

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
  const there = priorOfSet(predictState(state, Math.max(epoch, fix.time)));
  return fixOffsetOf(there, orbit.reading, observationOf(fix));
};
