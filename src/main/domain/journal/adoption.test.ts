import { expect, it } from 'vitest';
import { JournalDisk } from '../../../../test/support/journal-disk.ts';
import { journalPost, postId } from '../../../../test/support/journal-posts.ts';
import { fakeSurroundings } from '../../../../test/support/surroundings.ts';
import { fail } from '../../../shared/failure.ts';
import { startJournal, type Journal } from './journal.ts';

const broken = { kind: 'storage', code: 'EIO' } as const;
const some = (count: number, from = 1) =>
  Array.from({ length: count }, (_, n) => journalPost(from + n, { state: { kind: 'draft' } }));

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
  const adopted = await journal.adopt(some(2_000), () => {
    breaths += 1;
    seen.add(count(journal));
    // Somebody writes meanwhile.
    if (breaths === 3) journal.create({ title: 'between', body: 'two portions' });
    return Promise.resolve();
  });
  expect(adopted).toEqual({ ok: true, value: 2_000 });
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
  const adopted = await journal.adopt(some(2_000), () => {
    breaths += 1;
    disk.failure = breaths === 3 ? broken : null;
    return Promise.resolve();
  });
  expect(adopted).toEqual({ ok: false, failure: broken });
  expect(count(journal)).toBe(0);
  expect(disk.arrivals.size).toBe(0);
  await journal.dispose();
});

it('takes nothing when the app ends in between, and forgets it at the next start', async () => {
  const disk = new JournalDisk();
  const journal = journalOn(disk);
  const ends: Promise<void>[] = [];
  const adopted = await journal.adopt(some(2_000), () => {
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
    journal.adopt(some(1_000), breathe),
    journal.adopt(some(1_000, 501), breathe),
  ]);
  expect(both).toMatchObject([{ value: 1_000 }, { value: 500 }]);
  expect(count(journal)).toBe(1_500);
  await journal.dispose();
});
