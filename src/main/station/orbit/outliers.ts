import type { Elements, FittedOrbit } from '#shared/station/orbit.ts';
import type { Problem } from './least-squares.ts';
import { noiseWithAge, groundSpeed, halfSecond, crossTrackLeak, robustDeviation } from './noise.ts';
import {
  linearizedResiduals,
  type Observation,
  type Residuals,
  type LinearizedResiduals,
} from './residuals.ts';

/** How the fixes lie about an orbit. */
export interface Assessment {
  readonly residuals: LinearizedResiduals;
  readonly accepted: readonly boolean[];
  readonly acceptedCount: number;
  readonly timing: FittedOrbit['timing'];
  /** Along the track, root mean square of the accepted, in seconds. */
  readonly alongSeconds: number;
}

/** In standard deviations: beyond that a fix is wrong. */
const gate = 6;
/** Half a second, and what the orbit itself may be off while the fixes are few. */
const latest = 0.75;
/** Below this scatter along the track the service does not floor; flooring scatters 0.29 s. */
const evenSeconds = 0.12;
const evenCount = 10;

/** Judges each fix against the orbit. @param crossKm the scatter across the track */
export function assess(problem: Problem, elements: Elements, crossKm: number): Assessment {
  const { observations, reading, epoch } = problem;
  const residuals = linearizedResiduals(observations, reading, epoch, elements);
  const noise = noiseWithAge({ alongSeconds: 0, crossKm }, observations, epoch);
  let acceptedCount = 0;
  let squares = 0;
  const accepted = noise.map((one, index) => {
    const along = residuals.along[index] ?? 0;
    const fits =
      Math.abs(along) <= latest + 3 * one.alongSeconds &&
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
 * The scatter across the track, km: the least unless the fixes clearly show more, beyond what
 * their age explains. Then the service does not quite follow one orbit.
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

/** A wild fix hardly ever lies on the track: so close beside it, and not a day early or late. */
const besideKm = 2;
const farSeconds = 600;

/** Whether a fix lies on the track, perhaps early or late, so that a change of the orbit may explain it. */
export function isNearTrack({ along, cross }: Residuals, index: number): boolean {
  const seconds = Math.abs(along[index] ?? 0);
  return (
    seconds <= farSeconds &&
    Math.abs(cross[index] ?? 0) <= besideKm + crossTrackLeak * lateKm(seconds)
  );
}

/** What is left of a time along the track when the floored second has had its part. */
const lateKm = (seconds: number): number => Math.max(0, seconds - halfSecond) * groundSpeed;

/**
 * How early or late a change of the orbit can make the station, seconds, so long after the last fix that fits. A burn
 * of 3 m/s along the track makes 9 m of it in each second: 4 s an hour. New elements may add some. What is later than
 * this stands still, or has a timestamp that lags behind.
 */
export const maxTimeShift = (seconds: number): number => 20 + (15 * Math.abs(seconds)) / 3600;

/** Beside the track the doubt is a guess: more would say nothing. */
const mostGuessedKm = 20;

/**
 * How far the newest fixes lie off, km along the track, when nothing explains them though they lie on the track: the
 * orbit may just have changed.
 *
 * @param residuals against the final elements
 * @param accepted of each fix, by the orbit without a change
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
    if (seconds <= latest && beside <= gate * crossKm) continue;
    doubt = Math.max(doubt, lateKm(seconds), Math.min(beside / crossTrackLeak, mostGuessedKm));
  }
  return doubt;
}
