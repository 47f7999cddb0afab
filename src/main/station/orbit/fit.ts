import type { ElementSet, FittedOrbit } from '#shared/station/orbit.ts';
import type { Fix } from '#shared/station/station.ts';
import { fitCandidate, isConsistent, minFixes } from './candidate.ts';
import { elementSetOf, fitElementSet } from './element-set.ts';
import { likelihoodWithin, type Likelihood } from './expectation-propagation.ts';
import {
  crossTrackLeak,
  groundSpeed,
  halfSecond,
  isSparse,
  roundingKm,
  sparseKm,
} from './noise.ts';
import {
  afterChange,
  afterSet,
  posteriorOfSet,
  predict,
  setPrior,
  startState,
  type OrbitState,
} from './orbit-state.ts';
import { inverse, quadratic, stationPrior } from './parameters.ts';
import { atEpoch } from './propagation.ts';
import {
  linearizedResiduals,
  observationOf,
  type LatitudeKind,
  type Observation,
} from './residuals.ts';

export type FitResult =
  | { readonly ok: true; readonly orbit: FittedOrbit }
  /**
   * `too-few`: fewer than three fixes. Otherwise no orbit of the station explains the fixes: `too-rare` when they are so far
   * apart that the revolutions between them cannot be counted, else `contradictory`.
   */
  | { readonly ok: false; readonly reason: 'too-few' | 'too-rare' | 'contradictory' };

type Memory = FittedOrbit['memory'];
type KeptSet = Memory['sets'][number];

/** What the orbit is computed from, and the kind of latitude. */
interface Estimate {
  readonly memory: Memory;
  readonly reading: LatitudeKind;
}

const hour = 3600;
/**
 * The reference time of a set lies this long before its first fix: a set is published some hours after its tracking data
 * end, and is most accurate at their end.
 */
const setAge = 5.5 * hour;
/** The same for the first set that is seen: it has been in use for some time already. */
const firstAge = 7 * hour;
/** The elements of a set that is in use for long refer to a time no longer before its newest fix than this. */
const maxReach = 24 * hour;
/** One of 582 published sets was in use for longer, in January to April 2023. */
const longUse = 22 * hour;
/** Mean time until the service steps to a newer set. */
const setLife = 6 * hour;
/** A set without a fix for so long is out of use. */
const liveSeconds = 30 * hour;
/** Sets are kept for this long; what older ones say of the orbit stays in the start. */
const keptSeconds = 5 * 86_400;
const maxSets = 40;
/** With more fixes, every second of the older ones is left out. */
const maxFixesOfSet = 120;
/** With a poll every 5 s, neighbours add no information. */
const minGap = 15;
/** While there are fewer fixes, the first orbit is searched again with each. */
const youngCount = 12;
/** A younger orbit does not tell whether the orbit has changed: fixes that it does not explain begin a new one. */
const youngSeconds = 3 * hour;
/** Gates in standard deviations: for a fix of a known set, and for the first fix of a new one. */
const gates = { known: 4.5, fresh: 6 };
/** Seconds beyond the half second that the model may be off. */
const slack = 0.03;
/** Probability that the service goes back to an older set. */
const backOdds = 0.002;
/** A change of the orbit is fitted to this many fixes that fit no set. */
const changeCounts = [6, 4, 3] as const;
/** Largest scatter of these fixes across the track, km: the fixes of a set lie on an orbit to some metres. */
const maxChangeCrossKm = 0.05;

/**
 * Fits an orbit to fixes, in their order of time. Fixes of one element set of the service are one sample with the error of a
 * set; the orbit is a Kalman filter over the sets, whose drag is a random walk (orbit-state.ts).
 *
 * @param fixes in any order
 * @param previous the orbit by earlier fixes; only the fixes after those are looked at
 */
export function fitOrbit(fixes: readonly Fix[], previous?: FittedOrbit): FitResult {
  const all = fixes.toSorted((a, b) => a.time - b.time);
  const sorted = previous === undefined ? selected(all) : all;
  const news = sorted.filter(({ time }) => time > (previous?.memory.until ?? -Infinity));
  let estimate: Estimate | null = previous ?? null;
  for (const [k, fix] of news.entries()) {
    // A first orbit is not searched at every fix: among fixes that contradict each other that would take seconds.
    if (estimate === null && !firstSearches.includes(k + 1) && k + 1 < news.length) continue;
    const known = sorted.filter(({ time }) => time <= fix.time);
    estimate = assimilated(estimate, known, fix);
  }
  if (estimate !== null) return { ok: true, orbit: orbitOf(estimate, sorted) };
  if (sorted.length < minFixes) return { ok: false, reason: 'too-few' };
  const isRare = isSparse(sorted.map(observationOf));
  return { ok: false, reason: isRare ? 'too-rare' : 'contradictory' };
}

