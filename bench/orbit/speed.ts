import { ephemerisOf } from '#station/orbit/ephemeris.ts';
import { fitOrbit } from '#station/orbit/fit.ts';
import { passesOf } from '#station/sky/passes.ts';
import { createRandom } from '#test/support/orbit.ts';
import type { ResultRow } from '../support/benchmark.ts';
import { quantile } from '../support/statistics.ts';
import { pollingArcs, randomStartOf } from './orbit-world.ts';

const rounds = 60;
const warmUpRounds = 20;
const observer = { latitude: 48.14, longitude: 11.58, altitude: 520 };

/**
 * Median processor time in milliseconds; processor time excludes other programs. The first rounds are warm-up for the
 * compiler.
 */
function medianMs(run: (round: number) => void): number {
  const times: number[] = [];
  for (let round = 0; round < rounds + warmUpRounds; round++) {
    const begin = process.cpuUsage();
    run(round);
    const { user, system } = process.cpuUsage(begin);
    if (round >= warmUpRounds) times.push((user + system) / 1000);
  }
  return quantile(times, 0.5);
}

/**
 * Measures how long fits and passes take to compute. Compares the time for the passes with that for the same passes
 * from elements by satellite.js.
 */
export function speedRows(seed: number): ResultRow[] {
  const rows: ResultRow[] = [];
  const ms = (value: number): string => `${value.toFixed(2)} ms`;
  for (const arc of pollingArcs) {
    const starts = Array.from({ length: 12 }, (_, k) => {
      const start = randomStartOf(arc, k, createRandom(seed + k));
      const fit = fitOrbit(start.fixes.slice(0, -1));
      if (!fit.ok) throw new Error(fit.reason);
      return { ...start, earlier: fit.orbit };
    });
    const at = (round: number) => starts[round % starts.length] ?? starts[0];
    const cold = medianMs((round) => fitOrbit(at(round)?.fixes ?? []));
    const warm = medianMs((round) => fitOrbit(at(round)?.fixes ?? [], at(round)?.earlier));
    rows.push({
      measure: `${arc.name}: a fit from nothing, from the one before; median`,
      ours: `${ms(cold)}, ${ms(warm)}`,
      // The app fits without a previous orbit only if it has fixes but no orbit that this version has saved.
      goal: '≤ 200 ms, < 10 ms',
      met: cold <= 200 && warm < 10,
    });
    if (arc !== pollingArcs.at(-1)) continue;
    const [start] = starts;
    if (start === undefined) continue;
    const options = { from: start.until, hours: 120 };
    const { earthFixed } = ephemerisOf(start.earlier);
    const ours = medianMs(() => passesOf(earthFixed, observer, options));
    const theirs = medianMs(() => passesOf(start.truth.earthFixed, observer, options));
    rows.push({
      measure: 'passes of five days over one place; median',
      ours: ms(ours),
      control: `satellite.js from elements ${ms(theirs)}`,
      ratio: (ours / theirs).toFixed(2),
      goal: '< 30 ms',
      met: ours < 30,
    });
  }
  return rows;
}
