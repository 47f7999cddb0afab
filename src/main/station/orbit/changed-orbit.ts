import type { Fix } from '#shared/station/station.ts';
import { fitCandidate } from './candidate.ts';
import { elementSetOf } from './element-set.ts';
import { observationsAt } from './fix-offset.ts';
import { predictState, priorOfSet, stateAfterBurn } from './orbit-state.ts';
import { invertMatrix } from './parameters.ts';
import {
  filterSets,
  orbitStateOf,
  pruneMemory,
  secondsBeforeFirstFix,
  type FitState,
  type ServiceSet,
} from './set-filter.ts';

const hourSeconds = 3600;
/**
 * A changed orbit is fitted to this many of the newest unexplained fixes: first to six, then to fewer if the fit fails.
 */
export const changeFixCounts = [6, 4, 3] as const;
/**
 * Largest scatter, across the track, of the fixes that a changed orbit is fitted to, km. Fixes of one set scatter by some
 * metres only.
 */
const maxChangeCrossKm = 0.05;

/**
 * Limits of a small set, seconds: a set whose fixes span at most `use`, and whose last fix is at most `since` old. Such a
 * set may be part of a changed orbit.
 */
const shortUse = { use: 2 * hourSeconds, since: 3 * hourSeconds };
/** The number of consecutive small sets that show a change of the orbit. */
const minSmallSets = 3;
/**
 * The smallest number of fixes in consecutive small sets to which a changed orbit is fitted. Seven elements would fit
 * almost any smaller number.
 */
const minChangedFixes = 5;

/**
 * Fits a changed orbit to the fixes that no set explains, or that only small sets explain. Returns the estimate with
 * the new set, or null.
 */
export function fitChangedOrbit(
  { memory, reading }: FitState,
  fixes: readonly Fix[],
): FitState | null {
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