/** A first orbit is searched after so many fixes, and after all of them. */
const firstSearches: readonly number[] = [minFixes, 12, 48];
/** A first fit looks back so far, and to at most so many fixes. */
const firstDays = 10;
const firstFixes = 240;

/** The fixes that a first fit goes through, oldest first. */
function selected(sorted: readonly Fix[]): Fix[] {
  const newest = sorted.at(-1)?.time ?? 0;
  const recent: Fix[] = [];
  for (const fix of sorted) {
    if (fix.time < newest - firstDays * 86_400) continue;
    if (fix.time - (recent.at(-1)?.time ?? -Infinity) >= minGap) recent.push(fix);
  }
  const every = Math.ceil(recent.length / firstFixes);
  return recent.filter((_, k) => (recent.length - 1 - k) % every === 0);
}

/** @param fixes oldest first; the last of them is new */
function assimilated(estimate: Estimate | null, fixes: readonly Fix[], fix: Fix): Estimate | null {
  if (estimate === null) return firstEstimate(fixes);
  const { count, rejected, unexplained, sets } = estimate.memory;
  if (count + rejected + unexplained.length < youngCount) {
    const young = firstEstimate(fixes.slice(-youngCount));
    if (young !== null && young.memory.unexplained.length === 0) return young;
  }
  const next = extended(estimate, fixes, fix);
  const isUnexplained = next.memory.unexplained.includes(fix.time);
  // A first orbit by fixes of two sets is wrong, but fits them; its plane is right.
  if (isUnexplained && fix.time - next.memory.from < youngSeconds) {
    const again = restarted(next, fixes, minFixes, 0);
    return again !== null && hasSamePlane(again.memory, next.memory) ? again : next;
  }
  const isNew = isUnexplained || next.memory.sets.length > sets.length;
  if (!isNew || !isSearchDue(sets, estimate.memory.until, fix.time)) return next;
  return changed(next, fixes) ?? restarted(next, fixes, lostCount, lostSeconds) ?? next;
}

/** A change is searched at each fix for so long after the last one that fits, and then twice an hour: it is costly. */
const searchSeconds = 2 * hour;
const searchAgain = hour / 2;

function isSearchDue(sets: readonly KeptSet[], before: number, now: number): boolean {
  const last = sets.at(-1)?.times.at(-1) ?? 0;
  const part = (time: number): number => Math.floor((time - last) / searchAgain);
  return now - last < searchSeconds || part(now) > part(before);
}

/** The numbers of newest fixes that a first orbit is searched in, if there are so many. */
const firstCounts = [90, 12, 4, 3] as const;

/** A first orbit by the newest fixes, or null. The sets among them are told apart by going through them again. */
function firstEstimate(fixes: readonly Fix[]): Estimate | null {
  for (const count of firstCounts) {
    const newest = fixes.slice(-count);
    if (newest.length < Math.max(minFixes, count / 2)) continue;
    const found = firstBy(newest, undefined);
    if (found !== null) return found;
  }
  for (const count of mixedCounts) {
    const mixed = fixes.slice(-count);
    const seconds = (mixed.at(-1)?.time ?? 0) - (mixed[0]?.time ?? 0);
    if (mixed.length < count || seconds < mixedSeconds) continue;
    const found = firstBy(mixed, sparseKm);
    if (found !== null) return found;
  }
  return null;
}

/** So many fixes over such a time that fit no orbit may be of several sets, whose tracks lie some 0.3 km apart. */
const mixedCounts = [4, 3] as const;
const mixedSeconds = 2 * hour;

