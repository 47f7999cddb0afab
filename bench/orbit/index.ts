import type { Benchmark } from '../support/benchmark.ts';
import { accuracyRows } from './accuracy.ts';
import { dailyRows } from './daily.ts';
import { speedRows } from './speed.ts';

const seed = 20_261_121;

/** Accuracy and speed of the learned orbit. `--daily` walks through real fixes, one a day, instead. */
export const benchmark: Benchmark = {
  summary:
    'The orbit from polled fixes: truth is SGP4 on real elements, fixes as the service gives them',
  run({ args, log }) {
    if (args.includes('--daily')) return Promise.resolve(dailyRows(log));
    const given = Number(args.find((one) => /^\d+$/.test(one)) ?? NaN);
    const starts = Number.isNaN(given) ? 400 : Math.max(100, given);
    log(`${starts} random starts for each row, seed ${seed}`);
    return Promise.resolve([...accuracyRows(starts, seed, log), ...speedRows(seed)]);
  },
};
