import type { FittedOrbit } from '#shared/station/orbit.ts';
import { predictState, stateAfterBurn, type OrbitState } from './orbit-state.ts';
import { orbitStateOf, stepToSet, type FilterStep, type FitMemory } from './set-filter.ts';

const hourSeconds = 3600;
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
export function lastBurnOf(
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
