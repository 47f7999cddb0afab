import type { Elements } from '#shared/station/orbit.ts';
import { radians } from '#shared/station/sky/earth.ts';
import { dot, size, times } from './parameters.ts';
import type { Noise } from './noise.ts';
import type { Observation, LinearizedResiduals } from './residuals.ts';
import { atEpoch, revPerDay } from './propagation.ts';
import {
  likelihoodOf,
  likelihoodWithin,
  type Likelihood,
  type Estimate,
} from './expectation-propagation.ts';

/** A belief, and the logarithm of how likely the fixes are if it was reached in the right way. */
export interface Hypothesis {
  readonly logWeight: number;
  readonly estimate: Estimate;
}

/** The same on its way, with numbers of its own. */
export interface MutableHypothesis extends Hypothesis {
  logWeight: number;
}

export const copyOf = ({
  logWeight,
  estimate: { mean, covariance },
}: Hypothesis): MutableHypothesis => ({
  logWeight,
  estimate: { mean: mean.slice(), covariance: covariance.slice() },
});

/** The newest fixes, oldest first, as residuals against the elements that are to be corrected. */
export interface Recent {
  /** Unix seconds; of these are the elements. */
  readonly epoch: number;
  readonly elements: Elements;
  readonly observations: readonly Observation[];
  readonly residuals: LinearizedResiduals;
  readonly noise: readonly Noise[];
  /** Which of the observations they are, and the time of the one before them. */
  readonly indices: readonly number[];
  readonly since: number;
  /** Half the width of the interval along the track, seconds; 0 where the service does not floor. */
  readonly half: number;
}

/** A stretch of time in which the orbit may have changed; Unix seconds. */
export interface Gap {
  readonly from: number;
  readonly to: number;
}

type Kind = 'burn' | 'refresh' | 'jump';

/**
 * Chances a second: the station burns its engines every week or two; a service takes new elements for the same orbit,
 * and, some hours after a burn, for another one.
 */
const ratePerSecond: Readonly<Record<Kind, number>> = {
  burn: 1 / (7 * 86_400),
  refresh: 1 / (4 * 86_400),
  jump: 1 / (14 * 86_400),
};
/** A burn along the track as a part of the orbital speed: 1 ± 0.8 m/s, for it nearly always raises the orbit. */
const push = { mean: 1 / 7660, deviation: 0.8 / 7660 };
/** What new elements may differ by, in the order of the vector, one standard deviation. */
const differences = {
  refresh: [0.001, 0.002, 0.02, 1.5e-4, 4e-5, 4e-5, 2e-5],
  jump: [0.01, 0.05, 0.7, 0.02, 0.0005, 0.0005, 4e-5],
} as const;

/** What is believed after a change of each kind in a gap, before any fix since then is looked at. */
export function hypothesesIn(gap: Gap, before: Hypothesis, recent: Recent): MutableHypothesis[] {
  const width = gap.to - gap.from;
  return (['burn', 'refresh', 'jump'] as const).map((kind) => {
    const { mean, columns } =
      kind === 'burn' ? burn(gap, recent) : elementUpdate(kind, gap, recent);
    const covariance = before.estimate.covariance.slice();
    for (const column of columns)
      for (let j = 0; j < size; j++)
        for (let k = 0; k < size; k++)
          covariance[j * size + k] =
            (covariance[j * size + k] ?? 0) + (column[j] ?? 0) * (column[k] ?? 0);
    return {
      logWeight: before.logWeight + Math.log(width * ratePerSecond[kind]),
      estimate: {
        mean: before.estimate.mean.map((value, k) => value + (mean[k] ?? 0)),
        covariance,
      },
    };
  });
}

/** How a change moves the elements at the epoch: by so much, and by each of the columns, one standard deviation. */
interface Shift {
  readonly mean: Float64Array;
  readonly columns: readonly Float64Array[];
}

/**
 * A push along the track at some time of the gap: the mean motion falls by three times the part by which the speed
 * grows, and the place of the burn stays on the orbit, as one end of its axis.
 */
function burn({ from, to }: Gap, { elements, epoch }: Recent): Shift {
  const at = (from + to) / 2;
  const u = atEpoch(elements, epoch, at).argumentOfLatitude * radians;
  const rate = elements.meanMotion * revPerDay;
  const by = (part: number): Float64Array =>
    Float64Array.of(
      0,
      0,
      (-3 * part * rate * (epoch - at)) / radians,
      -3 * part * elements.meanMotion,
      2 * part * Math.cos(u),
      2 * part * Math.sin(u),
      0,
    );
  // The same burn earlier or later, by so many radians of the orbit.
  const early = (rate * (to - from)) / Math.sqrt(12);
  const whole = Math.hypot(push.mean, push.deviation) * early;
  const moved = Float64Array.of(
    0,
    0,
    (3 * whole) / radians,
    0,
    -2 * whole * Math.sin(u),
    2 * whole * Math.cos(u),
    0,
  );
  return { mean: by(push.mean), columns: [by(push.deviation), moved] };
}

function elementUpdate(kind: 'refresh' | 'jump', { from, to }: Gap, { epoch }: Recent): Shift {
  const since = epoch - (from + to) / 2;
  const columns = differences[kind].map((difference, k) => {
    const column = new Float64Array(size);
    column[k] = difference;
    // Another mean motion has moved the argument by now.
    if (k === 3) column[2] = (difference * revPerDay * since) / radians;
    return column;
  });
  return { mean: new Float64Array(size), columns };
}

