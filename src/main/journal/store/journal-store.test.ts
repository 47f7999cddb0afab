import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { acceptedPost, journalPost, postId } from '#test/support/journal-posts.ts';
import { ok } from '#shared/failure.ts';
import {
  zeroPostCounts,
  type JournalPost,
  type ListPlace,
  type PageQuery,
} from '#shared/journal/journal.ts';
import type { JournalStore } from '../ports.ts';
import { createJournalStore } from './journal-store.ts';
import { openKeptAppDatabase } from '#app/database.ts';

let folder = '';
let path = '';
let database: DatabaseSync;
let store: JournalStore;
let close = (): void => undefined;

function open(): void {
  const kept = openKeptAppDatabase(path, { now: () => 0, monotonic: () => 0 });
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

const place = (n: number): ListPlace => ({ createdAt: journalPost(n).createdAt, sequence: n });
const everything: PageQuery = { before: null, limit: 50, words: '', state: null };
const found = (query: Partial<PageQuery>, without: readonly string[] = []): number[] => {
  const page = store.page({ ...everything, ...query }, without);
  return page.ok ? page.value.posts.map(({ sequence }) => sequence) : [];
};

describe('createJournalStore', () => {
  it('returns saved posts unchanged', () => {
    const edited = { ...acceptedPost(2), title: 'changed', state: { kind: 'draft' } as const };
    const long = journalPost(3, {
      title: 'a\nb',
      body: '🛰️'.repeat(100_000),
      possiblyAccepted: true,
    });
    store.save([journalPost(1), edited, long], 'user');
    expect(store.after(0, 10_000)).toEqual({ ok: true, value: [journalPost(1), edited, long] });
    expect(store.after(0, 1)).toEqual({ ok: true, value: [journalPost(1)] });
    store.save([acceptedPost(2)], 'user');
    expect(store.get(postId(2))).toEqual({ ok: true, value: acceptedPost(2) });
    expect(store.get(postId(7))).toEqual({ ok: true, value: null });
  });

  it('syncs each save by the user and each commit of staged posts to the disk, and no other change', () => {
    const levelAfter = (write: () => { ok: boolean }) => {
      expect(write().ok).toBe(true);
      return database.prepare('PRAGMA synchronous').get()?.['synchronous'];
    };
    const [normal, full] = [1, 2];
    expect(levelAfter(() => store.save([journalPost(1)], 'user'))).toBe(full);
    expect(levelAfter(() => store.save([journalPost(1)], 'outbox'))).toBe(normal);
    expect(levelAfter(() => store.save([journalPost(1)], 'user'))).toBe(full);
    expect(levelAfter(() => store.stage([journalPost(2)]))).toBe(normal);
    expect(levelAfter(() => store.commitStaged())).toBe(full);
    store.stage([journalPost(3)]);
    expect(levelAfter(() => store.save([journalPost(1)], 'user'))).toBe(full);
    expect(levelAfter(() => store.discardStaged(1))).toBe(normal);
  });

  it('reads on after rows that can be neither read nor marked, and counts each once', () => {
    store.save(
      [1, 2, 3, 4].map((n) => journalPost(n)),
      'user',
    );
    database.exec(`UPDATE journal_post SET state = '{' WHERE sequence < 3; PRAGMA query_only = 1`);
    for (let n = 0; n < 2; n += 1) {
      expect(store.next([])).toEqual(ok(journalPost(3)));
      expect(store.after(0, 1)).toEqual(ok([journalPost(3)]));
    }
    expect(store.after(4, 1)).toEqual(ok([]));
    expect(store.unreadable()).toBe(2);
  });

  it('counts posts and returns the next post of the outbox', () => {
    expect(store.summary()).toEqual(ok({ counts: zeroPostCounts, lastSequence: 0, lastTurn: 0 }));
    const deleting = { kind: 'deleting', turn: 1, attempts: 0, lastFailure: null } as const;
    store.save([journalPost(3), journalPost(2), acceptedPost(1, { state: deleting })], 'user');
    store.save([{ ...acceptedPost(4), state: deleting }], 'user');
    expect(store.summary()).toMatchObject({
      value: { counts: { waiting: 2, accepted: 1 }, lastSequence: 4, lastTurn: 3 },
    });
    expect(store.next([])).toMatchObject({ value: { id: postId(4) } });
    expect(store.next([postId(4), postId(2)])).toMatchObject({ value: { id: postId(3) } });
  });

  it('returns pages, newest first', () => {
    const posts = [1, 2, 3, 4, 5].map((n) => (n === 4 ? acceptedPost(n) : journalPost(n)));
    store.save(posts, 'user');
    expect(found({ limit: 2 })).toEqual([5, 4]);
    expect(store.page({ ...everything, limit: 2 }, [])).toMatchObject({
      value: { next: place(4) },
    });
    expect(found({ before: place(4), limit: 3 })).toEqual([3, 2, 1]);
    expect(store.page({ ...everything, before: place(4), limit: 3 }, [])).toMatchObject({
      value: { next: null },
    });
    expect(found({ state: 'accepted' })).toEqual([4]);
    expect(found({}, [postId(5), postId(1)])).toEqual([4, 3, 2]);
  });

  it('orders pages by date, whatever the order of insertion, and search results by sequence', () => {
    const at = (n: number, createdAt: number, title = 'Sea') =>
      acceptedPost(n, { createdAt, changedAt: createdAt, title });
    // Imported posts are older, and have higher sequences.
    store.save([at(1, 3000), at(2, 1000), at(3, 2000), at(4, 2000)], 'user');
    expect(found({})).toEqual([1, 4, 3, 2]);
    expect(found({ limit: 2 })).toEqual([1, 4]);
    expect(found({ before: { createdAt: 2000, sequence: 4 } })).toEqual([3, 2]);
    expect(found({ words: 'sea', before: { createdAt: 2000, sequence: 4 } })).toEqual([3, 2, 1]);
    expect(found({ state: 'accepted' })).toEqual([1, 4, 3, 2]);
    expect(found({ state: 'everything', limit: 1 })).toEqual([1]);
  });

  it('finds words by prefix, without regard to case and diacritics, also after a change of the text', () => {
    store.save([journalPost(1, { title: 'Über dem Meer', body: 'klar' })], 'user');
    store.save([acceptedPost(2, { title: 'Sea', body: 'uber alles "or" NEAR' })], 'user');
    expect(found({ words: 'UBER' })).toEqual([2, 1]);
    expect(found({ words: 'übe mee' })).toEqual([1]);
    expect(found({ words: '"or' })).toEqual([2]);
    expect(found({ words: 'uber', state: 'accepted' })).toEqual([2]);
    expect(found({ words: '***' })).toEqual([]);
    store.save([journalPost(1, { title: 'Berge', body: 'klar' })], 'user');
    expect(found({ words: 'meer' })).toEqual([]);
    expect(found({ words: 'berg klar' })).toEqual([1]);
  });

  it('finds only posts with the typed hashtag, whatever its case, also together with words', () => {
    store.save(
      [
        journalPost(1, { title: 'One', body: 'A green arc #Aurora #north' }),
        journalPost(2, { title: 'Two', body: 'no aurora tonight, #clouds' }),
        journalPost(3, { title: '#aurora', body: 'again, later' }),
        journalPost(4, { title: 'Four', body: '#auroras' }),
      ],
      'user',
    );
    expect(found({ words: 'aurora' })).toEqual([4, 3, 2, 1]);
    expect(found({ words: '#aurora' })).toEqual([3, 1]);
    expect(found({ words: '#AURORA green' })).toEqual([1]);
    expect(found({ words: '#aurora #north', state: 'accepted' })).toEqual([]);
    expect(found({ words: '#aurora', limit: 1 })).toEqual([3]);
    expect(found({ words: '#aurora', before: place(3) })).toEqual([1]);
  });

  it('finds a Japanese word or a single character anywhere in a text without spaces', () => {
    store.save(
      [journalPost(1, { title: '国際宇宙ステーション', body: '今夜は金星のそばを通過した' })],
      'user',
    );
    store.save([journalPost(2, { title: 'ＩＳＳと𠮷野', body: 'ｶﾞﾗｽ' })], 'user');
    expect(found({ words: '金星' })).toEqual([1]);
    expect(found({ words: '宇宙 通過' })).toEqual([1]);
    expect(found({ words: 'の' })).toEqual([1]);
    expect(found({ words: '星金' })).toEqual([]);
    expect(found({ words: 'iss' })).toEqual([2]);
    expect(found({ words: '𠮷' })).toEqual([2]);
    expect(found({ words: '\ud842' })).toEqual([]);
    expect(found({ words: 'ガラス' })).toEqual([2]);
    expect(found({ words: 'カラス' })).toEqual([]);
    store.save([journalPost(1, { title: '火星', body: '' })], 'user');
    expect(found({ words: '金星' })).toEqual([]);
    expect(found({ words: '星' })).toEqual([1]);
  });

  describe('passes', () => {
    const line = 'overhead:pass/2026-11-21T18:04Z/270,181,67,90';
    const about = (n: number, body = `${line}\ntext`, changes: Partial<JournalPost> = {}) =>
      acceptedPost(n, { title: `pass ${n}`, body, ...changes });
    const passes = (limit = 10, without: readonly string[] = []) => {
      const result = store.passes(limit, without);
      return result.ok ? result.value.map(({ titleStart }) => titleStart) : null;
    };

    it('returns the posts that begin with a pass, the last added first, at most `limit`', () => {
      const quoted = about(3, `I wrote ${line}`);
      const words = about(4, 'Overhead: pass 2026-11-21 was high');
      store.save([about(1), about(2, line), quoted, words, about(5)], 'user');
      expect(passes()).toEqual(['pass 5', 'pass 2', 'pass 1']);
      expect(passes(2)).toEqual(['pass 5', 'pass 2']);
      expect(passes(2, [postId(5)])).toEqual(['pass 2', 'pass 1']);
      expect(store.passes(1, [])).toEqual(
        ok([
          {
            id: postId(5),
            createdAt: about(5).createdAt,
            changedAt: about(5).changedAt,
            titleStart: 'pass 5',
            bodyStart: `${line}\ntext`,
          },
        ]),
      );
    });

    it('leaves out posts that are deleted, wait to be deleted, are staged or lost their pass', () => {
      const deleting = { kind: 'deleting', turn: 1, attempts: 0, lastFailure: null } as const;
      const sending = { ...deleting, kind: 'sending', operation: 'delete' } as const;
      const inState = (n: number, state: JournalPost['state']) => ({ ...about(n), state });
      store.save(
        [
          inState(1, { kind: 'deleted', at: 1, status: null }),
          inState(2, deleting),
          inState(3, { ...sending, edit: 'none', remove: false }),
          inState(4, { ...sending, operation: 'replace', edit: 'none', remove: false }),
          about(5),
          about(6),
        ],
        'user',
      );
      store.stage([about(7)]);
      store.save([about(6, 'text only')], 'user');
      database.exec(`UPDATE journal_post SET kind = 'unreadable' WHERE sequence = 5`);
      expect(passes()).toEqual(['pass 4']);
    });

    it('marks rows that cannot be read, and returns the others', () => {
      store.save([about(1), about(2), about(3)], 'user');
      database.exec('UPDATE journal_post SET changed_at = -1 WHERE sequence = 2');
      database.exec(`UPDATE journal_post SET kind = 'sending', state = '{' WHERE sequence = 3`);
      expect(passes()).toEqual(['pass 3', 'pass 1']);
      expect(store.unreadable()).toBe(1);
    });

    it('reads the search index, and only the rows that it finds', () => {
      const prepare = vi.spyOn(database, 'prepare');
      store.passes(1, []);
      const statements = prepare.mock.calls.map(([sql]) => sql);
      const sql = statements.find((one) => one.includes('overhead pass')) ?? '';
      const plan = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all('[]', 1);
      const steps = plan.map(({ detail }) => String(detail));
      expect(steps.slice(0, 2)).toEqual([
        expect.stringMatching(/^SCAN s VIRTUAL TABLE INDEX/),
        expect.stringMatching(/^SEARCH p USING INTEGER PRIMARY KEY/),
      ]);
      expect(steps.join()).not.toContain('TEMP B-TREE');
    });
  });

  it('hides deleted posts, and purges them with their texts', () => {
    const gone = { kind: 'deleted', at: 1000, status: 200 } as const;
    store.save([journalPost(1, { state: gone, photo: 7 }), journalPost(2)], 'user');
    expect(found({})).toEqual([2]);
    expect(found({ state: 'deleted' })).toEqual([1]);
    expect(store.purge(1000)).toEqual({ ok: true, value: [] });
    expect(store.purge(1001)).toEqual({ ok: true, value: [{ id: postId(1), at: 7 }] });
    expect(store.get(postId(1))).toEqual({ ok: true, value: null });
    expect(database.prepare('SELECT count(*) AS n FROM journal_text').get()).toEqual({ n: 1 });
  });

  it('stores the photo of a post, and lists the photos of all rows', () => {
    store.save(
      [journalPost(1, { photo: 7 }), journalPost(2), journalPost(3, { photo: 8 })],
      'user',
    );
    store.save([journalPost(3, { photo: null })], 'outbox');
    store.stage([journalPost(4, { photo: 9 })]);
    expect(store.get(postId(1))).toEqual({ ok: true, value: journalPost(1, { photo: 7 }) });
    const page = store.page(everything, []);
    expect(page.ok && page.value.posts.map(({ photo }) => photo)).toEqual([null, null, 7]);
    database.exec(`UPDATE journal_post SET state = '{' WHERE sequence = 1`);
    expect(store.get(postId(1))).toEqual({ ok: true, value: null });
    expect(store.unreadable()).toBe(1);
    expect(store.photos()).toEqual({
      ok: true,
      value: [
        { id: postId(1), at: 7 },
        { id: postId(4), at: 9 },
      ],
    });
  });

  it('skips and counts rows that cannot be read', () => {
    store.save(
      [1, 2, 3, 4].map((n) => journalPost(n)),
      'user',
    );
    database.exec(`UPDATE journal_post SET state = '{"kind":"waiting"' WHERE sequence = 1`);
    database.exec('DELETE FROM journal_text WHERE sequence = 2');
    database.exec('UPDATE journal_post SET slot = 700 WHERE sequence = 3');
    expect(store.next([])).toMatchObject({ value: { id: postId(4) } });
    expect(store.after(0, 1)).toMatchObject({ value: [{ id: postId(4) }] });
    expect(store.unreadable()).toBe(3);
    // More unreadable rows than one reading has.
    expect(store.after(0, 2)).toMatchObject({ value: [{ id: postId(4) }] });
    expect(found({})).toEqual([4]);
    expect(store.summary()).toMatchObject({ value: { counts: { waiting: 1 }, lastSequence: 4 } });
    expect(database.prepare('SELECT count(*) AS n FROM journal_post').get()).toEqual({ n: 4 });
  });

  it('hides staged posts until the commit, also after a restart', () => {
    store.save([journalPost(1), acceptedPost(2)], 'user');
    expect(store.stage([{ ...journalPost(2), sequence: 7 }, journalPost(8)])).toEqual(ok(1));
    expect(store.stage([journalPost(8), acceptedPost(9)])).toEqual(ok(1));
    store.save([acceptedPost(51)], 'user');
    const expectHidden = (): void => {
      expect(found({})).toEqual([51, 2, 1]);
      expect(found({ limit: 2 })).toEqual([51, 2]);
      expect(found({ state: 'everything' })).toEqual([51, 2, 1]);
      expect(found({ before: place(51), state: 'accepted' })).toEqual([2]);
      expect(found({ words: 'post' })).toEqual([51, 2, 1]);
      expect(store.get(postId(8))).toEqual(ok(null));
      expect(store.after(2, 10_000)).toEqual(ok([acceptedPost(51)]));
      expect(store.next([postId(1)])).toEqual(ok(null));
      expect(store.summary()).toMatchObject({
        value: { counts: { waiting: 1, accepted: 2 }, lastSequence: 51 },
      });
    };
    expectHidden();
    close();
    open();
    expectHidden();
    expect(store.commitStaged()).toEqual(ok(null));
    expect(found({})).toEqual([51, 9, 8, 2, 1]);
    expect(found({ words: 'post' })).toEqual([51, 9, 8, 2, 1]);
    expect(store.get(postId(8))).toEqual(ok(journalPost(8)));
    expect(store.next([postId(1)])).toMatchObject({ value: { id: postId(8) } });
    expect(store.summary()).toMatchObject({ value: { counts: { waiting: 2, accepted: 3 } } });
  });

  it('removes staged posts with their texts, in portions', () => {
    store.save([journalPost(1)], 'user');
    store.stage([journalPost(11), journalPost(12), acceptedPost(13)]);
    // A new post must not get the sequence of a staged one: the text of the new post would be removed with the staged
    // one.
    expect(store.summary()).toMatchObject({ value: { lastSequence: 13 } });
    expect(store.discardStaged(2)).toEqual(ok(2));
    expect(found({})).toEqual([1]);
    expect(store.discardStaged(2)).toEqual(ok(1));
    expect(store.discardStaged(2)).toEqual(ok(0));
    expect(database.prepare('SELECT sequence FROM journal_text').all()).toEqual([{ sequence: 1 }]);
    expect(found({ words: 'post' })).toEqual([1]);
    expect(store.summary()).toMatchObject({ value: { lastSequence: 1 } });
  });

  it('makes a staged post permanent when the user saves a post with the same id', () => {
    store.stage([journalPost(11)]);
    store.save([journalPost(11, { sequence: 20, title: 'written' })], 'user');
    expect(store.discardStaged(10)).toEqual(ok(0));
    expect(store.get(postId(11))).toMatchObject({ value: { title: 'written' } });
  });

  it('stages none of the posts of a portion that does not fit', () => {
    database.exec('PRAGMA max_page_count = 1');
    const large = journalPost(12, { body: 'x'.repeat(200_000) });
    expect(store.stage([journalPost(11), large])).toMatchObject({
      failure: { code: 'SQLITE_FULL' },
    });
    expect(database.prepare('SELECT count(*) AS n FROM journal_post').get()).toEqual({ n: 0 });
  });

  it('commits no staged post when the disk is full', () => {
    store.stage(Array.from({ length: 2_000 }, (_, n) => journalPost(n + 1)));
    // The real kind and turn of a row take more room than those of a staged one.
    database.exec('PRAGMA max_page_count = 1');
    expect(store.commitStaged()).toMatchObject({ failure: { code: 'SQLITE_FULL' } });
    expect(found({ state: 'everything' })).toEqual([]);
    expect(store.summary()).toMatchObject({ value: { counts: { waiting: 0 } } });
  });

  it('saves several posts in one transaction', () => {
    database.exec('PRAGMA max_page_count = 1');
    const large = journalPost(2, { body: 'x'.repeat(200_000) });
    expect(store.save([journalPost(1), large], 'user')).toMatchObject({
      failure: { code: 'SQLITE_FULL' },
    });
    expect(store.get(postId(1))).toEqual({ ok: true, value: null });
  });

  it('returns the result code of SQLite as the failure', () => {
    database.exec('PRAGMA max_page_count = 1');
    const large = journalPost(1, { body: 'x'.repeat(100_000) });
    expect(store.save([large], 'user')).toEqual({
      ok: false,
      failure: { kind: 'storage', code: 'SQLITE_FULL' },
    });
    database.exec('PRAGMA query_only = 1');
    expect(store.save([journalPost(2)], 'user')).toMatchObject({
      failure: { code: 'SQLITE_READONLY' },
    });
  });

  it('repeats a failed write in the database that replaces the damaged one', () => {
    for (let n = 1; n < 100; n += 1) store.save([journalPost(n)], 'user');
    let replacedCount = 0;
    store.onReplaced(() => (replacedCount += 1));
    expect(store.medium()).toBe('disk');
    database.exec('PRAGMA wal_checkpoint(TRUNCATE); PRAGMA cache_size = 0; PRAGMA shrink_memory');
    const bytes = readFileSync(path);
    bytes.fill(0x55, 4096);
    writeFileSync(path, bytes);
    expect(store.save([journalPost(1)], 'user').ok).toBe(true);
    expect(store.get(postId(1))).toEqual({ ok: true, value: journalPost(1) });
    expect([store.medium(), store.medium(), replacedCount]).toEqual(['reopened', 'disk', 1]);
    expect(store.recovered).toMatchObject({ backupFrom: null, isNewer: false });
  });
});
