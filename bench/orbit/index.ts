import type { Benchmark } from '../support/benchmark.ts';
import { accuracyRows } from './accuracy.ts';
import { dailyRows } from './daily.ts';
import { placeRows } from './places.ts';
import { reboostRows } from './reboost.ts';
import { requestRows } from './requests.ts';
import { speedRows } from './speed.ts';

const seed = 20_261_121;

export const benchmark: Benchmark = {
  summary: `The orbit from polled fixes: truth is SGP4 on real elements, fixes as the service gives them, from STARTS random
starts (400). In its place: --daily real fixes, one a day (needs a recording that is not part of the repository);
--requests requests in two simulated days; --places passes over ten places`,
  words: ['--daily', '--requests', '--places'],
  numbers: ['STARTS'],
  run({ args, log }) {
    if (args.includes('--daily')) return Promise.resolve(dailyRows());
    if (args.includes('--requests')) return requestRows(log);
    if (args.includes('--places')) return Promise.resolve(placeRows(seed, log));
    const given = Number(args.find((one) => /^\d+$/.test(one)) ?? NaN);
    const starts = Number.isNaN(given) ? 400 : Math.max(100, given);
    log(`${starts} random starts for each row, seed ${seed}`);
    return Promise.resolve([
      ...accuracyRows(starts, seed, log),
      ...reboostRows(Math.round(starts / 4), seed, log),
      ...speedRows(seed),
    ]);
  },
};
