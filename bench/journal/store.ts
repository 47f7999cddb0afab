import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { BufferedPostStore } from '#journal/buffered-post-store.ts';
import { createJournalStore } from '#journal/store/journal-store.ts';
import type { JournalPost, PageQuery } from '#shared/journal/journal.ts';
import { acceptedPost, journalPost } from '#test/support/journal-posts.ts';
import { openKeptAppDatabase } from '#app/database.ts';
import { quantile } from '../support/statistics.ts';
import type { BenchmarkContext, ResultRow } from '../support/benchmark.ts';

/** All times are in milliseconds. */
interface Figures {
  readonly open: number;
  readonly page: number;
  readonly search: number;
  readonly save: number;
  readonly saveSynced: number;
}

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

const formatMs = (value: number): string => `${value.toFixed(2)} ms`;

/** Measures opening, paging, searching and saving as the journal grows. */
export async function storeRows({
  signal,
  scratch,
  log,
}: BenchmarkContext): Promise<readonly ResultRow[]> {
  const bySize: Figures[] = [];
  const sync = measureSync(join(scratch, 'sync'));
  for (const size of sizes) {
    signal.throwIfAborted();
    log(`${size} posts`);
    const path = join(scratch, `${size}.sqlite`);
    fillJournal(path, size);
    bySize.push(measureJournal(path));
    // Lets signal handlers run, so that the benchmark can be stopped.
    await new Promise((resolve) => setImmediate(resolve));
  }
  const largest = bySize.at(-1);
  if (largest === undefined) return [];
  return (Object.keys(names) as (keyof Figures)[]).map((key) => {
    const growth = bySize.map((figures, i) => `${String(sizes[i])}: ${formatMs(figures[key])}`);
    const goal = goals[key];
    return {
      measure: `${names[key]} (100,000 posts)`,
      ours: formatMs(largest[key]),
      control: key === 'saveSynced' ? `bare fsync, p99 ${formatMs(sync)}` : growth.join(', '),
      ...(goal === Infinity ? {} : { goal: `< ${goal} ms`, met: largest[key] < goal }),
    };
  });
}

const clock = { now: () => Date.now(), monotonic: () => performance.now() };
const words =
  `sky station pass cloud horizon morning evening bright faint north south east west window
  picture nebula galaxy orbit shadow light clear cold wind sea mountain garden telescope camera tripod
  meteor moon planet comet twilight dawn dusk silence city village road bridge river harbour island`
    .split(/\s+/)
    .filter(Boolean);

/** A title, and a body of about 80 words plus one word that no other post contains. */
function postTextOf(n: number): { title: string; body: string } {
  const word = (at: number): string => words[(n * 7919 + at * 104_729) % words.length] ?? '';
  const some = (count: number, from: number): string =>
    Array.from({ length: count }, (_, index) => word(from + index * (1 + (n % 13)))).join(' ');
  return { title: `${some(4, 0)} ${n}`, body: `${some(40, 9)}.\n\n${some(40, 77)} note${n}` };
}

const makePost = (n: number): JournalPost => acceptedPost(n, postTextOf(n));

export function fillJournal(path: string, size: number): void {
  const keptDatabase = openKeptAppDatabase(path, clock);
  const store = createJournalStore(keptDatabase);
  for (let n = 1; n <= size; n += 1_000) {
    const some = Array.from({ length: Math.min(1_000, size - n + 1) }, (_, i) => makePost(n + i));
    const saved = store.save(some, 'user');
    if (!saved.ok) throw new Error(saved.failure.code);
  }
  keptDatabase.close();
}

function measureJournal(path: string): Figures {
  const opened = Array.from({ length: 5 }, () => {
    const startedAt = performance.now();
    const keptDatabase = openKeptAppDatabase(path, clock);
    new BufferedPostStore(createJournalStore(keptDatabase), () => undefined);
    const took = performance.now() - startedAt;
    keptDatabase.close();
    return took;
  });
  const keptDatabase = openKeptAppDatabase(path, clock);
  const store = createJournalStore(keptDatabase);
  const all: PageQuery = { before: null, limit: 50, words: '', state: null };
  const page = measureSeries(200, () => store.page(all, []));
  // Search texts as a user types them: the beginning of a word, a whole word, two words, and a rare word.
  const search = measureSeries(300, (n) => {
    const one = words[n % words.length] ?? '';
    const typed = [
      one.slice(0, 2),
      one.slice(0, 3),
      one,
      `${one} ${words[(n * 31) % words.length] ?? ''}`,
      `note${n}`,
    ];
    return store.page({ ...all, words: typed[n % typed.length] ?? '' }, []);
  });
  let next = 10_000_000;
  // Saving is measured without the sync of the disk first, and then with it.
  const exec = keptDatabase.current().exec.bind(keptDatabase.current());
  const unsynced = (sql: string): void => exec(sql.replace(/^PRAGMA synchronous = .*/, ''));
  store.save([journalPost((next += 1))], 'user');
  exec('PRAGMA synchronous = OFF');
  Object.defineProperty(keptDatabase.current(), 'exec', { value: unsynced, configurable: true });
  const save = lowestP99(() =>
    measureSeries(500, () => store.save([journalPost((next += 1), postTextOf(next))], 'user')),
  );
  Object.defineProperty(keptDatabase.current(), 'exec', { value: exec });
  exec('PRAGMA synchronous = FULL');
  const synced = lowestP99(() =>
    measureSeries(200, () => store.save([journalPost((next += 1), postTextOf(next))], 'user')),
  );
  keptDatabase.close();
  return {
    open: quantile(opened, 0.5),
    page: quantile(page, 0.95),
    search: quantile(search, 0.95),
    save,
    saveSynced: synced,
  };
}

/** Returns the p99 of the time for a write of 4 KiB with an fsync. */
function measureSync(path: string): number {
  const file = openSync(path, 'w');
  const block = Buffer.alloc(4096, 1);
  const times = measureSeries(300, () => {
    writeSync(file, block);
    fsyncSync(file);
    return { ok: true };
  });
  closeSync(file);
  return quantile(times, 0.99);
}

/** The lowest p99 of three series. Other work on the machine causes higher ones. */
const lowestP99 = (run: () => number[]): number =>
  Math.min(...[run(), run(), run()].map((times) => quantile(times, 0.99)));

function measureSeries(count: number, work: (n: number) => { readonly ok: boolean }): number[] {
  return Array.from({ length: count }, (_, n) => {
    const startedAt = performance.now();
    const { ok } = work(n);
    const took = performance.now() - startedAt;
    if (!ok) throw new Error('the disk did not take it');
    return took;
  });
}
