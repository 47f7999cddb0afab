import type { Elements, FittedOrbit } from '#shared/station/orbit.ts';
import type { Problem } from './least-squares.ts';
import { noiseWithAge, groundSpeed, halfSecond, crossTrackLeak, robustDeviation } from './noise.ts';
import {
  linearizedResiduals,
  type Observation,
  type Residuals,
  type LinearizedResiduals,
} from './residuals.ts';

/** Which fixes agree with an orbit. */
export interface Assessment {
  readonly residuals: LinearizedResiduals;
  readonly accepted: readonly boolean[];
  readonly acceptedCount: number;
  readonly timing: FittedOrbit['timing'];
  /** Standard deviation of the accepted residuals along the track. */
  readonly alongSeconds: number;
}

/** Gate across the track in standard deviations; a fix outside of it is rejected. Our own choice, as are the limits below. */
const gate = 6;
/** Gate along the track in seconds: the floored half second, and the error of an orbit from few fixes. */
const alongGate = 0.75;
/** With a smaller scatter along the track, in seconds, the service does not floor; flooring scatters 0.29 s. */
const evenSeconds = 0.12;
const evenCount = 10;

/** Accepts or rejects each fix. @param crossKm standard deviation across the track */
export function assess(problem: Problem, elements: Elements, crossKm: number): Assessment {
  const { observations, reading, epoch } = problem;
  const residuals = linearizedResiduals(observations, reading, epoch, elements);
  const noise = noiseWithAge({ alongSeconds: 0, crossKm }, observations, epoch);
  let acceptedCount = 0;
  let squares = 0;
  const accepted = noise.map((one, index) => {
    const along = residuals.along[index] ?? 0;
    const fits =
      Math.abs(along) <= alongGate + 3 * one.alongSeconds &&
      Math.abs(residuals.cross[index] ?? 0) <= gate * one.crossKm;
    if (fits) {
      acceptedCount += 1;
      squares += along * along;
    }
    return fits;
  });
  const freedom = Math.max(1, acceptedCount - 4);
  const alongSeconds = Math.sqrt(squares / freedom);
  const even = acceptedCount >= evenCount && alongSeconds < evenSeconds;
  return { residuals, accepted, acceptedCount, timing: even ? 'even' : 'floored', alongSeconds };
}

/**
 * The standard deviation across the track, km: the minimum, unless the fixes clearly show more than their age explains.
 * In that case the service does not follow a single orbit exactly.
 */
export function crossScatter(
  { cross }: Residuals,
  { observations, epoch, minKm }: Pick<Problem, 'observations' | 'epoch' | 'minKm'>,
): number {
  const noise = noiseWithAge({ alongSeconds: 0, crossKm: minKm }, observations, epoch);
  const relative = noise.map(({ crossKm }, index) => (cross[index] ?? 0) / crossKm);
  const count = cross.length;
  const shown = robustDeviation(relative) * Math.sqrt(count / Math.max(1, count - 4));
  return shown > 1.3 + 5 / Math.sqrt(count) ? shown * minKm : minKm;
}

/** An outlier rarely lies this close to the track (km) and this close in time (seconds). */
const besideKm = 2;
const farSeconds = 600;

/** Whether a fix lies on the track, early or late, so that a change of the orbit may explain it. */
export function isNearTrack({ along, cross }: Residuals, index: number): boolean {
  const seconds = Math.abs(along[index] ?? 0);
  return (
    seconds <= farSeconds &&
    Math.abs(cross[index] ?? 0) <= besideKm + crossTrackLeak * lateKm(seconds)
  );
}

/** The part of a timing residual that the floored second does not explain, km. */
const lateKm = (seconds: number): number => Math.max(0, seconds - halfSecond) * groundSpeed;

/**
 * Largest timing shift, in seconds, that a change of the orbit can cause this long after the last fix that fits. A burn of
 * 3 m/s along the track moves the station by 9 m each second: 4 s an hour. The limit leaves room for new elements. With a
 * larger shift the service is frozen, or its timestamp is late.
 */
export const maxTimeShift = (seconds: number): number => 20 + (15 * Math.abs(seconds)) / 3600;

/** Limit of the doubt that is inferred from a residual across the track, where it is only a guess. */
const maxCrossDoubtKm = 20;

/**
 * Distance along the track, in km, of the newest fixes that lie on the track but do not fit: the orbit may just have
 * changed. Zero when the newest fix fits.
 *
 * @param residuals against the final elements
 * @param accepted for each fix, by the orbit without a change
 */
export function unexplainedKm(
  { along, cross }: Residuals,
  observations: readonly Observation[],
  accepted: readonly boolean[],
  crossKm: number,
): number {
  const lastFit = observations[accepted.lastIndexOf(true)]?.time ?? -Infinity;
  let doubt = 0;
  for (let k = accepted.length - 1; k >= 0 && accepted[k] === false; k--) {
    const seconds = Math.abs(along[k] ?? 0);
    const beside = Math.abs(cross[k] ?? 0);
    if (!isNearTrack({ along, cross }, k)) continue;
    if (seconds > maxTimeShift((observations[k]?.time ?? lastFit) - lastFit)) continue;
    if (seconds <= alongGate && beside <= gate * crossKm) continue;
    doubt = Math.max(doubt, lateKm(seconds), Math.min(beside / crossTrackLeak, maxCrossDoubtKm));
  }
  return doubt;
}
