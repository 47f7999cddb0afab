import {
  changedIn,
  copyOf,
  learn,
  type Belief,
  type Gap,
  type Hypothesis,
  type Recent,
} from './change.ts';
import { size } from './parameters.ts';

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
export function averaged(recent: Recent, base: Belief, whole: Belief): Belief {
  const { indices, observations } = recent;
  const times = indices.map((index) => observations[index]?.time ?? recent.epoch);
  // What is believed before each of the newest fixes, if nothing has changed until then.
  const now = copyOf({ logChance: 0, belief: base });
  const steady = indices.map((index) => {
    const before = copyOf(now);
    learn(now, recent, index);
    return before;
  });
  const hypotheses: Hypothesis[] = [{ logChance: now.logChance, belief: whole }];
  for (const gap of gapsOf(recent)) {
    const middle = (gap.from + gap.to) / 2;
    const place = times.findIndex((time) => time > middle);
    const before = steady[place];
    if (before === undefined) continue;
    for (const changed of changedIn(gap, before, recent)) {
      for (let k = place; k < indices.length; k++) {
        const ifSteady = steady[k]?.logChance ?? 0;
        if (changed.logChance < ifSteady - hopeless) break;
        learn(changed, recent, indices[k] ?? 0);
      }
      hypotheses.push(changed);
    }
  }
  return mixture(hypotheses);
}

/** From the newest fix back to the last that tells of the orbit before. */
function gapsOf({ epoch, since }: Recent): Gap[] {
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
function mixture(hypotheses: readonly Hypothesis[]): Belief {
  const likely = hypotheses.toSorted((a, b) => b.logChance - a.logChance);
  const most = likely[0]?.logChance ?? 0;
  const chances = likely.map(({ logChance }) => Math.exp(logChance - most));
  const total = chances.reduce((sum, chance) => sum + chance, 0);
  let taken = 0;
  const kept = likely.filter((_, k) => {
    const isNeeded = taken < credible * total;
    if (isNeeded) taken += chances[k] ?? 0;
    return isNeeded;
  });
  const mean = new Float64Array(size);
  const covariance = new Float64Array(size * size);
  kept.forEach(({ belief }, h) => {
    const weight = (chances[h] ?? 0) / taken;
    for (let k = 0; k < size; k++) mean[k] = (mean[k] ?? 0) + weight * (belief.mean[k] ?? 0);
  });
  kept.forEach(({ belief }, h) => {
    const weight = (chances[h] ?? 0) / taken;
    const off = belief.mean.map((value, k) => value - (mean[k] ?? 0));
    for (let j = 0; j < size; j++) {
      for (let k = 0; k < size; k++) {
        const at = j * size + k;
        const spread = (belief.covariance[at] ?? 0) + (off[j] ?? 0) * (off[k] ?? 0);
        covariance[at] = (covariance[at] ?? 0) + weight * spread;
      }
    }
  });
  return { mean, covariance };
}
