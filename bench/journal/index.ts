import { join } from 'node:path';
import type { Benchmark, Row } from '../support/benchmark.ts';
import { measureDrain } from './drain.ts';
import { fillJournal, measureJournal, measureSync, type Figures } from './figures.ts';

const sizes = [1_000, 10_000, 100_000];
const goals: Readonly<Record<keyof Figures, number>> = {
  open: 100,
  page: 20,
  search: 20,
  save: 5,
  saveSynced: Infinity,
};
const names: Readonly<Record<keyof Figures, string>> = {
  open: 'open',
  page: 'first page of 50, p95',
  search: 'search, p95',
  save: 'save without the sync, p99 of the calmest of 3',
  saveSynced: 'save with the sync, p99 of the calmest of 3',
};

const ms = (value: number): string => `${value.toFixed(2)} ms`;

export const benchmark: Benchmark = {
  summary:
    'The journal: opening, paging, searching and saving as it grows, and how fast it is sent.',
  async run({ signal, scratch, log }) {
    const rows: Row[] = [];
    const bySize: Figures[] = [];
    const sync = measureSync(join(scratch, 'sync'));
    for (const size of sizes) {
      signal.throwIfAborted();
      log(`${size} posts`);
      const path = join(scratch, `${size}.sqlite`);
      fillJournal(path, size);
      bySize.push(measureJournal(path));
    }
    const largest = bySize.at(-1);
    if (largest === undefined) return rows;
    for (const key of Object.keys(names) as (keyof Figures)[]) {
      const growth = bySize.map((figures, i) => `${String(sizes[i])}: ${ms(figures[key])}`);
      const goal = goals[key];
      rows.push({
        measure: `${names[key]} (100,000 posts)`,
        ours: ms(largest[key]),
        control: key === 'saveSynced' ? `bare fsync, p99 ${ms(sync)}` : growth.join(', '),
        ...(goal === Infinity ? {} : { goal: `< ${goal} ms`, met: largest[key] < goal }),
      });
    }
    signal.throwIfAborted();
    log('1,000 waiting posts are sent');
    const { ours, bare } = await measureDrain(join(scratch, 'drain.sqlite'), 1_000, signal);
    rows.push({
      measure: 'outbox: 1,000 waiting posts sent, one at a time',
      ours: `${ours.toFixed(0)}/s`,
      control: `bare loop of fetches ${bare.toFixed(0)}/s`,
      ratio: (ours / bare).toFixed(2),
      goal: '≥ 0.8',
      met: ours / bare >= 0.8,
    });
    return rows;
  },
};
