import type { ElementSet, FittedOrbit } from '#shared/station/orbit.ts';
import {
  stateAfterBurn,
  stateAfterSet,
  posteriorOfSet,
  predictState,
  priorOfSet,
  type OrbitState,
} from './orbit-state.ts';
import type { LatitudeKind } from './residuals.ts';

export type FitMemory = FittedOrbit['memory'];
export type ServiceSet = FitMemory['sets'][number];

/** The memory that the orbit is computed from, and the kind of latitude. */
export interface FitState {
  readonly memory: FitMemory;
  readonly reading: LatitudeKind;
}

const hourSeconds = 3600;
/**
 * The reference time of a set is this long before its first fix, seconds. A set is published some hours after the end
 * of its tracking data and is most accurate at that end.
 */
export const secondsBeforeFirstFix = 5.5 * hourSeconds;
/** Mean time until the service steps to a newer set, seconds. */
export const meanSetUseSeconds = 6 * hourSeconds;
/** Long use of a set, seconds: only one of the 582 sets published in January to April 2023 was in use for longer. */
const maxSetUse = 22 * hourSeconds;
/** A set without a fix for this time, in seconds, is out of use. */
const maxSetIdleSeconds = 30 * hourSeconds;
/** Sets are kept for this long, seconds; the information of older sets is filtered into the start state. */
const retentionSeconds = 5 * 86_400;
const maxSets = 40;
/**
 * An orbit whose fixes span less than this, seconds, cannot show a change: fixes that it does not explain start a new
 * orbit.
 */
export const youngSpanSeconds = 3 * hourSeconds;

/** One step of the Kalman filter: prior and posterior of a set, and the orbit after it. */
export interface FilterStep {
  readonly prior: OrbitState;
  readonly posterior: OrbitState;
  readonly after: OrbitState;
}

/**
 * Whether the service has never stepped to another set, except after a change of the orbit. If so, the service may
 * compute its own orbit, and a set in long use is not out of date.
 */
export const usesOwnOrbit = (sets: readonly ServiceSet[]): boolean =>
  sets.every(({ changed: isChanged }, k) => k === 0 || isChanged);

export function filterSets({ start, sets }: FitMemory): FilterStep[] {
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
export function priorsOfSet(
  state: OrbitState,
  { reference, age, times, changed: isChanged }: PlacedSet,
  isOwn: boolean,
) {
  const predictedState = predictState(state, reference);
  const orbit = isChanged ? stateAfterBurn(predictedState) : predictedState;
  const isLong = (times.at(-1) ?? 0) - (times[0] ?? 0) > maxSetUse;
  return { orbit, prior: priorOfSet(orbit, age, isOwn && isLong) };
}

/** The last step from each state. A new fix changes one set: the steps to the sets before it are used again. */
const lastSteps = new WeakMap<
  OrbitState,
  { readonly set: ServiceSet; readonly isOwn: boolean; readonly step: FilterStep }
>();

export function stepToSet(state: OrbitState, set: ServiceSet, isOwn: boolean): FilterStep {
  const last = lastSteps.get(state);
  if (last?.set === set && last.isOwn === isOwn) return last.step;
  const { orbit, prior } = priorsOfSet(state, set, isOwn);
  const posterior = posteriorOfSet(prior, set) ?? prior;
  const step = { prior, posterior, after: stateAfterSet(orbit, prior, posterior) ?? orbit };
  lastSteps.set(state, { set, isOwn, step });
  return step;
}

export const storedStateOf = ({ epoch, elements, covariance }: OrbitState): FitMemory['start'] => ({
  epoch,
  elements,
  covariance: [...covariance],
});

const startStates = new WeakMap<FitMemory['start'], OrbitState>();

/** The same object for the same start, so that the steps from it are used again. */
export function orbitStateOf(start: FitMemory['start']): OrbitState {
  const { epoch, elements, covariance } = start;
  const state = startStates.get(start) ?? {
    epoch,
    elements,
    covariance: Float64Array.from(covariance),
  };
  startStates.set(start, state);
  return state;
}

export const isLiveSet = ({ times }: ElementSet, now: number): boolean =>
  now - (times.at(-1) ?? 0) <= maxSetIdleSeconds;

/** Drops old sets, after filtering them into the start state, and the times of fixes that no later fit needs. */
export function pruneMemory(memory: FitMemory): FitMemory {
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
