import { describe, expect, it } from 'vitest';
import { JournalDisk } from '#test/support/journal-disk.ts';
import { journalPost, postId } from '#test/support/journal-posts.ts';
import { fakeActivityOptions } from '#test/support/surroundings.ts';
import { fail, ok } from '#shared/failure.ts';
import type { JournalPost } from '#shared/journal/journal.ts';
import type { PostPortions } from './importer.ts';
import { startJournal, type Journal } from './journal.ts';

const broken = { kind: 'storage', code: 'EIO' } as const;
const drafts = (count: number, from = 1) =>
  Array.from({ length: count }, (_, n) => journalPost(from + n, { state: { kind: 'draft' } }));

/** Yields portions of 100 posts, then the failure `end`, if any. Calls `between` with the number of each portion. */
async function* portionsOf<F>(
  posts: readonly JournalPost[],
  { between, end }: { readonly between?: (portion: number) => void; readonly end?: F } = {},
): PostPortions<F> {
  for (let at = 0; at < posts.length; at += 100) {
    yield ok(posts.slice(at, at + 100));
    await Promise.resolve();
    between?.(at / 100 + 1);
  }
  if (end !== undefined) yield { ok: false, failure: end };
}

/** A journal in which nothing is sent. */
function journalOn(disk: JournalDisk) {
  const surroundings = fakeActivityOptions();
  const unreachable = () => Promise.resolve(fail({ kind: 'offline', reason: 'refused' } as const));
  const journal = startJournal({
    ...surroundings,
    begin: new Promise(() => undefined),
    newId: () => postId(900_000),
    authorId: () => 1,
    service: { create: unreachable, replace: unreachable, delete: unreachable },
    store: disk.open(),
    values: disk.values,
  });
  return { journal, clock: surroundings.clock, defects: surroundings.defects };
}

const count = (journal: Journal): number => [...journal.all()].length;

describe('importPosts', () => {
  it('stages posts in portions and shows all of them at the same time', async () => {
    const disk = new JournalDisk();
    const { journal } = journalOn(disk);
    const seen = new Set<number>();
    const between = (portion: number): void => {
      seen.add(count(journal));
      if (portion === 3) journal.create({ title: 'between', body: 'two portions' });
    };
    const imported = await journal.importPosts(portionsOf(drafts(2_000), { between }));
    expect(imported).toEqual(ok({ added: 2_000, known: 0 }));
    expect([...seen]).toEqual([0, 1]);
    expect(count(journal)).toBe(2_001);
    expect(disk.list()[0]?.title).toBe('between');
    expect(new Set(disk.list().map(({ sequence }) => sequence)).size).toBe(2_001);
    await journal.dispose();
  });

  it('queues imported posts after those that wait, in the order of the file', async () => {
    const disk = new JournalDisk();
    for (const n of [50, 51]) disk.posts.set(postId(n), journalPost(n));
    const { journal } = journalOn(disk);
    await journal.importPosts(portionsOf([journalPost(1), journalPost(2)]));
    const turn = ({ state }: JournalPost) => ('turn' in state ? state.turn : 0);
    const inTurn = disk.list().sort((a, b) => turn(a) - turn(b));
    expect(inTurn.map(({ id }) => id)).toEqual([50, 51, 1, 2].map(postId));
    await journal.dispose();
  });

  it('imports nothing when the disk fails between two portions', async () => {
    const disk = new JournalDisk();
    const { journal, clock } = journalOn(disk);
    const between = (portion: number): void => {
      if (portion === 3) disk.failure = broken;
    };
    const imported = await journal.importPosts(portionsOf(drafts(2_000), { between }));
    expect(imported).toEqual({ ok: false, failure: broken });
    expect(count(journal)).toBe(0);
    expect(disk.staged.size).toBe(300);
    disk.failure = null;
    // The next import does not contain the posts of the failed one.
    const again = journal.importPosts(portionsOf(drafts(10, 5_000)));
    await clock.advance(1_000);
    expect(await again).toEqual(ok({ added: 10, known: 0 }));
    expect(count(journal)).toBe(10);
    await journal.dispose();
  });

  it('imports nothing of a file with an invalid line, and removes the staged posts', async () => {
    const disk = new JournalDisk();
    const { journal, clock } = journalOn(disk);
    const imported = await journal.importPosts(portionsOf(drafts(500), { end: 'invalid' }));
    expect(imported).toEqual({ ok: false, failure: 'invalid' });
    expect(count(journal)).toBe(0);
    await clock.advance(1_000);
    expect(disk.staged.size).toBe(0);
    await journal.dispose();
  });

  it('removes the staged posts when reading the file throws', async () => {
    const disk = new JournalDisk();
    const { journal, clock, defects } = journalOn(disk);
    const between = (): void => {
      throw new Error('a defect');
    };
    const imported = journal.importPosts(portionsOf(drafts(200), { between }));
    await expect(imported).rejects.toThrow('a defect');
    await clock.advance(1_000);
    expect(disk.staged.size).toBe(0);
    expect(defects).toEqual([]);
    await journal.dispose();
  });

  it('reads no portion while the disk fails, and imports as soon as it works again', async () => {
    const disk = new JournalDisk();
    const { journal } = journalOn(disk);
    disk.failure = broken;
    journal.create({ title: 'unsaved', body: '' });
    let portionCount = 0;
    const between = (): void => void (portionCount += 1);
    const imported = await journal.importPosts(portionsOf(drafts(200), { between }));
    expect([imported, portionCount]).toEqual([{ ok: false, failure: broken }, 0]);
    disk.failure = null;
    expect(await journal.importPosts(portionsOf(drafts(200)))).toEqual(
      ok({ added: 200, known: 0 }),
    );
    await journal.dispose();
  });

  it.each([2_000, 100])(
    'returns "cancelled" for %d posts at the end of the app, and the next start removes the staged posts',
    async (postCount) => {
      const disk = new JournalDisk();
      const { journal } = journalOn(disk);
      const ends: Promise<void>[] = [];
      const between = (portion: number): void => {
        if (portion === 1) ends.push(journal.dispose());
      };
      const imported = await journal.importPosts(portionsOf(drafts(postCount), { between }));
      expect(imported).toEqual({ ok: false, failure: { kind: 'cancelled' } });
      await Promise.all(ends);
      expect(disk.staged.size).toBe(100);

      const again = journalOn(disk);
      await again.clock.advance(1_000);
      expect(disk.staged.size).toBe(0);
      expect(count(again.journal)).toBe(0);
      await again.journal.dispose();
    },
  );

  it('runs the second of two simultaneous imports after the first', async () => {
    const disk = new JournalDisk();
    const { journal } = journalOn(disk);
    const both = await Promise.all([
      journal.importPosts(portionsOf(drafts(1_000))),
      journal.importPosts(portionsOf(drafts(1_000, 501))),
    ]);
    expect(both).toEqual([ok({ added: 1_000, known: 0 }), ok({ added: 500, known: 500 })]);
    expect(count(journal)).toBe(1_500);
    await journal.dispose();
  });
});
