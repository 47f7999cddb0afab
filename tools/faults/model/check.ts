import fc from 'fast-check';
import { play } from './play.ts';
import { schedules } from './schedule.ts';

export interface Checked {
  readonly seed: number;
  readonly runs: number;
  /** Null, or the shrunk schedule that went wrong and what did. */
  readonly failure: string | null;
}

/**
 * Plays `count` schedules drawn from `seed`: the same seed gives the same ones. The first that goes wrong is
 * shrunk as far as it goes.
 */
export async function checkModel(count: number, seed: number): Promise<Checked> {
  const property = fc.asyncProperty(schedules, async (schedule) => {
    const faults = await play(schedule);
    if (faults.length > 0) throw new Error(faults.join('\n'));
  });
  const report = await fc.check(property, { numRuns: count, seed, endOnFailure: false });
  const { failed, counterexamplePath, errorInstance, counterexample, numRuns } = report;
  if (!failed) return { seed, runs: numRuns, failure: null };
  const lines = [
    String(errorInstance),
    `path ${counterexamplePath ?? ''}`,
    ...(counterexample?.[0].steps ?? []).map((step) => `  ${JSON.stringify(step)}`),
  ];
  return { seed, runs: numRuns, failure: lines.join('\n') };
}
