import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { acceptedPost, journalPost, postId } from '#test/support/journal-posts.ts';
import type { PageQuery } from '#shared/journal/journal.ts';
import type { JournalStore } from '../ports.ts';
import { createJournalStore } from './journal-store.ts';
import { latestInstant } from '#shared/instant.ts';
import { isSuspected } from '#platform/database/suspicion.ts';
import { keepAppDatabase } from '#app/database.ts';

let folder = '';
let path = '';
let database: DatabaseSync;
let store: JournalStore;
let close = (): void => undefined;

function open(): void {
  const kept = keepAppDatabase(path, { now: () => 0, monotonic: () => 0 });
  database = kept.current();
  store = createJournalStore(kept);
  close = () => kept.close();
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'overhead-journal-'));
  path = join(folder, 'overhead.sqlite');
  open();
});
afterEach(() => {
  close();
  rmSync(folder, { recursive: true });
});

const everything: PageQuery = { before: null, limit: 50, words: '', state: null };
const found = (query: Partial<PageQuery>, without: readonly string[] = []): number[] => {
  const page = store.page({ ...everything, ...query }, without);
  return page.ok ? page.value.posts.map(({ sequence }) => sequence) : [];
};

describe('createJournalStore', () => {
  it('gives back what was saved, every character of it', () => {
    const edited = { ...acceptedPost(2), title: 'changed', state: { kind: 'draft' } as const };
    const long = journalPost(3, { title: 'a\nb', body: '🛰️'.repeat(100_000), unsure: true });
    store.save([journalPost(1), edited, long], 'person');
    expect(store.after(0, 10_000)).toEqual({ ok: true, value: [journalPost(1), edited, long] });
    expect(store.after(0, 1)).toEqual({ ok: true, value: [journalPost(1)] });
    store.save([acceptedPost(2)], 'person');
    expect(store.get(postId(2))).toEqual({ ok: true, value: acceptedPost(2) });
    expect(store.get(postId(7))).toEqual({ ok: true, value: null });
  });

  it('syncs what a person wrote, and is as good as that for the end of the app for the rest', () => {
    store.save([journalPost(1)], 'person');
    store.save([journalPost(1)], 'outbox');
    expect(database.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 1 });
    store.save([journalPost(1)], 'person');
    expect(database.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 });
  });

  it('says what there is, and what goes next', () => {
    const deleting = { kind: 'deleting', turn: 1, attempts: 0, lastFailure: null } as const;
    store.save([journalPost(3), journalPost(2), acceptedPost(1, { state: deleting })], 'person');
    store.save([{ ...acceptedPost(4), state: deleting }], 'person');
    store.savePaused(true);
    expect(store.summary()).toMatchObject({
      value: { counts: { waiting: 2, accepted: 1 }, lastSequence: 4, lastTurn: 3, paused: true },
    });
    expect(store.next([])).toMatchObject({ value: { id: postId(4) } });
    expect(store.next([postId(4), postId(2)])).toMatchObject({ value: { id: postId(3) } });
  });

  it('gives pages, newest first', () => {
    const posts = [1, 2, 3, 4, 5].map((n) => (n === 4 ? acceptedPost(n) : journalPost(n)));
    store.save(posts, 'person');
    expect(found({ limit: 2 })).toEqual([5, 4]);
    expect(store.page({ ...everything, limit: 2 }, [])).toMatchObject({ value: { next: 4 } });
    expect(found({ before: 4, limit: 3 })).toEqual([3, 2, 1]);
    expect(store.page({ ...everything, before: 4, limit: 3 }, [])).toMatchObject({
      value: { next: null },
    });
    expect(found({ state: 'accepted' })).toEqual([4]);
    expect(found({}, [postId(5), postId(1)])).toEqual([4, 3, 2]);
  });

  it('finds words by their beginnings, whatever their case and marks, and what was changed', () => {
    store.save([journalPost(1, { title: 'Über dem Meer', body: 'klar' })], 'person');
    store.save([acceptedPost(2, { title: 'Sea', body: 'uber alles "or" NEAR' })], 'person');
    expect(found({ words: 'UBER' })).toEqual([2, 1]);
    expect(found({ words: 'übe mee' })).toEqual([1]);
    expect(found({ words: '"or' })).toEqual([2]);
    expect(found({ words: 'uber', state: 'accepted' })).toEqual([2]);
    expect(found({ words: '***' })).toEqual([]);
    store.save([journalPost(1, { title: 'Berge', body: 'klar' })], 'person');
    expect(found({ words: 'meer' })).toEqual([]);
    expect(found({ words: 'berg klar' })).toEqual([1]);
  });

  it('hides what is deleted, and forgets it in the end, with its text', () => {
    const gone = { kind: 'deleted', at: 1000, status: 200 } as const;
    store.save([journalPost(1, { state: gone }), journalPost(2)], 'person');
    expect(found({})).toEqual([2]);
    expect(found({ state: 'deleted' })).toEqual([1]);
    expect(store.purge(1000)).toEqual({ ok: true, value: 0 });
    expect(store.purge(1001)).toEqual({ ok: true, value: 1 });
    expect(store.get(postId(1))).toEqual({ ok: true, value: null });
    expect(database.prepare('SELECT count(*) AS n FROM journal_text').get()).toEqual({ n: 1 });
  });

  it('sets aside a row that cannot be read, and goes on with the others', () => {
    store.save(
      [1, 2, 3, 4].map((n) => journalPost(n)),
      'person',
    );
    database.exec(`UPDATE journal_post SET state = '{"kind":"waiting"' WHERE sequence = 1`);
    database.exec('DELETE FROM journal_text WHERE sequence = 2');
    database.exec('UPDATE journal_post SET slot = 700 WHERE sequence = 3');
    expect(store.next([])).toMatchObject({ value: { id: postId(4) } });
    expect(store.after(0, 1)).toMatchObject({ value: [{ id: postId(4) }] });
    expect(store.unreadable()).toBe(3);
    expect(found({})).toEqual([4]);
    expect(store.summary()).toMatchObject({ value: { counts: { waiting: 1 }, lastSequence: 4 } });
    expect(database.prepare('SELECT count(*) AS n FROM journal_post').get()).toEqual({ n: 4 });
  });

  it('takes what is new of others, all or none', () => {
    store.save([journalPost(1), acceptedPost(2)], 'person');
    expect(store.arrive([journalPost(8)])).toMatchObject({ failure: { code: 'SQLITE_ABORT' } });
    store.expect({ from: 5, to: 50 });
    expect(store.arrive([{ ...journalPost(2), sequence: 7 }, journalPost(8)])).toMatchObject({
      value: 1,
    });
    expect(store.arrive([journalPost(8), acceptedPost(9)])).toEqual({ ok: true, value: 1 });
    // Somebody writes meanwhile.
    store.save([acceptedPost(51)], 'person');
    const unseen = (): void => {
      expect(found({})).toEqual([51, 2, 1]);
      expect(found({ limit: 2 })).toEqual([51, 2]);
      expect(found({ before: 51, state: 'accepted' })).toEqual([2]);
      expect(found({ words: 'post' })).toEqual([51, 2, 1]);
      expect(store.get(postId(8))).toEqual({ ok: true, value: null });
      expect(store.after(2, 10_000)).toEqual({ ok: true, value: [acceptedPost(51)] });
      expect(store.next([postId(1)])).toEqual({ ok: true, value: null });
      expect(store.summary()).toMatchObject({
        value: { counts: { waiting: 1, accepted: 2 }, lastSequence: 51 },
      });
    };
    unseen();
    // Also after the end of the app.
    close();
    open();
    unseen();
    expect(store.reveal()).toMatchObject({ ok: true });
    expect(found({})).toEqual([51, 9, 8, 2, 1]);
    expect(found({ words: 'post' })).toEqual([51, 9, 8, 2, 1]);
    expect(store.get(postId(8))).toEqual({ ok: true, value: journalPost(8) });
    expect(store.next([postId(1)])).toMatchObject({ value: { id: postId(8) } });
    expect(store.reveal()).toMatchObject({ failure: { code: 'SQLITE_ABORT' } });
  });

  it('forgets by and by what has arrived and was not revealed', () => {
    store.expect({ from: 11, to: 99 });
    store.arrive([journalPost(11), journalPost(12), journalPost(13)]);
    expect(store.summary()).toMatchObject({ value: { lastSequence: 99 } });
    expect(store.discardArrivals(2)).toEqual({ ok: true, value: 2 });
    expect(found({})).toEqual([]);
    expect(store.discardArrivals(2)).toEqual({ ok: true, value: 1 });
    expect(database.prepare('SELECT count(*) AS n FROM journal_text').get()).toEqual({ n: 0 });
    expect(store.discardArrivals(2)).toEqual({ ok: true, value: 0 });
    expect(store.summary()).toMatchObject({ value: { lastSequence: 0 } });
    store.expect({ from: 1, to: 99 });
    database.exec('PRAGMA max_page_count = 1');
    const large = journalPost(12, { body: 'x'.repeat(200_000) });
    expect(store.arrive([journalPost(11), large])).toMatchObject({
      failure: { code: 'SQLITE_FULL' },
    });
    expect(database.prepare('SELECT count(*) AS n FROM journal_post').get()).toEqual({ n: 0 });
  });

  it('saves all of several posts, or none of them', () => {
    database.exec('PRAGMA max_page_count = 1');
    const large = journalPost(2, { body: 'x'.repeat(200_000) });
    expect(store.save([journalPost(1), large], 'person')).toMatchObject({
      failure: { code: 'SQLITE_FULL' },
    });
    expect(store.get(postId(1))).toEqual({ ok: true, value: null });
  });

  it('says which failure of the disk it was', () => {
    database.exec('PRAGMA max_page_count = 1');
    const large = journalPost(1, { body: 'x'.repeat(100_000) });
    expect(store.save([large], 'person')).toEqual({
      ok: false,
      failure: { kind: 'storage', code: 'SQLITE_FULL' },
    });
    database.exec('PRAGMA query_only = 1');
    expect(store.save([journalPost(2)], 'person')).toMatchObject({
      failure: { code: 'SQLITE_READONLY' },
    });
  });

  it('takes a file that is damaged while the app runs for a failure of the disk, and remembers it', () => {
    for (let n = 1; n < 100; n += 1) store.save([journalPost(n)], 'person');
    database.exec('PRAGMA wal_checkpoint(TRUNCATE); PRAGMA cache_size = 0; PRAGMA shrink_memory');
    const bytes = readFileSync(path);
    bytes.fill(0x55, 4096);
    writeFileSync(path, bytes);
    expect(store.save([journalPost(1)], 'person')).toMatchObject({
      failure: { code: 'SQLITE_CORRUPT' },
    });
    expect(isSuspected(path)).toBe(true);
  });

  it('shows a post with times that no Date can hold, which an earlier version imported', () => {
    const gone = { kind: 'deleted', at: 1000, status: null } as const;
    store.save([journalPost(1), journalPost(2, { state: gone })], 'person');
    database.exec(`UPDATE journal_post SET created_at = 8640000000000001, changed_at = -5;
      UPDATE journal_post SET state = json_set(state, '$.at', 1e300) WHERE kind = 'deleted'`);
    const page = store.page({ ...everything, state: 'everything' }, []);
    expect(page).toMatchObject({
      value: {
        posts: [{ state: { at: latestInstant } }, { createdAt: latestInstant, changedAt: 0 }],
      },
    });
    expect(store.unreadable()).toBe(0);
  });
});
