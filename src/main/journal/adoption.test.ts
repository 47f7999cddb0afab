import { expect, it } from 'vitest';
import { JournalDisk } from '#test/support/journal-disk.ts';
import { journalPost, postId } from '#test/support/journal-posts.ts';
import { fakeSurroundings } from '#test/support/surroundings.ts';
import { fail, ok } from '#shared/failure.ts';
import type { JournalPost } from '#shared/journal/journal.ts';
import type { Arriving } from './adoption.ts';
import { startJournal, type Journal } from './journal.ts';

const broken = { kind: 'storage', code: 'EIO' } as const;
const some = (count: number, from = 1) =>
  Array.from({ length: count }, (_, n) => journalPost(from + n, { state: { kind: 'draft' } }));

/** Posts in portions of a hundred, and then perhaps something that is no post. */
async function* arriving<F>(posts: readonly JournalPost[], end?: F): Arriving<F> {
  for (let at = 0; at < posts.length; at += 100) {
    yield ok(posts.slice(at, at + 100));
    await Promise.resolve();
  }
  if (end !== undefined) yield { ok: false, failure: end };
}

/** A journal in which nothing is sent. */
function journalOn(disk: JournalDisk): Journal {
  const unreachable = () => Promise.resolve(fail({ kind: 'offline', reason: 'refused' } as const));
  return startJournal({
    ...fakeSurroundings(),
    begin: new Promise(() => undefined),
    newId: () => postId(900_000),
    authorId: () => 1,
    service: { create: unreachable, replace: unreachable, delete: unreachable },
    store: disk.open(),
  });
}

const count = (journal: Journal): number => [...journal.all()].length;

it('takes many posts in portions, and shows them all at once', async () => {
  const disk = new JournalDisk();
  const journal = journalOn(disk);
  let breaths = 0;
  const seen = new Set<number>();
  const adopted = await journal.adopt(arriving(some(2_000)), () => {
    breaths += 1;
    seen.add(count(journal));
    // Somebody writes meanwhile.
    if (breaths === 3) journal.create({ title: 'between', body: 'two portions' });
    return Promise.resolve();
  });
  expect(adopted).toEqual(ok({ added: 2_000, known: 0 }));
  expect(breaths).toBeGreaterThan(5);
  expect([...seen]).toEqual([0, 1]);
  expect(count(journal)).toBe(2_001);
  expect(new Set(disk.list().map(({ sequence }) => sequence)).size).toBe(2_001);
  await journal.dispose();
});

it('takes nothing when the disk fails in between', async () => {
  const disk = new JournalDisk();
  const journal = journalOn(disk);
  let breaths = 0;
  const adopted = await journal.adopt(arriving(some(2_000)), () => {
    breaths += 1;
    if (breaths === 3) disk.failure = broken;
    return Promise.resolve();
  });
  expect(adopted).toEqual({ ok: false, failure: broken });
  expect(count(journal)).toBe(0);
  disk.failure = null;
  // What is left of it does not come with the next one.
  const again = await journal.adopt(arriving(some(10, 5_000)), () => Promise.resolve());
  expect(again).toEqual(ok({ added: 10, known: 0 }));
  expect(count(journal)).toBe(10);
  await journal.dispose();
});

it('takes nothing when what comes is no post in the end', async () => {
  const disk = new JournalDisk();
  const journal = journalOn(disk);
  const breathe = () => Promise.resolve();
  const adopted = await journal.adopt(arriving(some(500), 'nonsense'), breathe);
  expect(adopted).toEqual({ ok: false, failure: 'nonsense' });
  expect(count(journal)).toBe(0);
  expect(disk.arrivals.size).toBe(0);
  await journal.dispose();
});

it('takes nothing when the app ends in between, and forgets it at the next start', async () => {
  const disk = new JournalDisk();
  const journal = journalOn(disk);
  const ends: Promise<void>[] = [];
  const adopted = await journal.adopt(arriving(some(2_000)), () => {
    if (ends.length === 0) ends.push(journal.dispose());
    return Promise.resolve();
  });
  expect(adopted).toEqual({ ok: false, failure: { kind: 'cancelled' } });
  await Promise.all(ends);
  expect(disk.arrivals.size).toBeGreaterThan(0);

  const again = journalOn(disk);
  expect(disk.arrivals.size).toBe(0);
  expect(count(again)).toBe(0);
  await again.dispose();
});

it('takes one import after the other', async () => {
  const disk = new JournalDisk();
  const journal = journalOn(disk);
  const breathe = () => Promise.resolve();
  const both = await Promise.all([
    journal.adopt(arriving(some(1_000)), breathe),
    journal.adopt(arriving(some(1_000, 501)), breathe),
  ]);
  expect(both).toEqual([ok({ added: 1_000, known: 0 }), ok({ added: 500, known: 500 })]);
  expect(count(journal)).toBe(1_500);
  await journal.dispose();
});
