import type { ResultRow } from '#bench/support/benchmark.ts';
import { median, formatPercent, quantile } from '#bench/support/statistics.ts';
import { readPublishedSets } from './chain.ts';
import { drawCalibration } from './calibration-plot.ts';
import { leadTimes, pollingSchedules, windowsOf, type WindowResults } from './fit-windows.ts';

/**
 * Simulates a position service with the element sets of January to April 2023, and compares the orbit fitted to its
 * fixes with the true position.
 */
export function realRows(count: number, seed: number, log: (line: string) => void): ResultRow[] {
  const published = readPublishedSets(seed, log);
  if (published === null) return [];
  const { sets, random } = published;
  const results = pollingSchedules.map((polling) => {
    log(`${polling.name}: ${count} windows`);
    return windowsOf(sets, polling, count, random);
  });
  const source = `Published element sets of January to April 2023 as the service; ${count} random windows each, seed ${seed}.`;
  log(drawCalibration(results, source));
  return results.flatMap(rowsOf);
}

const formatKm = (value: number): string => value.toFixed(1);

function rowsOf({ polling, outcomes, ...counts }: WindowResults): ResultRow[] {
  const isWhole = polling.count * polling.everySeconds > 2 * 86_400;
  const rows = leadTimes.map(([name, seconds], k): ResultRow => {
    const some = outcomes[k] ?? [];
    const [ours, newest] = [some.map((one) => one.ours), some.map((one) => one.newest)];
    const inside = some.filter((one) => one.ours < 2 * one.sigma).length / some.length;
    const across = some.filter((one) => one.oursCross < 2 * one.sigmaCross).length / some.length;
    const ratios = [median(ours) / median(newest), quantile(ours, 0.9) / quantile(newest, 0.9)];
    const limit = seconds < 86_400 ? Infinity : isWhole ? 1 : 1.1;
    return {
      measure: `${polling.name}, ${name} ahead: median / 90 %, km (inside 2 σ; across)`,
      ours: `${formatKm(median(ours))} / ${formatKm(quantile(ours, 0.9))} (${formatPercent(inside)}; ${formatPercent(across)})`,
      control: `newest set ${formatKm(median(newest))} / ${formatKm(quantile(newest, 0.9))}, ${some.length} windows; σ ${formatKm(median(some.map((one) => one.sigma)))}`,
      ratio: ratios.map((ratio) => ratio.toFixed(2)).join(', '),
      goal: `88 to 99 %${limit === Infinity ? '' : `, ≤ ${limit} ×`}`,
      met: inside >= 0.88 && inside <= 0.99 && Math.max(...ratios) <= limit,
    };
  });
  return [
    ...rows,
    {
      measure: `${polling.name}: windows without an orbit after three hours`,
      ours: `${counts.without} of ${counts.windows}`,
      goal: '0',
      met: counts.without === 0,
    },
    {
      measure: `${polling.name}: burns reported where there was none`,
      ours: `${counts.falseBurns} of ${counts.quiet}`,
      goal: '≤ 1 %',
      met: counts.falseBurns <= counts.quiet / 100,
    },
  ];
}
