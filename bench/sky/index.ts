import type { Benchmark } from '../support/benchmark.ts';
import { speedRow, transitRows } from './transits.ts';

const seed = 20_261_122;

/** A number on the command line: of how many days (365). */
export const benchmark: Benchmark = {
  summary: 'Transits of the Sun and the Moon against an independent ephemeris and a plain search',
  run({ args, log }) {
    const days = Number(args.find((one) => /^\d+$/.test(one)) ?? 365);
    log(`${days} days at ten places, seed ${seed}`);
    return Promise.resolve([...transitRows(days, seed, log), speedRow()]);
  },
};
