import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { journalPost } from '#test/support/journal-posts.ts';
import { createJournalStore } from '#journal/store/journal-store.ts';
import { KeptDatabase } from '#platform/database/kept-database.ts';
import { databaseLayout, openKeptAppDatabase } from './database.ts';

/** The layout of an invented next version of the app. */
const nextLayout = {
  ...databaseLayout,
  migrations: [...databaseLayout.migrations, 'CREATE TABLE later (x)'],
};

it('the database survives an upgrade, a downgrade and the return to the later version, with the rows of each', () => {
  const folder = mkdtempSync(join(tmpdir(), 'overhead-versions-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'overhead.sqlite');
  let now = Date.parse('2026-11-23T12:00:00Z');
  const clock = { now: () => (now += 1000), monotonic: () => 0 };
  /** Opens the database, calls `use`, and closes the database. Returns the titles of all posts at the end. */
  function run(kept: KeptDatabase, use: (kept: KeptDatabase) => void): string[] {
    use(kept);
    const posts = createJournalStore(kept).after(0, 1e9);
    kept.close();
    if (!posts.ok) throw new Error(posts.failure.kind);
    return posts.value.map(({ title }) => title);
  }
  const add = (kept: KeptDatabase, n: number, title: string) =>
    expect(createJournalStore(kept).save([journalPost(n, { title })], 'user').ok).toBe(true);

  const first = openKeptAppDatabase(path, clock);
  run(first, (kept) => add(kept, 1, 'of this version'));

  const upgraded = run(new KeptDatabase(path, clock, nextLayout), (kept) => {
    expect(kept.recovered).toBeNull();
    kept.current().exec('INSERT INTO later VALUES (1)');
    add(kept, 2, 'of the next version');
  });
  expect(upgraded).toEqual(['of this version', 'of the next version']);
  expect(readdirSync(join(folder, 'backups'))).toEqual([
    expect.stringContaining(`-before-v${nextLayout.migrations.length}.sqlite`),
  ]);

  // The downgraded app starts with the backup, and keeps the later database unchanged.
  const laterBytes = readFileSync(path);
  const downgraded = run(openKeptAppDatabase(path, clock), (kept) => {
    expect(kept.recovered).toMatchObject({ isNewer: true });
    expect(readFileSync(kept.recovered?.aside ?? '')).toEqual(laterBytes);
    add(kept, 3, 'of the downgraded app');
  });
  expect(downgraded).toEqual(['of this version', 'of the downgraded app']);

  const returned = run(new KeptDatabase(path, clock, nextLayout), (kept) =>
    expect(kept.current().prepare('SELECT x FROM later').all()).toEqual([{ x: 1 }]),
  );
  expect(readdirSync(join(folder, 'backups'))).toHaveLength(1);
  expect(returned.toSorted()).toEqual([
    'of the downgraded app',
    'of the next version',
    'of this version',
  ]);
});
