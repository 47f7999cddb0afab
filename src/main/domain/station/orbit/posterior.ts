import type { Elements, FittedOrbit } from '../../../../shared/orbit.ts';
import { fromPrior, type Problem } from './adjust.ts';
import { addOuter, mirror, type Matrix } from './matrix.ts';
import {
  agedNoise,
  groundSpeed,
  halfSecond,
  leak,
  robustDeviation,
  roundingKm,
  type Noise,
} from './noise.ts';
import { residualsOf, type Residuals } from './observation.ts';
import { corrected, size } from './parameters.ts';
import { estimate, leastSquares, type Estimate } from './uniform.ts';

/** How the fixes lie about an orbit. */
export interface Assessment {
  readonly residuals: Residuals;
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
/** Rounding to four decimals, seen along the track. */
const roundingSeconds = 0.0005;

/** Judges each fix against the orbit. @param crossKm the scatter across the track */
export function assess(problem: Problem, elements: Elements, crossKm: number): Assessment {
  const { observations, reading, epoch } = problem;
  const residuals = residualsOf(observations, reading, epoch, elements);
  const noise = agedNoise({ alongSeconds: 0, crossKm }, observations, epoch);
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
  { observations, epoch, leastKm }: Pick<Problem, 'observations' | 'epoch' | 'leastKm'>,
): number {
  const noise = agedNoise({ alongSeconds: 0, crossKm: leastKm }, observations, epoch);
  const relative = noise.map(({ crossKm }, index) => (cross[index] ?? 0) / crossKm);
  const count = cross.length;
  const shown = robustDeviation(relative) * Math.sqrt(count / Math.max(1, count - 4));
  return shown > 1.3 + 5 / Math.sqrt(count) ? shown * leastKm : leastKm;
}

/** A wild fix hardly ever lies on the track: so close beside it, and not a day early or late. */
const besideKm = 2;
const farSeconds = 600;
/** Beside the track the doubt is a guess: more would say nothing. */
const mostGuessedKm = 20;

/**
 * How far the newest fixes lie off, km along the track, when they were not accepted though they lie on
 * the track: the orbit may just have changed.
 */
export function doubtOf({ residuals, accepted }: Assessment): number {
  let doubt = 0;
  for (let k = accepted.length - 1; k >= 0 && accepted[k] === false; k--) {
    const along = Math.abs(residuals.along[k] ?? 0);
    const cross = Math.abs(residuals.cross[k] ?? 0);
    const late = Math.max(0, along - halfSecond) * groundSpeed;
    if (along > farSeconds || cross > besideKm + leak * late) continue;
    doubt = Math.max(doubt, late, Math.min(cross / leak, mostGuessedKm));
  }
  return doubt;
}

/** Elements and covariance from the accepted fixes, each error with the distribution that it has. */
export function posteriorOf(
  problem: Problem,
  elements: Elements,
  { residuals, accepted, timing, alongSeconds }: Assessment,
  crossKm: number,
): { readonly elements: Elements; readonly covariance: Matrix } | null {
  const { observations, epoch, prior } = problem;
  const [information, right] = fromPrior(prior, elements);
  const noise: readonly Noise[] = agedNoise(
    { alongSeconds: roundingSeconds, crossKm },
    observations,
    epoch,
  );
  // What bends the orbit across the track bends it along the track too, and more.
  const excess =
    Math.sqrt(Math.max(0, crossKm ** 2 - (1.5 * roundingKm) ** 2)) / leak / groundSpeed;
  const rows: number[] = [];
  const values: number[] = [];
  const blur: number[] = [];
  accepted.forEach((fits, index) => {
    if (!fits) return;
    const row = index * size;
    const { crossKm: sigma = crossKm, alongSeconds: seconds = 0 } = noise[index] ?? {};
    addOuter(information, residuals.crossBy, row, sigma ** -2);
    for (let k = 0; k < size; k++) {
      const by = residuals.crossBy[row + k] ?? 0;
      right[k] = (right[k] ?? 0) + (by * (residuals.cross[index] ?? 0)) / sigma ** 2;
      rows.push(residuals.alongBy[row + k] ?? 0);
    }
    values.push(residuals.along[index] ?? 0);
    blur.push(Math.hypot(seconds, excess));
  });
  mirror(information);
  const knowledge = { information, right };
  const matrix = Float64Array.from(rows);
  const found: Estimate | null =
    timing === 'floored'
      ? estimate(knowledge, { rows: matrix, values, half: halfSecond, blur })
      : leastSquares(knowledge, {
          rows: matrix,
          values,
          deviations: blur.map((seconds) => Math.hypot(seconds, alongSeconds)),
        });
  if (found === null) return null;
  return { elements: corrected(elements, found.mean), covariance: found.covariance };
}
