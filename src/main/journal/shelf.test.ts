import { beforeEach, describe, expect, it } from 'vitest';
import { JournalDisk } from '#test/support/journal-disk.ts';
import { acceptedPost, journalPost, postId, waitingAt } from '#test/support/journal-posts.ts';
import { fail, type StorageFailure } from '#shared/failure.ts';
import type { JournalPost, PageQuery } from '#shared/journal/journal.ts';
import type { JournalStore } from './ports.ts';
import { createShelf, type Shelf } from './shelf.ts';

const full: StorageFailure = { kind: 'storage', code: 'SQLITE_FULL' };
const everything: PageQuery = { before: null, limit: 50, words: '', state: null };
let disk: JournalDisk;
let shelf: Shelf;
const open = (changes: Partial<JournalStore> = {}): Shelf =>
  (shelf = createShelf({ ...disk.open(), ...changes }));
const add = (after: JournalPost) => shelf.put([{ before: null, after }], 'person');
const listed = (query: Partial<PageQuery> = {}): number[] => {
  const page = shelf.page({ ...everything, ...query });
  return page.ok ? page.value.posts.map(({ sequence }) => sequence) : [];
};

beforeEach(() => {
  disk = new JournalDisk();
  open();
});

describe('createShelf', () => {
  it('lists what is only in memory among the rest, and finds it', () => {
    for (const n of [1, 3, 5]) add(journalPost(n));
    disk.failure = full;
    add(journalPost(4, { title: 'Über dem Meer' }));
    shelf.put([{ before: journalPost(1), after: acceptedPost(1) }], 'outbox');
    expect(listed()).toEqual([5, 4, 3, 1]);
    expect(listed({ limit: 2 })).toEqual([5, 4]);
    expect(shelf.page({ ...everything, limit: 2 })).toMatchObject({ value: { next: 4 } });
    expect(listed({ before: 4 })).toEqual([3, 1]);
    expect(listed({ words: 'uber MEE' })).toEqual([4]);
    expect(listed({ state: 'accepted' })).toEqual([1]);
    expect(shelf.durable).toBe(false);
  });

  it('never takes the disk’s old word for what is next', () => {
    add(journalPost(1));
    add(journalPost(2));
    disk.failure = full;
    shelf.put([{ before: journalPost(1), after: acceptedPost(1) }], 'outbox');
    add(journalPost(3, { state: waitingAt(0) }));
    expect(shelf.next()).toMatchObject({ value: { id: postId(3) } });
    expect(shelf.next(postId(3))).toMatchObject({ value: { id: postId(2) } });
    expect(shelf.counts).toMatchObject({ waiting: 2, accepted: 1 });
  });

  it('lets go of nothing whose text the disk does not have', () => {
    add(journalPost(1));
    const store = disk.open();
    // A disk with room for a few words, and for no long text.
    const save: JournalStore['save'] = (posts, origin) =>
      origin === 'outbox' ? store.save(posts, origin) : fail(full);
    open({ ...store, save });
    const long = journalPost(1, { body: 'long' });
    expect(shelf.put([{ before: journalPost(1), after: long }], 'person').ok).toBe(false);
    const sent = { ...acceptedPost(1), body: 'long' };
    expect(shelf.put([{ before: long, after: sent }], 'outbox').ok).toBe(false);
    expect(shelf.get(postId(1))).toMatchObject({ value: { body: 'long' } });
    expect(shelf.isHeld(postId(1))).toBe(true);
  });

  /** Opens a shelf before the disk can be opened, on which there are two posts. Gives back what brings the disk. */
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

  it('makes room for what it finds when the disk comes back', () => {
    const bringDisk = openBefore();
    expect(add(journalPost(9, { sequence: shelf.newSequence() }))).toEqual(fail(full));
    expect(shelf.durable).toBe(false);
    bringDisk();
    shelf.flush();
    expect(shelf.durable).toBe(true);
    expect(places()).toEqual([
      [postId(9), 3],
      [postId(2), 2],
      [postId(1), 1],
    ]);
    expect(shelf.counts.waiting).toBe(3);
  });

  it('keeps the place of a post that was under way when the disk came back full', () => {
    const bringDisk = openBefore();
    const before = journalPost(9, { sequence: shelf.newSequence() });
    add(before);
    bringDisk();
    disk.failure = full;
    const after = acceptedPost(9, { sequence: before.sequence });
    expect(shelf.put([{ before, after }], 'outbox')).toEqual(fail(full));
    expect(shelf.counts).toMatchObject({ waiting: 2, accepted: 1 });
    disk.failure = null;
    shelf.flush();
    expect(places()[0]).toEqual([postId(9), 3]);
  });

  it('gives every post once while others change', () => {
    for (let n = 1; n <= 450; n += 1) disk.posts.set(postId(n), journalPost(n));
    open();
    const seen: string[] = [];
    for (const post of shelf.all()) {
      if (!post.ok) throw new Error('it cannot be read');
      seen.push(post.value.id);
      if (seen.length === 10) add(journalPost(500));
    }
    expect(new Set(seen).size).toBe(451);
    expect(seen).toHaveLength(451);
  });
});