/** A first orbit by these fixes. @param minKm the smallest standard deviation across the track; undefined: by their pace */
function firstBy(newest: readonly Fix[], minKm: number | undefined): Estimate | null {
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
  const reference = first.time - firstAge;
  const start = startState(reference, atEpoch(elements, problem.epoch, reference));
  const set = fitElementSet([observationOf(first)], problem.reading, setPrior(start));
  if (set === null) return null;
  const memory: Memory = {
    start: stored(start),
    sets: [{ ...set, age: 0, changed: false }],
    unexplained: [],
    until: first.time,
    from: first.time,
    count: 1,
    rejected: wrong,
  };
  return rest.reduce<Estimate>(
    (estimate, fix, k) => extended(estimate, newest.slice(0, wrong + k + 2), fix),
    { memory, reading: problem.reading },
  );
}

/**
 * Whether a fix of an older set shows that these newer ones are none: single fixes are outliers, and a change of the orbit is
 * none when the service goes on with a set from before it.
 */
const isRefuted = (newer: readonly KeptSet[]): boolean =>
  newer.every(({ times }) => times.length === 1) ||
  newer.some(({ changed: isChanged, times }) => isChanged && times.length <= changeCounts[0]);

/** Assigns a fix to the set that it most likely belongs to, to a new one, or to those that nothing explains. */
function extended({ memory, reading }: Estimate, fixes: readonly Fix[], fix: Fix): Estimate {
  const observation = observationOf(fix);
  const steps = filtered(memory);
  const { sets } = memory;
  const state = steps.at(-1)?.after ?? stateOf(memory.start);
  const before = predict(state, Math.max(state.epoch, fix.time - setAge));
  const prior = setPrior(before);
  const gap = Math.max(60, fix.time - (sets.at(-1)?.times.at(-1) ?? 0));
  const stepOdds = 1 - Math.exp(-gap / setLife);
  let best =
    Math.log(stepOdds) + logDensity(offsetOf(prior, reading, observation), roundingKm, gates.fresh);
  let chosen: number | null = null;
  for (let k = sets.length - 1; k >= 0; k--) {
    const [set, step] = [sets[k], steps[k]];
    if (set === undefined || step === undefined || !isLive(set, fix.time)) break;
    const odds = k === sets.length - 1 ? 1 - stepOdds : backOdds;
    const offset = offsetOf(step.posterior, reading, observation);
    const density = Math.log(odds) + logDensity(offset, set.crossKm, gates.known);
    if (density > best) [best, chosen] = [density, k];
  }
  const fitted = best === -Infinity ? null : refitted(chosen);
  if (fitted === null) {
    const unexplained = [...memory.unexplained, fix.time].slice(-changeCounts[0]);
    return { memory: { ...memory, unexplained, until: fix.time }, reading };
  }
  const between = chosen === null ? [] : sets.slice(chosen + 1);
  const isBack = between.length > 0 && isRefuted(between);
  const kept = isBack ? sets.slice(0, (chosen ?? 0) + 1) : sets;
  const next = chosen === null ? [...kept, fitted] : kept.with(chosen, fitted);
  const fewer = isBack ? between.reduce((sum, { count }) => sum + count, 0) : 0;
  const wrong = memory.unexplained.length + fewer;
  return {
    memory: pruned({
      ...memory,
      sets: next,
      unexplained: [],
      until: fix.time,
      count: memory.count + 1 - fewer,
      rejected: memory.rejected + wrong,
    }),
    reading,
  };

  function refitted(index: number | null): KeptSet | null {
    const set = index === null ? undefined : sets[index];
    const observations = [...observationsAt(set?.times ?? [], fixes), observation];
    const many = observations.length > maxFixesOfSet;
    const kept = many ? observations.filter((_, k) => k % 2 === 0) : observations;
    if (index === null || set === undefined) {
      const found = fitElementSet(kept, reading, prior);
      return found === null || found.count === 0 ? null : { ...found, age: 0, changed: false };
    }
    const earlier = steps[index - 1]?.after ?? stateOf(memory.start);
    const reference = Math.max(set.reference, fix.time - maxReach);
    const age = set.age + reference - set.reference;
    const placed = { ...set, reference, age };
    const found = fitElementSet(kept, reading, priorOf(earlier, placed, usesOwnOrbit(sets)).prior);
    return found && { ...found, age, changed: set.changed };
  }
}

/** Fixes of a set that is in use for so short a time may be a part of an orbit that has changed. */
const short = { use: 2 * hour, since: 3 * hour };
/** So many small sets in a row are no sets: the service follows an orbit that has changed. */
const smallSets = 3;
/** With fewer fixes, seven elements fit anything. */
const minChanged = 5;

