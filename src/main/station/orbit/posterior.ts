import type { Elements } from '#shared/station/orbit.ts';
import {
  intervalEstimate,
  leastSquaresEstimate,
  type Estimate,
} from './expectation-propagation.ts';
import { priorEquations, type Problem } from './least-squares.ts';
import {
  crossTrackLeak,
  groundSpeed,
  halfSecond,
  noiseWithAge,
  roundingKm,
  type Noise,
} from './noise.ts';
import { averageOverChanges, type Recent } from './orbit-change.ts';
import { isNearTrack, type Assessment } from './outliers.ts';
import { addOuter, mirror, size } from './parameters.ts';

/** Rounding to four decimals, along the track. */
const roundingSeconds = 0.0005;

/** A change is searched among the newest fixes: at most and at least this many, and in this time, seconds. */
const maxRecent = 90;
const recentSeconds = 2.5 * 3600;
const minRecent = 8;
/** At least this many older fixes determine the orbit before the change. */
export const minBase = 8;

/**
 * The posterior of the corrections to the elements: each error with its own distribution, and averaged over possible
 * changes of the orbit among the newest fixes.
 *
 * @returns null when an element remains undetermined
 */
export function posteriorOf(
  problem: Problem,
  elements: Elements,
  assessment: Assessment,
  crossKm: number,
): Estimate | null {
  const { observations, epoch } = problem;
  const { accepted, residuals, timing, alongSeconds } = assessment;
  const noise = noiseWithAge({ alongSeconds: roundingSeconds, crossKm }, observations, epoch);
  const estimateOf = (counts: readonly boolean[]): Estimate | null =>
    estimateFrom({ problem, elements, assessment, crossKm, noise, counts });
  const whole = estimateOf(accepted);
  const first = firstRecent(problem);
  if (whole === null || first >= observations.length) return whole;
  const base = estimateOf(accepted.map((fits, index) => fits && index < first));
  if (base === null) return whole;
  const floored = timing === 'floored';
  const recent: Recent = {
    epoch,
    elements,
    observations,
    residuals,
    indices: observations
      .map((_, index) => index)
      .filter(
        (index) => index >= first && (accepted[index] === true || isNearTrack(residuals, index)),
      ),
    since: observations[first - 1]?.time ?? epoch,
    noise: floored ? noise : noise.map((one) => blurred(one, alongSeconds)),
    half: floored ? halfSecond : 0,
  };
  return averageOverChanges(recent, base, whole);
}

/** Index of the first of the newest fixes. */
function firstRecent({ observations, epoch }: Problem): number {
  const newer = observations.filter(({ time }) => epoch - time < recentSeconds).length;
  const count = Math.min(maxRecent, Math.max(minRecent, newer));
  return Math.max(minBase, observations.length - count);
}

const blurred = ({ alongSeconds, crossKm }: Noise, seconds: number): Noise => ({
  alongSeconds: Math.hypot(alongSeconds, seconds),
  crossKm,
});

interface Measured {
  readonly problem: Problem;
  readonly elements: Elements;
  readonly assessment: Assessment;
  readonly crossKm: number;
  readonly noise: readonly Noise[];
  /** For each fix whether it is used. */
  readonly counts: readonly boolean[];
}

/** The estimate from some of the fixes, if the orbit has not changed. */
function estimateFrom({
  problem: { prior },
  elements,
  assessment: { residuals, timing, alongSeconds },
  crossKm,
  noise,
  counts,
}: Measured): Estimate | null {
  const [information, right] = priorEquations(prior, elements);
  // Model errors that appear across the track are larger along it, by the reciprocal of the leak.
  const excess =
    Math.sqrt(Math.max(0, crossKm ** 2 - (1.5 * roundingKm) ** 2)) / crossTrackLeak / groundSpeed;
  const rows: number[] = [];
  const values: number[] = [];
  const blur: number[] = [];
  counts.forEach((fits, index) => {
    if (!fits) return;
    const row = index * size;
    const { crossKm: sigma = crossKm, alongSeconds: seconds = 0 } = noise[index] ?? {};
    addOuter(information, residuals.crossPartials, row, sigma ** -2);
    for (let k = 0; k < size; k++) {
      const by = residuals.crossPartials[row + k] ?? 0;
      right[k] = (right[k] ?? 0) + (by * (residuals.cross[index] ?? 0)) / sigma ** 2;
      rows.push(residuals.alongPartials[row + k] ?? 0);
    }
    values.push(residuals.along[index] ?? 0);
    blur.push(Math.hypot(seconds, excess));
  });
  mirror(information);
  const informationForm = { information, right };
  const matrix = Float64Array.from(rows);
  return timing === 'floored'
    ? intervalEstimate(informationForm, { rows: matrix, values, half: halfSecond, blur })
    : leastSquaresEstimate(informationForm, {
        rows: matrix,
        values,
        deviations: blur.map((seconds) => Math.hypot(seconds, alongSeconds)),
      });
}
