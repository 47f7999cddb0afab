import { benchmarkOf } from '../support/benchmark.ts';
import { burnRows, falseAlarmRow } from './burns.ts';
import { conjunctionRows } from './conjunctions.ts';
import { ledgerRows } from './ledger.ts';
import { nasaRows } from './nasa.ts';
import { realRows } from './real/index.ts';
import { earlyRows } from './real/early.ts';
import { firstDayRows } from './real/first-day.ts';
import { plannedRows } from './real/planned.ts';
import { speedRow, transitRows } from './transits.ts';

const seed = 20_261_122;
/**
 * The number of random starts. About a fifth of them are left out, because they are near a burn or no true orbit is
 * known for them.
 */
const earlyStarts = 264;

/**
 * In most parts, the truth is SGP4 on real elements. For the Sun and the Moon, it is an ephemeris that the app does not
 * use. The parts `first-day`, `planned` and `nasa` compare with data of NASA.
 */
export const benchmark = benchmarkOf('The sky', {
  transits: ({ log }) => Promise.resolve([...transitRows(365, seed, log), speedRow()]),
  conjunctions: ({ log }) => Promise.resolve(conjunctionRows(60, seed, log)),
  burns: ({ log }) => Promise.resolve(burnRows(200, seed, log)),
  real: ({ log }) => Promise.resolve(realRows(1000, seed, log)),
  early: ({ log }) => Promise.resolve(earlyRows(earlyStarts, seed, log)),
  'first-day': ({ log }) => Promise.resolve(firstDayRows(seed, log)),
  planned: ({ log }) => Promise.resolve(plannedRows(seed, log)),
  ledger: ({ log }) => Promise.resolve(ledgerRows(400, seed, log)),
  nasa: ({ log }) => Promise.resolve(nasaRows(log)),
  quiet: ({ log }) => Promise.resolve([falseAlarmRow(365, seed, log)]),
});