/**
 * After a change of the orbit: a new set by the fixes that nothing explains, or that only small sets explain, with an orbit
 * that may be changed.
 */
function changed({ memory, reading }: Estimate, fixes: readonly Fix[]): Estimate | null {
  const { unexplained, sets } = memory;
  const isSmall = ({ times: [from = 0, ...rest] }: KeptSet): boolean => {
    const to = rest.at(-1) ?? from;
    return to - from <= short.use && memory.until - to <= short.since;
  };
  const first = sets.findLastIndex((set) => !isSmall(set)) + 1;
  const smallTimes = sets.slice(first).flatMap(({ times }) => times);
  const all = [...smallTimes, ...unexplained];
  const isChain =
    sets.length - first >= smallSets || (sets.length > first && unexplained.length > 2);
  const tries = changeCounts
    .filter((count) => unexplained.length >= count)
    .map((count) => ({ kept: sets, times: unexplained.slice(-count) }));
  if (first > 0 && isChain && all.length >= minChanged)
    tries.unshift({ kept: sets.slice(0, first), times: all });
  for (const { kept, times } of tries) {
    // A service that goes back to sets from before mixes them: its steps are no change.
    if (kept.some((set) => (set.times.at(-1) ?? 0) > (times[0] ?? 0))) continue;
    const state = filtered({ ...memory, sets: kept }).at(-1)?.after ?? stateOf(memory.start);
    const reference = Math.max(state.epoch, (times[0] ?? 0) - setAge);
    const prior = setPrior(afterChange(predict(state, reference)));
    const information = inverse(prior.covariance);
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
    const next = pruned({
      ...memory,
      sets: [...kept, { ...set, age: 0, changed: true }],
      unexplained: [],
      count: memory.count + added,
      rejected: memory.rejected + unexplained.length - added,
    });
    return { memory: next, reading };
  }
  return null;
}

/** The orbit is lost when this many fixes in a row fit nothing: it is searched anew. */
const lostCount = 4;
/** And for so long: until then the service may be wrong. */
const lostSeconds = 3 * hour;

/** A first orbit by the fixes that fit nothing, when there are at least `count` in a row over at least `seconds`. */
function restarted(
  { memory }: Estimate,
  fixes: readonly Fix[],
  count: number,
  seconds: number,
): Estimate | null {
  const { unexplained, sets, until } = memory;
  const last = sets.at(-1)?.times.at(-1) ?? 0;
  if (unexplained.length < count || until - last < seconds) return null;
  const found = firstEstimate(fixes.filter(({ time }) => time > last));
  return found !== null && found.memory.unexplained.length < lostCount / 2 ? found : null;
}

/** Largest difference of the planes of two first orbits, degrees; that of a displaced position is larger. */
const samePlane = 0.2;

function hasSamePlane({ start: one }: Memory, { start: other }: Memory): boolean {
  const { node, inclination } = atEpoch(one.elements, one.epoch, other.epoch);
  const apart = positiveDegrees(node - other.elements.node + 180) - 180;
  return Math.hypot(apart, inclination - other.elements.inclination) < samePlane;
}

/** What is known before a set, of the set, and after it. */
interface Step {
  readonly prior: OrbitState;
  readonly posterior: OrbitState;
  readonly after: OrbitState;
}

/**
 * Whether the service has never stepped to another set: then it may compute an orbit of its own, and a set that is in use for
 * long is not an old one.
 */
const usesOwnOrbit = (sets: readonly KeptSet[]): boolean =>
  sets.every(({ changed: isChanged }, k) => k === 0 || isChanged);

/** The Kalman filter over the sets. */
function filtered({ start, sets }: Memory): Step[] {
  const steps: Step[] = [];
  const isOwn = usesOwnOrbit(sets);
  for (const set of sets) {
    const state = steps.at(-1)?.after ?? stateOf(start);
    steps.push(stepTo(state, set, isOwn));
  }
  return steps;
}

type Placed = Pick<KeptSet, 'reference' | 'age' | 'changed' | 'times'>;

/** The orbit before a set at its reference time, and the prior of the set. */
function priorOf(
  state: OrbitState,
  { reference, age, times, changed: isChanged }: Placed,
  isOwn: boolean,
) {
  const there = predict(state, reference);
  const before = isChanged ? afterChange(there) : there;
  const isLong = (times.at(-1) ?? 0) - (times[0] ?? 0) > longUse;
  return { before, prior: setPrior(before, age, isOwn && isLong) };
}

