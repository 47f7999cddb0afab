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

const formatErrors = (km: readonly number[]): string =>
  `${median(km).toFixed(1)} / ${quantile(km, 0.9).toFixed(1)} km`;

function rowsOf({
  polling,
  outcomes,
  without,
  windows,
  falseBurns,
  quiet,
}: WindowResults): ResultRow[] {
  const isWhole = polling.count * polling.everySeconds > 2 * 86_400;
  return leadTimes.map(([ahead, seconds], k): ResultRow => {
    const some = outcomes[k] ?? [];
    const [ours, newest] = [some.map((one) => one.ours), some.map((one) => one.newest)];
    const inside = some.filter((one) => one.ours < 2 * one.sigma).length / some.length;
    const ratios = [median(ours) / median(newest), quantile(ours, 0.9) / quantile(newest, 0.9)];
    const limit = seconds < 86_400 ? Infinity : isWhole ? 1 : 1.1;
    const isFirst = k === 0;
    return {
      fixes: isFirst ? polling.name : '',
      ahead,
      'error, median / 90 %': formatErrors(ours),
      'newest set by itself': formatErrors(newest),
      'inside 2 σ': formatPercent(inside),
      // Counts of all windows, with a goal of their own.
      ...(isFirst && {
        'without an orbit': `${without} of ${windows}`,
        'false burns': `${falseBurns} of ${quiet}`,
      }),
      goal: `88 to 99 %${limit === Infinity ? '' : `, ≤ ${limit} ×`}${isFirst ? ', 0, ≤ 1 %' : ''}`,
      met:
        inside >= 0.88 &&
        inside <= 0.99 &&
        Math.max(...ratios) <= limit &&
        without === 0 &&
        falseBurns <= quiet / 100,
    };
  });
}