/** Learns from one more fix: an interval along the track and a normal error across it, either of them astray. */
export function assimilate(hypothesis: MutableHypothesis, recent: Recent, index: number): void {
  const { residuals, noise, half } = recent;
  const { alongSeconds = 0, crossKm = 1 } = noise[index] ?? {};
  const { along, alongPartials, cross, crossPartials } = residuals;
  update(hypothesis, crossPartials, cross, index, crossKm, 0);
  update(hypothesis, alongPartials, along, index, alongSeconds, half);
}

/** Thousands of times in a fit; what each call needs for itself is here. */
const spread = new Float64Array(size);
const likelihood: Likelihood = { density: NaN, slope: NaN, curvature: NaN };

/**
 * In place, the normal distribution with the mean and covariance that the value leaves (assumed density filtering).
 *
 * @param deviation of the value's error, where `half` is 0; else of what comes on top of ± `half`
 */
function update(
  hypothesis: MutableHypothesis,
  rows: Float64Array,
  values: Float64Array,
  index: number,
  deviation: number,
  half: number,
): void {
  const { mean, covariance } = hypothesis.estimate;
  const row = index * size;
  times(covariance, rows, row, spread);
  const off = (values[index] ?? 0) - dot(rows, row, mean);
  const variance = dot(rows, row, spread) + deviation ** 2;
  if (half > 0) likelihoodWithin(off, half, variance, likelihood);
  else likelihoodOf(off, variance, likelihood);
  const { density, slope, curvature } = likelihood;
  hypothesis.logWeight += Math.log(density);
  for (let j = 0; j < size; j++) {
    const here = spread[j] ?? 0;
    mean[j] = (mean[j] ?? 0) + slope * here;
    const scaled = curvature * here;
    for (let k = 0; k < size; k++)
      covariance[j * size + k] = (covariance[j * size + k] ?? 0) + scaled * (spread[k] ?? 0);
  }
}

/**
 * A change is looked for in stretches of time that begin so short, seconds, and grow with their age: what was a minute
 * or an hour ago differs, what was two hours ago or three hardly.
 */
const shortest = 150;
const growth = 0.05;

/**
 * The likeliest hypotheses count, as many as hold this part of all chance. Those beyond are what two standard
 * deviations leave outside anyway: a burn that hardly anything speaks for must not stretch them.
 */
const credible = 0.98;
/** So far behind, in the logarithm of the chance, a hypothesis does not come back. */
const hopeless = 30;

/**
 * What the fixes say of the elements when the orbit may have changed among the newest of them: the beliefs that follow
 * from a change here or there, each weighed by how often such things happen and how well it explains the fixes
 * (Bayesian model averaging). While nothing speaks for a change, that is the belief of the whole fit.
 *
 * @param base from the fixes before the newest
 * @param whole from all of them, for the case that nothing has changed
 */
export function averageOverChanges(recent: Recent, base: Estimate, whole: Estimate): Estimate {
  const { indices, observations } = recent;
  const times = indices.map((index) => observations[index]?.time ?? recent.epoch);
  // What is believed before each of the newest fixes, if nothing has changed until then.
  const now = copyOf({ logWeight: 0, estimate: base });
  const steady = indices.map((index) => {
    const before = copyOf(now);
    assimilate(now, recent, index);
    return before;
  });
  const hypotheses: Hypothesis[] = [{ logWeight: now.logWeight, estimate: whole }];
  for (const gap of gapsSince(recent)) {
    const middle = (gap.from + gap.to) / 2;
    const place = times.findIndex((time) => time > middle);
    const before = steady[place];
    if (before === undefined) continue;
    for (const changed of hypothesesIn(gap, before, recent)) {
      for (let k = place; k < indices.length; k++) {
        const ifSteady = steady[k]?.logWeight ?? 0;
        if (changed.logWeight < ifSteady - hopeless) break;
        assimilate(changed, recent, indices[k] ?? 0);
      }
      hypotheses.push(changed);
    }
  }
  return mixture(hypotheses);
}

/** From the newest fix back to the last that tells of the orbit before. */
function gapsSince({ epoch, since }: Recent): Gap[] {
  const gaps: Gap[] = [];
  let to = epoch;
  while (to > since) {
    const from = Math.max(since, to - Math.max(shortest, growth * (epoch - to)));
    gaps.push({ from, to });
    to = from;
  }
  return gaps;
}

/** Mean and covariance of the likeliest together. */
function mixture(hypotheses: readonly Hypothesis[]): Estimate {
  const likely = hypotheses.toSorted((a, b) => b.logWeight - a.logWeight);
  const most = likely[0]?.logWeight ?? 0;
  const chances = likely.map(({ logWeight }) => Math.exp(logWeight - most));
  const total = chances.reduce((sum, density) => sum + density, 0);
  let taken = 0;
  const kept = likely.filter((_, k) => {
    const isNeeded = taken < credible * total;
    if (isNeeded) taken += chances[k] ?? 0;
    return isNeeded;
  });
  const mean = new Float64Array(size);
  const covariance = new Float64Array(size * size);
  kept.forEach(({ estimate }, h) => {
    const weight = (chances[h] ?? 0) / taken;
    for (let k = 0; k < size; k++) mean[k] = (mean[k] ?? 0) + weight * (estimate.mean[k] ?? 0);
  });
  kept.forEach(({ estimate }, h) => {
    const weight = (chances[h] ?? 0) / taken;
    const off = estimate.mean.map((value, k) => value - (mean[k] ?? 0));
    for (let j = 0; j < size; j++) {
      for (let k = 0; k < size; k++) {
        const at = j * size + k;
        const spread = (estimate.covariance[at] ?? 0) + (off[j] ?? 0) * (off[k] ?? 0);
        covariance[at] = (covariance[at] ?? 0) + weight * spread;
      }
    }
  });
  return { mean, covariance };
}
