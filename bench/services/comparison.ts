import { median } from '../support/statistics.ts';
import { putUnderLoad, type LoadTarget } from './load.ts';

export interface ComparisonResult {
  /** The median rate of each target over all rounds, answers per second. */
  readonly rates: readonly number[];
  /** The rate of the first target divided by the rate of the second; the median over all rounds. */
  readonly ratio: number;
  /** The number of requests to the first target that failed. */
  readonly errors: number;
}

export interface RoundPlan {
  readonly count: number;
  readonly seconds: number;
}

/**
 * Measures two targets alternately, round by round, so that other work of the machine slows both equally. Every second
 * round starts with the second target.
 */
export async function compareTargets(
  targets: readonly [LoadTarget, LoadTarget],
  rounds: RoundPlan,
  signal: AbortSignal,
): Promise<ComparisonResult> {
  const rates: [number[], number[]] = [[], []];
  let errors = 0;
  // The first round is not counted: the code of the servers is compiled in that round.
  for (let round = 0; round <= rounds.count; round += 1) {
    for (const index of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const load = await putUnderLoad(targets[index], rounds.seconds, signal);
      if (index === 0) errors += load.errors;
      if (round > 0) rates[index].push(load.rate);
    }
  }
  const [ours, control] = rates;
  return {
    rates: rates.map(median),
    ratio: median(ours.map((rate, round) => rate / (control[round] ?? NaN))),
    errors,
  };
}
