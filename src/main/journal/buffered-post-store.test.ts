import { beforeEach, describe, expect, it } from 'vitest';
import { JournalDisk } from '#test/support/journal-disk.ts';
import { acceptedPost, journalPost, postId, waitingStateAt } from '#test/support/journal-posts.ts';
import { fail, type StorageFailure } from '#shared/failure.ts';
import type { JournalPost, ListPlace, PageQuery } from '#shared/journal/journal.ts';
import type { JournalStore } from './ports.ts';
import { BufferedPostStore } from './buffered-post-store.ts';

const full: StorageFailure = { kind: 'storage', code: 'SQLITE_FULL' };
const place = (n: number): ListPlace => ({ createdAt: journalPost(n).createdAt, sequence: n });
const everything: PageQuery = { before: null, limit: 50, words: '', state: null };
let disk: JournalDisk;
let posts: BufferedPostStore;
const open = (changes: Partial<JournalStore> = {}): BufferedPostStore =>
  (posts = new BufferedPostStore({ ...disk.open(), ...changes }, () => undefined));
const add = (after: JournalPost) => posts.put([{ before: null, after }], 'user');
const listed = (query: Partial<PageQuery> = {}): number[] => {
  const page = posts.page({ ...everything, ...query });
  return page.ok ? page.value.posts.map(({ sequence }) => sequence) : [];
};

beforeEach(() => {
  disk = new JournalDisk();
  open();
});

