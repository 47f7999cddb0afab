import type { FittedOrbit } from '#shared/station/orbit.ts';
import type { Fix } from '#shared/station/station.ts';
import { lastBurnOf } from './confirmed-burn.ts';
import { fixOffsetOf, maxTimeShift, observationsAt } from './fix-offset.ts';
import { crossTrackLeak, groundSpeed, maxTimeError } from './noise.ts';
import { predictState, type OrbitState } from './orbit-state.ts';
import { positiveDegrees } from './parameters.ts';
import { withPossibleStep } from './possible-step.ts';
import { observationOf, type Observation } from './residuals.ts';
import {
  filterSets,
  meanSetUseSeconds,
  orbitStateOf,
  secondsBeforeFirstFix,
  youngSpanSeconds,
  type FitMemory,
  type FitState,
} from './set-filter.ts';

/** Whether the orbit is too young to tell with certainty whether the service has stepped to a newer set. */
const isYoung = ({ from, until, sets }: FitMemory): boolean =>
  until - from < youngSpanSeconds && sets.every(({ changed: isChanged }) => !isChanged);

export function fittedOrbitOf({ memory, reading }: FitState, fixes: readonly Fix[]): FittedOrbit {
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
      setLife: meanSetUseSeconds,
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
