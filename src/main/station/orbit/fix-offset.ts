import type { FittedOrbit } from '#shared/station/orbit.ts';
import type { Fix } from '#shared/station/station.ts';
import { predictState, priorOfSet, type OrbitState } from './orbit-state.ts';
import { quadraticForm } from './parameters.ts';
import {
  linearizedResiduals,
  observationOf,
  type LatitudeKind,
  type Observation,
} from './residuals.ts';

export function observationsAt(times: readonly number[], fixes: readonly Fix[]): Observation[] {
  const timeSet = new Set(times);
  return fixes.filter(({ time }) => timeSet.has(time)).map(observationOf);
}

/**
 * The offset of a fix from an orbit along the track, in seconds, and across it, in km, with their standard deviations.
 */
export function fixOffsetOf(state: OrbitState, reading: LatitudeKind, observation: Observation) {
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

export type FixOffset = ReturnType<typeof fixOffsetOf>;

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
