import type { Benchmark } from '../support/benchmark.ts';
import { accuracyRows } from './accuracy.ts';
import { requestRows } from './requests.ts';
import { speedRows } from './speed.ts';

const seed = 20_261_121;

export const benchmark: Benchmark = {
  summary: `The orbit from polled fixes: truth is SGP4 on real elements, fixes as the service gives them, from STARTS random
starts (400). In its place: --requests requests in two simulated days; --speed processor time of fits and passes`,
  words: ['--requests', '--speed'],
  numbers: ['STARTS'],
  run({ args, log }) {
    if (args.includes('--requests')) return requestRows(log);
    if (args.includes('--speed')) return Promise.resolve(speedRows(seed));
    const given = Number(args.find((one) => /^\d+$/.test(one)) ?? NaN);
    const starts = Number.isNaN(given) ? 400 : Math.max(100, given);
    log(`${starts} random starts for each row, seed ${seed}`);
    return Promise.resolve(accuracyRows(starts, seed, log));
  },
};
