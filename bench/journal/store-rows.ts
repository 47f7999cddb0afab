import { join } from 'node:path';
import type { Around, Row } from '../support/benchmark.ts';
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

/** Opening, paging, searching and saving as the journal grows. */
export async function storeRows({ signal, scratch, log }: Around): Promise<readonly Row[]> {
  const bySize: Figures[] = [];
  const sync = measureSync(join(scratch, 'sync'));
  for (const size of sizes) {
    signal.throwIfAborted();
    log(`${size} posts`);
    const path = join(scratch, `${size}.sqlite`);
    fillJournal(path, size);
    bySize.push(measureJournal(path));
    // Somebody may want to end it.
    await new Promise((resolve) => setImmediate(resolve));
  }
  const largest = bySize.at(-1);
  if (largest === undefined) return [];
  return (Object.keys(names) as (keyof Figures)[]).map((key) => {
    const growth = bySize.map((figures, i) => `${String(sizes[i])}: ${ms(figures[key])}`);
    const goal = goals[key];
    return {
      measure: `${names[key]} (100,000 posts)`,
      ours: ms(largest[key]),
      control: key === 'saveSynced' ? `bare fsync, p99 ${ms(sync)}` : growth.join(', '),
      ...(goal === Infinity ? {} : { goal: `< ${goal} ms`, met: largest[key] < goal }),
    };
  });
}