function stepTo(state: OrbitState, set: KeptSet, isOwn: boolean): Step {
  const { before, prior } = priorOf(state, set, isOwn);
  const posterior = posteriorOfSet(prior, set) ?? prior;
  return { prior, posterior, after: afterSet(before, prior, posterior) ?? before };
}

const stored = ({ epoch, elements, covariance }: OrbitState): Memory['start'] => ({
  epoch,
  elements,
  covariance: [...covariance],
});

const stateOf = ({ epoch, elements, covariance }: Memory['start']): OrbitState => ({
  epoch,
  elements,
  covariance: Float64Array.from(covariance),
});

const isLive = ({ times }: ElementSet, now: number): boolean =>
  now - (times.at(-1) ?? 0) <= liveSeconds;

/** Drops old sets, whose knowledge goes into the start, and the times of fixes that no refit needs. */
function pruned(memory: Memory): Memory {
  let { start, sets } = memory;
  const newest = memory.until;
  while (sets.length > 1) {
    const [oldest, ...rest] = sets;
    if (oldest === undefined) break;
    if (newest - (oldest.times.at(-1) ?? 0) <= keptSeconds && sets.length <= maxSets) break;
    start = stored(stepTo(stateOf(start), oldest, usesOwnOrbit(sets)).after);
    sets = rest;
  }
  return {
    ...memory,
    start,
    sets: sets.map((set) =>
      isLive(set, newest) || set.times.length <= 2
        ? set
        : { ...set, times: [set.times[0] ?? 0, set.times.at(-1) ?? 0] },
    ),
  };
}

function observationsAt(times: readonly number[], fixes: readonly Fix[]): Observation[] {
  const wanted = new Set(times);
  return fixes.filter(({ time }) => wanted.has(time)).map(observationOf);
}

/** How a fix lies to an orbit, and how well that is known. */
interface Offset {
  readonly seconds: number;
  readonly km: number;
  readonly sigmaSeconds: number;
  readonly sigmaKm: number;
}

function offsetOf(state: OrbitState, reading: LatitudeKind, observation: Observation): Offset {
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
    sigmaSeconds: Math.sqrt(quadratic(covariance, alongPartials)),
    sigmaKm: Math.sqrt(quadratic(covariance, crossPartials)),
  };
}

const likelihood: Likelihood = { density: NaN, slope: NaN, curvature: NaN };

/** Logarithm of the density of a fix; −Infinity outside the gate. */
function logDensity({ seconds, km, ...known }: Offset, crossKm: number, gate: number): number {
  const sigmaKm = Math.hypot(known.sigmaKm, 1.3 * crossKm);
  const isNear =
    Math.abs(seconds) <= halfSecond + slack + gate * known.sigmaSeconds &&
    Math.abs(km) <= gate * sigmaKm;
  if (!isNear) return -Infinity;
  likelihoodWithin(seconds, halfSecond, known.sigmaSeconds ** 2 + slack ** 2, likelihood);
  return -0.5 * (km / sigmaKm) ** 2 - Math.log(sigmaKm) + Math.log(likelihood.density);
}

/** A change is confirmed by a later set, or by one that is in use for longer than most. */
const confirmedSeconds = 12 * hour;
/** The orbit before a change is known after so long. */
const knownSeconds = 7 * hour;
/**
 * Changes that begin so soon after one another are one: tracking data from before and after a burn mix in the first sets
 * behind it, which contradict each other (`npm run bench -- sky planned`).
 */
const settledSeconds = 24 * hour;

