import { closeSync, openSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { openKeptAppDatabase } from '#app/database.ts';
import { openStoredValues } from '#platform/database/values.ts';
import { createJournalStore } from '#journal/store/journal-store.ts';
import { journalPost } from '#test/support/journal-posts.ts';
import type { BenchmarkContext, ResultRow } from '../support/benchmark.ts';

const posts = 5_000;
const goalMs = 2_000;
const clock = { now: Date.now, monotonic: () => performance.now() };

/** Measures the start of the storage on a database with one damaged page and with a backup. */
export async function damagedRows({ scratch }: BenchmarkContext): Promise<ResultRow[]> {
  const path = join(scratch, 'damaged.sqlite');
  const keptDatabase = openKeptAppDatabase(path, clock);
  const store = createJournalStore(keptDatabase);
  const save = (from: number, to: number): void => {
    const some = Array.from({ length: to - from }, (_, n) =>
      journalPost(from + n, { body: `${'some words of a post '.repeat(200)}${from + n}` }),
    );
    store.save(some, 'user');
  };
  save(1, posts);
  await keptDatabase.backUp(Date.now() - 3600_000);
  save(posts, posts + 50);
  const database = keptDatabase.current();
  const select = database.prepare(
    "SELECT rootpage FROM sqlite_schema WHERE name = 'journal_post_by_kind'",
  );
  const page = Number(select.get()?.['rootpage']);
  const size = Number(database.prepare('PRAGMA page_size').get()?.['page_size']);
  keptDatabase.close();
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(size, 0xa5), 0, size, (page - 1) * size);
  closeSync(file);

  const began = performance.now();
  const again = openKeptAppDatabase(path, clock);
  openStoredValues(again);
  const summary = createJournalStore(again).summary();
  const ms = performance.now() - began;
  const isWhole =
    again.recovered !== null && summary.ok && summary.value.counts.waiting === posts + 49;
  again.close();
  return [
    {
      measure: `start with a damaged page, ${Math.round(statSync(path).size / 2 ** 20)} MiB, ${posts + 49} posts`,
      ours: `${Math.round(ms)} ms${isWhole ? '' : ', posts are missing'}`,
      goal: `${goalMs} ms`,
      met: isWhole && ms <= goalMs,
    },
  ];
}