describe('BufferedPostStore', () => {
  it('lists and finds unsaved posts among the saved ones', () => {
    for (const n of [1, 3, 5]) add(journalPost(n));
    disk.failure = full;
    add(journalPost(4, { title: 'Über dem Meer' }));
    posts.put([{ before: journalPost(1), after: acceptedPost(1) }], 'outbox');
    expect(listed()).toEqual([5, 4, 3, 1]);
    expect(listed({ limit: 2 })).toEqual([5, 4]);
    expect(posts.page({ ...everything, limit: 2 })).toMatchObject({ value: { next: place(4) } });
    expect(listed({ before: place(4) })).toEqual([3, 1]);
    expect(listed({ words: 'uber MEE' })).toEqual([4]);
    expect(listed({ state: 'accepted' })).toEqual([1]);
    expect(posts.durable).toBe(false);
  });

  it('returns the posts about passes, with the newer texts in memory, and says when there are more', () => {
    const body = 'overhead:pass/2026-11-18T11:00Z/270,181,67,90\ntext';
    const ids = () => {
      const result = posts.passes();
      return result.ok ? result.value.posts.map(({ id }) => id) : [];
    };
    for (const n of [1, 2, 3]) add(journalPost(n, { body }));
    disk.failure = full;
    add(journalPost(4, { body }));
    posts.put([{ before: journalPost(2, { body }), after: journalPost(2) }], 'user');
    const gone = {
      ...journalPost(3, { body }),
      state: { kind: 'deleted', at: 1, status: null },
    } as const;
    posts.put([{ before: journalPost(3, { body }), after: gone }], 'user');
    expect(ids()).toEqual([postId(4), postId(1)]);
    expect(posts.passes()).toMatchObject({ value: { hasMore: false } });
    for (let n = 5; n <= 5_003; n += 1) disk.posts.set(postId(n), journalPost(n, { body }));
    expect(posts.passes()).toMatchObject({ value: { hasMore: true } });
    expect(ids()).toHaveLength(5_000);
  });

  it('chooses the next post to send by the newer states in memory, not by the states on the disk', () => {
    add(journalPost(1));
    add(journalPost(2));
    disk.failure = full;
    posts.put([{ before: journalPost(1), after: acceptedPost(1) }], 'outbox');
    add(journalPost(3, { state: waitingStateAt(0) }));
    expect(posts.next()).toMatchObject({ value: { id: postId(3) } });
    expect(posts.next([postId(3)])).toMatchObject({ value: { id: postId(2) } });
    expect(posts.counts).toMatchObject({ waiting: 2, accepted: 1 });
  });

  it('keeps a post in memory until the disk has its text', () => {
    add(journalPost(1));
    const store = disk.open();
    // A disk with enough space for the state of a post, but not for a text.
    const save: JournalStore['save'] = (posts, origin) =>
      origin === 'outbox' ? store.save(posts, origin) : fail(full);
    open({ ...store, save });
    const long = journalPost(1, { body: 'long' });
    expect(posts.put([{ before: journalPost(1), after: long }], 'user').ok).toBe(false);
    const sent = { ...acceptedPost(1), body: 'long' };
    expect(posts.put([{ before: long, after: sent }], 'outbox').ok).toBe(false);
    expect(posts.get(postId(1))).toMatchObject({ value: { body: 'long' } });
    expect(posts.isUnsaved(postId(1))).toBe(true);
  });

  it('holds a post no longer in memory after a shorter text was saved', () => {
    const store = disk.open();
    const save: JournalStore['save'] = (some, origin) =>
      some.some(({ body }) => body === 'long') ? fail(full) : store.save(some, origin);
    open({ ...store, save });
    const [long, short] = ['long', 'short'].map((body) => journalPost(1, { body })) as [
      JournalPost,
      JournalPost,
    ];
    expect(add(long)).toEqual(fail(full));
    expect([posts.isUnsaved(long.id), posts.durable]).toEqual([true, false]);
    expect(posts.put([{ before: long, after: short }], 'user').ok).toBe(true);
    expect([posts.isUnsaved(long.id), posts.durable]).toEqual([false, true]);
    expect(disk.list()).toEqual([short]);
  });

  it('saves the posts that fit when one is too large for the disk', () => {
    const store = disk.open();
    const save: JournalStore['save'] = (posts, origin) =>
      posts.some(({ id }) => id === postId(1)) ? fail(full) : store.save(posts, origin);
    disk.failure = full;
    open({ ...store, save });
    for (const n of [1, 2, 3]) add(journalPost(n));
    disk.failure = null;
    posts.saveUnsaved();
    expect([...disk.posts.keys()]).toEqual([postId(2), postId(3)]);
    expect([1, 2, 3].map((n) => posts.isUnsaved(postId(n)))).toEqual([true, false, false]);
  });

  it('tries to save only one post while the disk fails for a reason other than lack of room', () => {
    const tried: string[] = [];
    const failure: StorageFailure = { kind: 'storage', code: 'EIO' };
    disk.failure = full;
    const save: JournalStore['save'] = (some) => {
      tried.push(...some.map(({ id }) => id));
      return fail(failure);
    };
    open({ save });
    for (const n of [1, 2]) add(journalPost(n));
    tried.length = 0;
    posts.saveUnsaved();
    expect(tried).toEqual([postId(1)]);
  });

  it('reports which posts changed, and when the disk refuses and accepts posts', () => {
    const changes: (string[] | null)[] = [];
    let medium: ReturnType<JournalStore['medium']> = 'disk';
    let unreadable = 0;
    const store = { ...disk.open(), medium: () => medium, unreadable: () => unreadable };
    posts = new BufferedPostStore(store, (ids) => changes.push(ids));
    const changesOf = (work: () => unknown) => {
      work();
      return changes.splice(0);
    };
    const states = () => [posts.durable, posts.diskFailure, posts.unreadable];
    expect(changesOf(() => add(journalPost(1)))).toEqual([[postId(1)]]);
    expect(changesOf(() => posts.checkDisk())).toEqual([]);
    expect(changesOf(() => posts.saveUnsaved())).toEqual([]);
    expect(states()).toEqual([true, null, 0]);
    medium = full;
    expect(changesOf(() => posts.checkDisk())).toEqual([null]);
    expect(changesOf(() => posts.checkDisk())).toEqual([]);
    expect(changesOf(() => add(journalPost(2)))).toEqual([[postId(2)]]);
    expect(states()).toEqual([false, full, 0]);
    medium = 'disk';
    // The second post is still only in memory.
    expect(changesOf(() => posts.checkDisk())).toEqual([]);
    expect(states()).toEqual([false, null, 0]);
    unreadable = 3;
    expect(posts.get(postId(1))).toMatchObject({ value: { id: postId(1) } });
    expect(posts.unreadable).toBe(3);
    expect(posts.counts.waiting).toBe(2);
    expect(changesOf(() => posts.saveUnsaved())).toEqual([null]);
    expect(states()).toEqual([true, null, 3]);
    expect(changesOf(() => posts.reload())).toEqual([null]);
    medium = 'reopened';
    expect(changesOf(() => posts.checkDisk())).toEqual([null]);
    expect(posts.counts.waiting).toBe(2);
  });

  it('gives each post a new number and turn, and an import a range of numbers', () => {
    add(journalPost(4));
    open();
    expect([posts.newSequence(), posts.newSequence(), posts.newTurn()]).toEqual([5, 6, 5]);
    expect([posts.reserveSequences(), posts.newSequence()]).toEqual([7, 7 + 2 ** 30]);
    posts.reload();
    expect([posts.newSequence(), posts.newTurn()]).toEqual([8 + 2 ** 30, 6]);
  });

  it('returns the posts that are being sent, with those in memory, and the failure of a read', () => {
    const sending = { kind: 'sending', operation: 'create', turn: 1, attempts: 0 } as const;
    const state = { ...sending, edit: 'none', remove: false } as const;
    const sent = (n: number) => journalPost(n, { state });
    for (const n of [1, 2]) add(sent(n));
    disk.failure = full;
    add(acceptedPost(1));
    add(sent(3));
    add(journalPost(4));
    expect(posts.sending()).toMatchObject({ value: [{ id: postId(2) }, { id: postId(3) }] });
    disk.failingRead = 'sending';
    expect(posts.sending()).toMatchObject({ failure: { code: 'SQLITE_IOERR' } });
    disk.failingRead = 'next';
    // A post in memory can be sent although the disk cannot be read.
    expect(posts.next()).toMatchObject({ value: { id: postId(4) } });
    expect(posts.next([postId(4)])).toMatchObject({ failure: { code: 'SQLITE_IOERR' } });
    disk.failingRead = null;
    expect(posts.next([postId(4)])).toEqual({ ok: true, value: null });
  });

  /**
   * Opens the store before the database, which holds two posts, can be opened. Returns a function that makes the
   * database available.
   */
  function openBefore(): () => void {
    let medium: ReturnType<JournalStore['medium']> = full;
    const later = disk.open();
    for (const n of [1, 2]) disk.posts.set(postId(n), journalPost(n));
    let current = new JournalDisk().open();
    open({
      medium() {
        const now = medium;
        if (now === 'reopened') medium = 'disk';
        return now;
      },
      summary: () => current.summary(),
      get: (id) => current.get(id),
      next: (without) => current.next(without),
      page: (query, without) => current.page(query, without),
      save: (posts, origin) => current.save(posts, origin),
    });
    return () => {
      medium = 'reopened';
      current = later;
    };
  }
  const places = () => disk.list().map(({ id, sequence }) => [id, sequence]);

  it('numbers unsaved posts after those of a database that becomes available', () => {
    const openDisk = openBefore();
    for (let n = 1; n <= 5; n += 1) expect([posts.newSequence(), posts.newTurn()]).toEqual([n, n]);
    expect(add(journalPost(9, { sequence: posts.newSequence() }))).toEqual(fail(full));
    expect(posts.durable).toBe(false);
    openDisk();
    posts.saveUnsaved();
    expect(posts.durable).toBe(true);
    expect(places()).toEqual([
      [postId(9), 3],
      [postId(2), 2],
      [postId(1), 1],
    ]);
    expect(disk.posts.get(postId(9))?.state).toEqual(waitingStateAt(3));
    expect([posts.newSequence(), posts.newTurn()]).toEqual([4, 4]);
    expect(posts.counts.waiting).toBe(3);
  });

  it('keeps the new sequence of a sent post if the database becomes available while the disk is full', () => {
    const openDisk = openBefore();
    const before = journalPost(9, { sequence: posts.newSequence() });
    add(before);
    openDisk();
    disk.failure = full;
    const after = acceptedPost(9, { sequence: before.sequence });
    expect(posts.put([{ before, after }], 'outbox')).toEqual(fail(full));
    expect(posts.counts).toMatchObject({ waiting: 2, accepted: 1 });
    disk.failure = null;
    posts.saveUnsaved();
    expect(places()[0]).toEqual([postId(9), 3]);
  });

  it('yields every post once while posts are added', () => {
    for (let n = 1; n <= 450; n += 1) disk.posts.set(postId(n), journalPost(n));
    open();
    const seen: string[] = [];
    for (const post of posts.all()) {
      if (!post.ok) throw new Error('it cannot be read');
      seen.push(post.value.id);
      if (seen.length === 10) add(journalPost(500));
    }
    expect(new Set(seen).size).toBe(451);
    expect(seen).toHaveLength(451);
  });
});