/** The last change of the orbit that is confirmed. */
function burnOf({ sets, start, from }: Memory, steps: readonly Step[]): FittedOrbit['burn'] {
  const firstFix = (k: number): number => sets[k]?.times[0] ?? 0;
  let later = sets.length;
  let last = sets.findLastIndex(({ changed: isChanged }) => isChanged);
  while (last >= 0) {
    let first = last;
    for (let k = last - 1; k >= 0 && firstFix(first) - firstFix(k) < settledSeconds; k--)
      if (sets[k]?.changed === true) first = k;
    const burn = burnBetween(first, last, later);
    if (burn !== null) return burn;
    later = first;
    last = sets.slice(0, first).findLastIndex(({ changed: isChanged }) => isChanged);
  }
  return null;

  /** The change by the sets from the index `first` to `last`; the next change is that of the set `end`. */
  function burnBetween(first: number, last: number, end: number): FittedOrbit['burn'] {
    const to = firstFix(first);
    const step = steps[last];
    if (step === undefined || to - from < knownSeconds) return null;
    const runs = (sets[last]?.times.at(-1) ?? to) - firstFix(last);
    const rest = sets.slice(last + 1, end);
    if (rest.length === 0 && runs < confirmedSeconds) return null;
    const state = steps[first - 1]?.after ?? stateOf(start);
    const before = predict(state, to);
    const setBefore = predict(steps[first - 1]?.posterior ?? state, to);
    const setAfter = predict((rest.length > 0 ? steps[last + 1] : step)?.posterior ?? state, to);
    // A set long in use tells the orbit better than sets with their errors would.
    const after = rest.length === 0 ? setAfter : predict(steps[end - 1]?.after ?? before, to);
    const unknown = afterChange(before);
    const second = rest.reduce((known, set) => stepTo(known, set, false).after, unknown);
    return {
      from: sets[first - 1]?.times.at(-1) ?? to,
      to,
      before: side(before, setBefore),
      after: side(
        rest.length === 0 ? { ...after, covariance: step.after.covariance } : after,
        setAfter,
      ),
      second: rest.length === 0 ? null : sample(predict(second, to)),
    };
  }
}

const sample = ({ elements, covariance }: OrbitState) => ({
  elements,
  covariance: [...covariance],
});
const side = (state: OrbitState, set: OrbitState) => ({ ...sample(state), set: set.elements });

const positiveDegrees = (angle: number): number => ((angle % 360) + 360) % 360;

function orbitOf({ memory, reading }: Estimate, fixes: readonly Fix[]): FittedOrbit {
  const { sets } = memory;
  const steps = filtered(memory);
  const epoch = Math.max(...sets.map(({ times }) => times.at(-1) ?? 0));
  const { elements, covariance } = predict(steps.at(-1)?.after ?? stateOf(memory.start), epoch);
  const { node, argumentOfLatitude } = elements;
  const newest = sets.at(-1);
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
    burn: burnOf(memory, steps),
    rmsKm: Math.sqrt(squares / Math.max(1, count)),
    crossKm: newest?.crossKm ?? 0,
    fitKm: fitKm(),
    memory,
  };
  return { ...orbit, doubtKm: doubtKm(observationsAt(memory.unexplained, fixes)) };

  /** How well the fixes tell where the newest set puts the station. */
  function fitKm(): number {
    const last = steps.at(-1)?.posterior;
    const [fix] = fixes.filter(({ time }) => time === newest?.times.at(-1));
    if (last === undefined || fix === undefined) return 0;
    return offsetOf(last, reading, observationOf(fix)).sigmaSeconds * groundSpeed;
  }

  /** Distance of fixes that fit nothing but lie on the track: the orbit may just have changed. */
  function doubtKm(observations: readonly Observation[]): number {
    const state = { epoch, elements, covariance };
    return observations.reduce((most, observation) => {
      const { seconds, km } = offsetOf(state, reading, observation);
      const late = Math.max(0, Math.abs(seconds) - halfSecond) * groundSpeed;
      const since = observation.time - epoch;
      if (Math.abs(km) > nearKm + crossTrackLeak * late) return most;
      return Math.abs(seconds) > maxTimeShift(since) ? most : Math.max(most, late);
    }, 0);
  }
}

/** An outlier rarely lies this close to the track. */
const nearKm = 2;

/**
 * Largest timing shift, in seconds, that a change of the orbit can cause this long after the last fix that fits. A burn of
 * 3 m/s along the track moves the station by 9 m each second: 4 s an hour. The limit leaves room for new elements. With a
 * larger shift the service is frozen, or its timestamp is late.
 */
export const maxTimeShift = (seconds: number): number => 20 + (15 * Math.abs(seconds)) / 3600;

/** How a fix lies to an orbit that was fitted without it, with the error of the element set that it may be of. */
export const offsetFrom = (orbit: FittedOrbit, fix: Fix): Offset => {
  const { epoch, elements, covariance } = orbit;
  const state = { epoch, elements, covariance: Float64Array.from(covariance) };
  const there = setPrior(predict(state, Math.max(epoch, fix.time)));
  return offsetOf(there, orbit.reading, observationOf(fix));
};
