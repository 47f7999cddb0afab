import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { journalPost, postId } from '#test/support/journal-posts.ts';
import { fakeActivityOptions, type FakeActivityOptions } from '#test/support/surroundings.ts';
import { fail, ok } from '#shared/failure.ts';
import { zeroPostCounts } from '#shared/journal/journal.ts';
import { startJournal, type Journal } from '../journal.ts';
import { createJournalStore } from './journal-store.ts';
import { openKeptAppDatabase } from '#app/database.ts';
import { openJournalValues } from '#journal/journal-values.ts';
import { openStoredValues } from '#platform/database/values.ts';

// Most of these tests start the journal while the database is unavailable or the disk is full, and then end the fault.

let folder = '';
let path = '';
const ends: (() => unknown)[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'overhead-recovery-'));
  path = join(folder, 'overhead.sqlite');
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  rmSync(folder, { recursive: true });
});

interface App {
  readonly journal: Journal;
  readonly surroundings: FakeActivityOptions;
  /** Fills the database up to its size limit, or removes the limit. */
  fill(full: boolean): void;
  close(): Promise<void>;
}

/** The journal on the disk; the service cannot be reached, and the outbox waits until time passes. */
function start(create: () => Promise<unknown> = () => Promise.resolve(), at?: string): App {
  const surroundings = fakeActivityOptions(at);
  let ticks = 0;
  const kept = openKeptAppDatabase(path, { now: () => 0, monotonic: () => (ticks += 60_000) });
  const storedValues = openStoredValues(kept);
  kept.onReplaced(() => storedValues.reload());
  const unreachable = () => Promise.resolve(fail({ kind: 'offline', reason: 'refused' } as const));
  const journal = startJournal({
    ...surroundings,
    newId: () => crypto.randomUUID(),
    authorId: () => 1,
    service: {
      create: () => create().then(unreachable),
      replace: unreachable,
      delete: unreachable,
    },
    store: createJournalStore(kept),
    values: openJournalValues(storedValues.value),
  });
  let isOpen = true;
  const close = async (): Promise<void> => {
    if (!isOpen) return;
    isOpen = false;
    await journal.dispose();
    kept.close();
  };
  ends.push(close);
  const fill = (full: boolean): void =>
    kept.current().exec(`PRAGMA max_page_count = ${full ? 1 : 1_000_000}`);
  return { journal, surroundings, fill, close };
}

const write = ({ journal }: App, n: number, title: string, body = 'text', publish = false) =>
  journal.write({ id: postId(n), publish, title, body });
/** The titles of posts; for a post that could not be read, the kind of the failure. */
const texts = (posts: Iterable<ReturnType<Journal['get']>>): string[] =>
  [...posts].map((post) => (post.ok ? post.value.title : post.failure.kind));
/** Reads up to `count` posts, and leaves the rest in the iterator. */
function take(posts: ReturnType<Journal['all']>, count: number): ReturnType<Journal['get']>[] {
  const taken: ReturnType<Journal['get']>[] = [];
  while (taken.length < count) {
    const next = posts.next();
    if (next.done === true) break;
    taken.push(next.value);
  }
  return taken;
}
const all = ({ journal }: App): string[] => texts(journal.all());
const countsOf = ({ surroundings }: App) => surroundings.state.current.journal.counts;

/** Starts the app without its database of three posts; returns the app and a function that puts the database back. */
async function startWithout(...args: Parameters<typeof start>): Promise<[App, () => void]> {
  const first = start();
  for (const n of [1, 2, 3]) expect(write(first, n, `post ${n}`).ok).toBe(true);
  await first.close();
  const aside = join(folder, 'aside');
  renameSync(path, aside);
  mkdirSync(path);
  const app = start(...args);
  expect(all(app)).toEqual([]);
  return [
    app,
    () => {
      rmSync(path, { recursive: true });
      renameSync(aside, path);
    },
  ];
}

