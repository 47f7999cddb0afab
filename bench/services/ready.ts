import type { ResultRow } from '../support/benchmark.ts';
import { median } from '../support/statistics.ts';
import { type BenchContext, startServices } from './services.ts';

const goalMs = 300;

/** Measures the time from the start of the process to the line with the addresses of the services. */
export async function readyRow(bench: BenchContext): Promise<ResultRow> {
  const { log, isQuick } = bench;
  const starts = isQuick ? 3 : 10;
  log(`${starts} starts`);
  const times: number[] = [];
  for (let start = 0; start < starts; start += 1) {
    const services = await startServices(bench);
    times.push(services.readyMs);
    await services.stop();
  }
  const typical = median(times);
  return {
    measure: `ready after the start, median of ${starts}`,
    ours: `${typical.toFixed(0)} ms`,
    goal: `≤ ${goalMs} ms`,
    met: typical <= goalMs,
  };
}
