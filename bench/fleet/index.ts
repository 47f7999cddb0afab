import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '#tools/setup/paths.ts';
import { createRandom } from '#test/support/orbit.ts';
import type { Benchmark, ResultRow } from '../support/benchmark.ts';
import { requestsOf, type RequestTimes, type FleetWorld } from './installation.ts';
import { drawFleet, type RateCurve } from './plot.ts';
import { installationOf } from './population.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const seed = 20_261_123;
const installations = 1_000_000;

/**
 * A Monday. The simulation covers two days in which the app learns the orbit, an ordinary day, and a day with all
 * faults.
 */
const simulationStart = Date.parse('2026-11-16T00:00:00Z');
const days = { ordinary: 2, hard: 3 } as const;
type SimulatedDay = keyof typeof days;
const hardDayStart = simulationStart + days.hard * dayMs;
const fleetWorld: FleetWorld = {
  from: simulationStart,
  until: simulationStart + 4 * dayMs,
  outage: [hardDayStart + 10 * hourMs, hardDayStart + 16 * hourMs],
  late: { date: '2026-11-19', ms: 4 * hourMs },
  // A jump of 11.5 km along the track: the estimator detects such a change of elements.
  step: { at: hardDayStart + 19 * hourMs, ms: 1500 },
};

const services = ['position', 'picture'] as const;
type Service = keyof RequestTimes;
/**
 * The goals of a service. `each`: the largest allowed mean number of requests of an installation on a day. `peak`: the
 * highest allowed rate of all installations over five minutes, as a multiple of the mean rate of the day.
 */
const goals: Readonly<Record<Service, { readonly each: number; readonly peak: number }>> = {
  position: { each: 30, peak: 3 },
  picture: { each: 3, peak: 10 },
};
/**
 * The length of the intervals over which rates are averaged. The sample of installations is too small for the rate of a
 * single second.
 */
const averagingMs = 5 * minuteMs;
const partsPerDay = dayMs / averagingMs;

export const benchmark: Benchmark = {
  summary: `A day of 1,000,000 installations with the app's own loops under virtual time, from a sample of INSTALLATIONS (1000)`,
  numbers: ['INSTALLATIONS'],
  async run({ args, log, signal }) {
    const sample = Math.max(10, Number(args.find((one) => /^\d+$/.test(one)) ?? 1000));
    const random = createRandom(seed);
    const all: RequestTimes[] = [];
    for (let n = 0; n < sample; n += 1) {
      signal.throwIfAborted();
      if (n % 100 === 0) log(`${n} of ${sample} installations, seed ${seed}`);
      all.push(await requestsOf(installationOf(simulationStart, 4, random), fleetWorld, random));
    }
    const curves = new Map<string, readonly number[]>();
    const rows = services.flatMap((service) =>
      (['ordinary', 'hard'] as const).flatMap((name) => {
        const times = all.flatMap((one) => one[service]);
        const rates = ratesOf(times, name, sample);
        curves.set(`${service} ${name}`, rates);
        return rowsOf(service, name, rates);
      }),
    );
    const folder = join(root, '.run', 'bench');
    mkdirSync(folder, { recursive: true });
    const plot = join(folder, 'fleet.svg');
    writeFileSync(
      plot,
      drawFleet(
        services.flatMap((one) => curvesOf(one, curves)),
        installations,
      ),
    );
    log(`plot: ${plot}`);
    return rows;
  },
};

/** Requests per second of all installations, for each five minutes of a day. */
function ratesOf(times: readonly number[], name: SimulatedDay, sample: number): readonly number[] {
  const rates = Array.from({ length: partsPerDay }, () => 0);
  const start = simulationStart + days[name] * dayMs;
  for (const at of times) {
    const index = Math.floor((at - start) / averagingMs);
    if (index >= 0 && index < partsPerDay) rates[index] = (rates[index] ?? 0) + 1;
  }
  return rates.map((count) => (count * installations) / sample / (averagingMs / 1000));
}

const meanRateOf = (rates: readonly number[]): number =>
  rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
const rateInWords = (value: number): string => `${Math.round(value)}/s`;

function rowsOf(service: Service, name: SimulatedDay, rates: readonly number[]): ResultRow[] {
  const goal = goals[service];
  const mean = meanRateOf(rates);
  const each = (mean * dayMs) / 1000 / installations;
  const peak = Math.max(...rates);
  const where = new Date(rates.indexOf(peak) * averagingMs).toISOString().slice(11, 16);
  const about = `${service}, ${name} day`;
  const rows: ResultRow[] = [
    {
      measure: `${about}: requests of an installation`,
      ours: each.toFixed(2),
      goal: `≤ ${goal.each}`,
      met: each <= goal.each,
    },
    {
      measure: `${about}: busiest five minutes`,
      ours: `${rateInWords(peak)} at ${where} UTC`,
      control: `mean of the day ${rateInWords(mean)}`,
      ratio: (peak / mean).toFixed(2),
      goal: `≤ ${goal.peak}`,
      met: peak <= goal.peak * mean,
    },
  ];
  if (name === 'ordinary') return rows;
  const [, end] = fleetWorld.outage.map((at) => Math.round((at - hardDayStart) / averagingMs));
  const last = meanRateOf(rates.slice((end ?? 0) - 6, end));
  const next = Math.max(...rates.slice(end, (end ?? 0) + 6));
  rows.push({
    measure: `${about}: busiest five minutes of the half hour after the outage`,
    ours: rateInWords(next),
    control: `mean of the half hour before ${rateInWords(last)}`,
    ratio: (next / last).toFixed(2),
    goal: '≤ 1.5',
    met: next <= 1.5 * last,
  });
  return rows;
}

function curvesOf(service: Service, rates: ReadonlyMap<string, readonly number[]>): RateCurve[] {
  return (['ordinary', 'hard'] as const).map((name) => {
    const own = rates.get(`${service} ${name}`) ?? [];
    const mean = meanRateOf(own);
    const at = (time: number): number => (time - hardDayStart) / dayMs;
    const marks =
      name === 'ordinary'
        ? []
        : [
            [at(fleetWorld.outage[0]), 'outage'] as const,
            [at(fleetWorld.outage[1]), 'its end'] as const,
            service === 'picture'
              ? ([(5 * hourMs + 5 * minuteMs + fleetWorld.late.ms) / dayMs, 'published'] as const)
              : ([at(fleetWorld.step.at), 'new element set'] as const),
          ];
    return {
      name: `${service}, ${name} day`,
      rates: own,
      mean,
      limit: goals[service].peak * mean,
      marks,
    };
  });
}
