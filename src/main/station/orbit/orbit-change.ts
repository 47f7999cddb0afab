import type { Elements } from '#shared/station/orbit.ts';
import { radians } from '#shared/station/sky/earth.ts';
import {
  likelihoodOf,
  likelihoodWithin,
  type Estimate,
  type Likelihood,
} from './expectation-propagation.ts';
import type { Noise } from './noise.ts';
import { dot, size, times } from './parameters.ts';
import { atEpoch, revPerDay } from './propagation.ts';
import type { LinearizedResiduals, Observation } from './residuals.ts';

/** The newest fixes, oldest first, as residuals against elements that are to be corrected. */
export interface Recent {
  /** Epoch of the elements, Unix seconds. */
  readonly epoch: number;
  readonly elements: Elements;
  readonly observations: readonly Observation[];
  readonly residuals: LinearizedResiduals;
  readonly noise: readonly Noise[];
  /** Indices of the newest fixes in the observations, and the time of the fix before them. */
  readonly indices: readonly number[];
  readonly since: number;
  /** Half the width of the uniform error along the track, seconds; 0 where the service does not floor. */
  readonly half: number;
}

/** An estimate of the corrections and the logarithm of its unnormalised weight. Updated in place. */
interface Hypothesis {
  logWeight: number;
  readonly estimate: Estimate;
}

const copyOf = ({ logWeight, estimate: { mean, covariance } }: Hypothesis): Hypothesis => ({
  logWeight,
  estimate: { mean: mean.slice(), covariance: covariance.slice() },
});

/** A stretch of time in which the orbit may have changed, Unix seconds. */
interface Gap {
  readonly from: number;
  readonly to: number;
}

/**
 * Shortest gap in seconds, and growth of the gaps with their age: a change a minute ago and one an hour ago have different
 * effects, changes two and three hours ago nearly the same.
 */
const shortestGap = 150;
const gapGrowth = 0.05;

/**
 * The most probable hypotheses are averaged until they hold this much of the probability. The rest is what two standard
 * deviations leave out anyway, and an improbable burn must not widen them.
 */
const credible = 0.98;
/** A hypothesis whose log weight is this far behind is dropped. */
const maxLogLag = 30;

type Kind = 'burn' | 'refresh' | 'jump';

/**
 * Prior rates per second: the station burns its engines every week or two; a service takes new elements for the same orbit
 * (`refresh`), and some hours after a burn for another one (`jump`). These and the sizes below are tuned on 200 days of
 * real fixes.
 */
const ratePerSecond: Readonly<Record<Kind, number>> = {
  burn: 1 / (7 * 86_400),
  refresh: 1 / (4 * 86_400),
  jump: 1 / (14 * 86_400),
};
/** Speed change of a burn along the track as a fraction of the orbital speed: 1 ± 0.8 m/s, mostly raising the orbit. */
const burnSize = { mean: 1 / 7660, deviation: 0.8 / 7660 };
/** Standard deviations of the change by new elements, in the order of the vector. */
const elementSpread = {
  refresh: [0.001, 0.002, 0.02, 1.5e-4, 4e-5, 4e-5, 2e-5],
  jump: [0.01, 0.05, 0.7, 0.02, 0.0005, 0.0005, 4e-5],
} as const;

/**
 * The estimate when the orbit may have changed among the newest fixes: the mixture of the hypotheses "no change" and "a
 * change in this gap", each weighted by its prior rate and the likelihood of the fixes (Bayesian model averaging: Hoeting
 * et al., Statistical Science 14, 1999). Without evidence of a change it equals the estimate of the whole fit.
 *
 * @param base from the fixes before the newest
 * @param whole from all fixes, under the hypothesis of no change
 */
export function averageOverChanges(recent: Recent, base: Estimate, whole: Estimate): Estimate {
  const { indices, observations } = recent;
  const fixTimes = indices.map((index) => observations[index]?.time ?? recent.epoch);
  // The estimate before each of the newest fixes, if the orbit has not changed until then.
  const running = copyOf({ logWeight: 0, estimate: base });
  const steady = indices.map((index) => {
    const before = copyOf(running);
    assimilate(running, recent, index);
    return before;
  });
  const hypotheses: Hypothesis[] = [{ logWeight: running.logWeight, estimate: whole }];
  for (const gap of gapsSince(recent)) {
    const middle = (gap.from + gap.to) / 2;
    const place = fixTimes.findIndex((time) => time > middle);
    const before = steady[place];
    if (before === undefined) continue;
    for (const changed of hypothesesIn(gap, before, recent)) {
      for (let k = place; k < indices.length; k++) {
        const ifSteady = steady[k]?.logWeight ?? 0;
        if (changed.logWeight < ifSteady - maxLogLag) break;
        assimilate(changed, recent, indices[k] ?? 0);
      }
      hypotheses.push(changed);
    }
  }
  return mixture(hypotheses);
}