describe('the journal store, when the database becomes available', () => {
  it('keeps the post whose save made the store open the database again', async () => {
    const [app, bringBack] = await startWithout();
    expect(write(app, 10, 'held')).toMatchObject({ failure: { kind: 'storage' } });
    bringBack();
    expect(write(app, 11, 'first', 'text', true)).toMatchObject({
      ok: true,
      value: { sequence: 5 },
    });
    expect(countsOf(app)).toEqual({ ...zeroPostCounts, draft: 4, waiting: 1 });
    await app.close();
    expect(all(start())).toEqual(['post 1', 'post 2', 'post 3', 'held', 'first']);
  });

  it('numbers an edited post after the posts on the disk, and counts it once', async () => {
    const [app, bringBack] = await startWithout();
    write(app, 10, 'held');
    bringBack();
    const edited = write(app, 10, 'edited', 'text', true);
    expect(edited).toMatchObject({ ok: true, value: { sequence: 4 } });
    expect(countsOf(app)).toEqual({ ...zeroPostCounts, draft: 3, waiting: 1 });
    expect(app.journal.get(postId(10))).toEqual(edited);
  });

  it('deletes a stored post once the database can be opened', async () => {
    const [app, bringBack] = await startWithout();
    expect(app.journal.delete(postId(2))).toMatchObject({ failure: { kind: 'not-found' } });
    bringBack();
    expect(app.journal.delete(postId(2)).ok).toBe(true);
    expect(countsOf(app)).toEqual({ ...zeroPostCounts, draft: 2, deleted: 1 });
  });

  it('saves the result of a post whose request was running', async () => {
    const answer = Promise.withResolvers<undefined>();
    const [app, bringBack] = await startWithout(() => answer.promise);
    await app.surroundings.clock.advance(0);
    write(app, 10, 'under way', 'text', true);
    await app.surroundings.clock.advance(0);
    expect(countsOf(app)).toEqual({ ...zeroPostCounts, sending: 1 });
    bringBack();
    expect(write(app, 11, 'next').ok).toBe(true);
    answer.resolve(undefined);
    await app.surroundings.clock.advance(0);
    expect(countsOf(app)).toEqual({ ...zeroPostCounts, draft: 4, waiting: 1 });
    expect(app.surroundings.defects).toEqual([]);
    await app.close();
    expect(all(start())).toEqual(['post 1', 'post 2', 'post 3', 'under way', 'next']);
  });

  it('counts a post only once if the save of its result opened the database', async () => {
    const answer = Promise.withResolvers<undefined>();
    const [app, bringBack] = await startWithout(() => answer.promise);
    await app.surroundings.clock.advance(0);
    write(app, 10, 'under way', 'text', true);
    await app.surroundings.clock.advance(0);
    bringBack();
    answer.resolve(undefined);
    await app.surroundings.clock.advance(0);
    expect(countsOf(app)).toEqual({ ...zeroPostCounts, draft: 3, waiting: 1 });
    expect(app.surroundings.defects).toEqual([]);
  });

  it('stores a pause that was set while the database was missing, and accepts imports again', async () => {
    const [app, bringBack] = await startWithout();
    app.journal.pause(true);
    const portions = async function* () {
      yield await Promise.resolve(ok([journalPost(20)]));
    };
    const importPost = () => app.journal.importPosts(portions());
    expect(await importPost()).toMatchObject({ failure: { kind: 'storage' } });
    bringBack();
    expect(write(app, 10, 'first').ok).toBe(true);
    expect(await importPost()).toEqual(ok({ added: 1, known: 0 }));
    await app.close();
    const again = start();
    expect(again.surroundings.state.current.journal.paused).toBe(true);
    expect(all(again)).toEqual(['post 1', 'post 2', 'post 3', 'first', 'post 20']);
  });
});

describe('an export of the journal', () => {
  const long = 'long '.repeat(20_000);

  it('contains every post once when unsaved posts are saved during the export', () => {
    const app = start();
    for (const n of [1, 2, 3]) write(app, n, `post ${n}`);
    app.fill(true);
    expect(write(app, 1, 'edited', long)).toMatchObject({ failure: { code: 'SQLITE_FULL' } });
    const posts = app.journal.all();
    const begun = take(posts, 1);
    app.fill(false);
    expect(write(app, 4, 'post 4').ok).toBe(true);
    const exported = texts([...begun, ...posts]);
    expect(exported).toEqual(['edited', 'post 2', 'post 3', 'post 4']);
  });

  it('contains the unsaved posts that lie between two saved ones', () => {
    const app = start();
    write(app, 1, 'post 1', long);
    app.fill(true);
    expect(write(app, 2, 'post 2', long)).toMatchObject({ failure: { code: 'SQLITE_FULL' } });
    expect(write(app, 3, 'post 3').ok).toBe(true);
    const posts = app.journal.all();
    const begun = take(posts, 2);
    app.fill(false);
    write(app, 3, 'post 3 again');
    const exported = texts([...begun, ...posts]);
    expect(exported).toEqual(['post 1', 'post 2', 'post 3']);
  });
});

it('the journal store purges deleted posts after 30 days, but not after a jump of the clock', async () => {
  const gone = (at: number) => ({ kind: 'deleted', at, status: null }) as const;
  const deletedAt = Date.parse('2026-11-20T12:00:00Z');
  const put = openKeptAppDatabase(path, { now: () => 0, monotonic: () => 0 });
  createJournalStore(put).save([journalPost(1, { state: gone(deletedAt) })], 'user');
  put.close();
  const countAt = async (iso: string): Promise<number> => {
    const app = start(undefined, iso);
    const { counts } = app.surroundings.state.current.journal;
    await app.close();
    return counts.deleted;
  };
  expect(await countAt('2026-11-20T12:01:00Z')).toBe(1);
  expect(await countAt('2099-01-01T00:00:00Z')).toBe(1);
  expect(await countAt('2099-01-02T00:00:00Z')).toBe(1);
  for (const day of [21, 24, 28]) expect(await countAt(`2026-11-${day}T12:00:00Z`)).toBe(1);
  for (const day of ['04', '10', '16', '20'])
    expect(await countAt(`2026-12-${day}T11:00:00Z`)).toBe(1);
  expect(await countAt('2026-12-20T13:00:00Z')).toBe(0);
});
