import type { Elements } from '#shared/station/orbit.ts';
import { priorEquations, type Problem } from './least-squares.ts';
import { isNearTrack, type Assessment } from './outliers.ts';
import { averageOverChanges } from './orbit-change.ts';
import type { Recent } from './orbit-change.ts';
import { addOuter, mirror, size } from './parameters.ts';
import {
  noiseWithAge,
  groundSpeed,
  halfSecond,
  crossTrackLeak,
  roundingKm,
  type Noise,
} from './noise.ts';
import {
  intervalEstimate,
  leastSquaresEstimate,
  type Estimate,
} from './expectation-propagation.ts';

/** Rounding to four decimals, seen along the track. */
const roundingSeconds = 0.0005;

/** Among so many of the newest fixes and in so long a time a change is looked for; never in the oldest. */
const mostRecent = 90;
const recentSeconds = 2.5 * 3600;
const fewestRecent = 8;
export const fewestBase = 8;

/**
 * The corrections to the elements that the fixes want, each error with the distribution that it has, and what a change
 * of the orbit among the newest of them may have done.
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
  const of = (counts: readonly boolean[]): Estimate | null =>
    estimateFrom({ problem, elements, assessment, crossKm, noise, counts });
  const whole = of(accepted);
  const first = firstRecent(problem);
  if (whole === null || first >= observations.length) return whole;
  const base = of(accepted.map((fits, index) => fits && index < first));
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

function firstRecent({ observations, epoch }: Problem): number {
  const newer = observations.filter(({ time }) => epoch - time < recentSeconds).length;
  const count = Math.min(mostRecent, Math.max(fewestRecent, newer));
  return Math.max(fewestBase, observations.length - count);
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
  /** Which of the fixes. */
  readonly counts: readonly boolean[];
}

/** What some of the fixes say, if the orbit stayed the same. */
function estimateFrom({
  problem: { prior },
  elements,
  assessment: { residuals, timing, alongSeconds },
  crossKm,
  noise,
  counts,
}: Measured): Estimate | null {
  const [information, right] = priorEquations(prior, elements);
  // What bends the orbit across the track bends it along the track too, and more.
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