/** Gaps from the newest fix back to the last fix before the newest ones. */
function gapsSince({ epoch, since }: Recent): Gap[] {
  const gaps: Gap[] = [];
  let to = epoch;
  while (to > since) {
    const from = Math.max(since, to - Math.max(shortestGap, gapGrowth * (epoch - to)));
    gaps.push({ from, to });
    to = from;
  }
  return gaps;
}

/** The estimates after a change of each kind in a gap, before any fix since then is assimilated. */
function hypothesesIn(gap: Gap, before: Hypothesis, recent: Recent): Hypothesis[] {
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

/** Effect of a change on the elements at the epoch: its mean, and columns of a square root of its covariance. */
interface Shift {
  readonly mean: Float64Array;
  readonly columns: readonly Float64Array[];
}

/**
 * An impulse along the track at some time of the gap. On a near-circular orbit a relative speed change δ changes the mean
 * motion by −3 δ n and the eccentricity vector by 2 δ (cos u, sin u) (Gauss's variational equations; Vallado, 4th ed.,
 * chapter 9).
 */
function burn({ from, to }: Gap, { elements, epoch }: Recent): Shift {
  const at = (from + to) / 2;
  const u = atEpoch(elements, epoch, at).argumentOfLatitude * radians;
  const rate = elements.meanMotion * revPerDay;
  const by = (fraction: number): Float64Array =>
    Float64Array.of(
      0,
      0,
      (-3 * fraction * rate * (epoch - at)) / radians,
      -3 * fraction * elements.meanMotion,
      2 * fraction * Math.cos(u),
      2 * fraction * Math.sin(u),
      0,
    );
  // The time of the burn is uniform within the gap: its standard deviation, radians of the orbit.
  const timing = (rate * (to - from)) / Math.sqrt(12);
  const whole = Math.hypot(burnSize.mean, burnSize.deviation) * timing;
  const moved = Float64Array.of(
    0,
    0,
    (3 * whole) / radians,
    0,
    -2 * whole * Math.sin(u),
    2 * whole * Math.cos(u),
    0,
  );
  return { mean: by(burnSize.mean), columns: [by(burnSize.deviation), moved] };
}

function elementUpdate(kind: 'refresh' | 'jump', { from, to }: Gap, { epoch }: Recent): Shift {
  const since = epoch - (from + to) / 2;
  const columns = elementSpread[kind].map((difference, k) => {
    const column = new Float64Array(size);
    column[k] = difference;
    // A different mean motion has moved the argument of latitude since the change.
    if (k === 3) column[2] = (difference * revPerDay * since) / radians;
    return column;
  });
  return { mean: new Float64Array(size), columns };
}

/** Assimilates one more fix: a uniform error along the track and a normal error across it; either may be an outlier. */
function assimilate(hypothesis: Hypothesis, recent: Recent, index: number): void {
  const { residuals, noise, half } = recent;
  const { alongSeconds = 0, crossKm = 1 } = noise[index] ?? {};
  const { along, alongPartials, cross, crossPartials } = residuals;
  update(hypothesis, crossPartials, cross, index, crossKm, 0);
  update(hypothesis, alongPartials, along, index, alongSeconds, half);
}

/** Reused by each call of `update`, because a fit calls it thousands of times. */
const spread = new Float64Array(size);
const likelihood: Likelihood = { density: NaN, slope: NaN, curvature: NaN };

/**
 * Replaces the estimate by the normal distribution with the mean and covariance of the posterior after one scalar
 * measurement (assumed density filtering: Minka, "Expectation Propagation for Approximate Bayesian Inference", 2001).
 *
 * @param deviation standard deviation of the normal error, which adds to the uniform one within ± `half`
 */
function update(
  hypothesis: Hypothesis,
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

/** Mean and covariance of the mixture of the most probable hypotheses. */
function mixture(hypotheses: readonly Hypothesis[]): Estimate {
  const likely = hypotheses.toSorted((a, b) => b.logWeight - a.logWeight);
  const largest = likely[0]?.logWeight ?? 0;
  const weights = likely.map(({ logWeight }) => Math.exp(logWeight - largest));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let taken = 0;
  const kept = likely.filter((_, k) => {
    const isNeeded = taken < credible * total;
    if (isNeeded) taken += weights[k] ?? 0;
    return isNeeded;
  });
  const mean = new Float64Array(size);
  const covariance = new Float64Array(size * size);
  kept.forEach(({ estimate }, h) => {
    const weight = (weights[h] ?? 0) / taken;
    for (let k = 0; k < size; k++) mean[k] = (mean[k] ?? 0) + weight * (estimate.mean[k] ?? 0);
  });
  kept.forEach(({ estimate }, h) => {
    const weight = (weights[h] ?? 0) / taken;
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
