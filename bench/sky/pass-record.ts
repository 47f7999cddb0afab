import { join } from 'node:path';
import { openAppDatabase } from '#app/database.ts';
import { fixedDatabase } from '#platform/database/kept-database.ts';
import { createLedgerStore } from '#station/ledger/ledger-store.ts';
import type { ScoredPrediction } from '#shared/station/ledger.ts';
import type { BenchmarkContext, ResultRow } from '../support/benchmark.ts';
import { median } from '../support/statistics.ts';

const passes = 10 * 365 * 6;
const goalMs = 20;

/** Measures the time of reading the record of the predictions after ten years with six passes a day. */
export function recordRows({ scratch }: BenchmarkContext): ResultRow[] {
  const { database, close } = openAppDatabase(join(scratch, 'record.sqlite'), Date.now());
  const open = () => createLedgerStore(fixedDatabase(database), 'live');
  const scored: ScoredPrediction[] = [];
  for (let pass = 0; pass < passes; pass += 1) {
    const [rise, peak, set] = [1.6e9, 1.6e9 + 300, 1.6e9 + 600].map((t) => t + pass * 14_400) as [
      number,
      number,
      number,
    ];
    const observer = { latitude: 52.52, longitude: 13.4, altitude: 40 };
    const times = { predictedAt: 1.6e12, observer, rise, peak, set, peakElevation: 41.2 };
    const prediction = { id: pass + 1, ...times, visible: true, sigma: 1.5, replaces: null };
    const outcome = { rise, peak: peak + 1, set, sigma: 0.2 };
    scored.push({ prediction, score: { scoredAt: 1.6e12, outcome } });
  }
  open().add(
    scored.map(({ prediction }) => prediction),
    scored,
  );
  const timesOf = (work: () => unknown): number[] =>
    Array.from({ length: 21 }, () => {
      const usageBefore = process.cpuUsage();
      work();
      const { user, system } = process.cpuUsage(usageBefore);
      return (user + system) / 1000;
    });
  const rows = [
    ['a look at the record', timesOf(() => open().view(20))],
    ['open predictions, after each new entry', timesOf(() => open().open())],
  ] as const;
  close();
  return rows.map(([what, times]) => ({
    measure: `${what}, ten years (${scored.length} predictions), processor time`,
    ours: `${median(times).toFixed(1)} ms`,
    goal: `${goalMs} ms`,
    met: median(times) <= goalMs,
  }));
}
