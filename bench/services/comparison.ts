import { median } from '../support/statistics.ts';
import type { LoadTool, Target } from './load.ts';

export interface Contest {
  /** Medians of all rounds, answers a second, in the order of the targets. */
  readonly rates: readonly number[];
  /** How the first target stands to each: median of the ratios that the rounds had. */
  readonly ratios: readonly number[];
  /** Of the first target. */
  readonly errors: number;
}

export interface Rounds {
  readonly count: number;
  /** A whole number: wrk knows no other. */
  readonly seconds: number;
}

/**
 * Puts the targets under load one after the other, round by round: what else the machine does then meets all of
 * them alike. Every other round goes backwards.
 */
export async function compare(
  tool: LoadTool,
  targets: readonly Target[],
  rounds: Rounds,
): Promise<Contest> {
  const indices = targets.map((_, index) => index);
  const found = targets.map((): number[] => []);
  let errors = 0;
  // The first round is for the compiler.
  for (let round = 0; round <= rounds.count; round += 1) {
    for (const index of round % 2 === 0 ? indices : indices.toReversed()) {
      const target = targets[index];
      if (target === undefined) continue;
      await target.prepare?.();
      const load = await tool.run(target, rounds.seconds);
      if (index === 0) errors += load.errors;
      if (round > 0) found[index]?.push(load.rate);
    }
  }
  const [ours = []] = found;
  return {
    rates: found.map(median),
    ratios: found.map((rates) => median(rates.map((rate, round) => (ours[round] ?? 0) / rate))),
    errors,
  };
}
