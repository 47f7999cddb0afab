import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runs } from '#test/support/runs.ts';
import type { ArchivePage } from '#shared/picture/archive.ts';
import type { Result } from '#shared/failure.ts';
import type { DayPicture } from '#shared/picture/picture.ts';
import { dayPicture } from '#test/support/pictures.ts';
import type { OpenedDatabase } from '#platform/database/database.ts';
import { fixedDatabase } from '#platform/database/kept-database.ts';
import { openAppDatabase } from '#app/database.ts';
import { memoryArchive } from '#test/support/picture-world.ts';
import { createArchiveStore, type ArchiveStore } from '../store/archive-store.ts';
import { addDays } from '../eastern.ts';
import {
  bufferUnsavedDays,
  countUnsaved,
  withUnsavedDays,
  withUnsavedInMonth,
} from './unsaved-days.ts';

it('bufferUnsavedDays answers as if the unsaved days were saved, and saves them later', () => {
  const full = { kind: 'storage', code: 'SQLITE_FULL' } as const;
  const all = Array.from({ length: 9 }, (_, n) => `2026-11-1${n}`);
  const some = fc.subarray(all);
  const dayOf = (date: string, title: string): DayPicture => {
    const day = dayPicture(date, { title });
    return date.endsWith('3') || date.endsWith('5') ? { ...day, file: null } : day;
  };
  fc.assert(
    fc.property(
      ...[some, some, some, fc.option(fc.constantFrom(...all, '2027-01-01'))],
      fc.integer({ min: 1, max: 10 }),
      (saved, evicted, held, before, limit) => {
        const [whole, partial] = [memoryArchive(), memoryArchive()];
        const [onSaved, onHeld] = [vi.fn(), vi.fn()];
        const [expected, unsaved] = [
          bufferUnsavedDays(whole, () => '2026-11-20'),
          bufferUnsavedDays(partial, () => '2026-11-20', onSaved, onHeld),
        ];
        for (const archive of [whole, partial]) {
          for (const date of saved) archive.save(dayOf(date, 'old'));
          for (const date of evicted)
            if (!saved.includes(date)) archive.evicted.set(date, dayOf(date, 'old'));
        }
        partial.full = full;
        for (const date of held) {
          whole.save(dayOf(date, 'new'));
          expect(unsaved.save(dayOf(date, 'new'))).toEqual({ ok: false, failure: full });
        }
        expect(unsaved.unsaved()).toEqual(held.map((date) => dayOf(date, 'new')));
        expect([onSaved, onHeld].map(({ mock }) => mock.calls.length)).toEqual([0, held.length]);
        const answers = (one: typeof unsaved) => ({
          days: one.days({ before, limit }),
          newest: one.newest(),
          facts: one.facts(),
          get: all.map((date) => one.get(date)),
          known: all.map((date) => one.known(date)),
        });
        expect(answers(unsaved)).toEqual(answers(expected));
        const statusOf = ({ kept, evicted: gone }: ReturnType<typeof memoryArchive>) => ({
          days: new Set([...kept.keys(), ...gone.keys()]).size,
          files: [...kept.values()].filter(({ file }) => file !== null).length,
          bytes: 7,
        });
        expect(countUnsaved(statusOf(partial), unsaved.unsaved(), partial)).toEqual(
          statusOf(whole),
        );
        expect(unsaved.flush().ok).toBe(held.length === 0);
        partial.full = null;
        expect(unsaved.flush().ok).toBe(true);
        expect(onSaved.mock.calls).toEqual(held.map((date) => [dayOf(date, 'new')]));
        expect(unsaved.unsaved()).toEqual([]);
        expect(partial.days({ before: null, limit: 99 })).toEqual(
          whole.days({ before: null, limit: 99 }),
        );
      },
    ),
  );
});

it('bufferUnsavedDays forgets an unsaved day whose file has changed on the disk', async () => {
  const archive = memoryArchive();
  archive.full = { kind: 'storage', code: 'SQLITE_FULL' };
  const unsaved = bufferUnsavedDays(archive, () => '2026-11-20');
  unsaved.save(dayPicture('2026-11-20'));
  expect(await unsaved.isIntact(dayPicture('2026-11-20'))).toBe(true);
  expect(unsaved.newest()).toEqual(dayPicture('2026-11-20'));
  archive.isIntact = () => Promise.resolve(false);
  expect(await unsaved.isIntact(dayPicture('2026-11-20'))).toBe(false);
  expect(unsaved.newest()).toBeNull();
});

it('bufferUnsavedDays omits days later than tomorrow, which a wrong system clock has caused', () => {
  const archive = memoryArchive();
  let today = '2026-11-20';
  const unsaved = bufferUnsavedDays(archive, () => today);
  for (const date of ['2026-11-19', '2026-11-21', '2026-11-22', '2027-11-20'])
    unsaved.save(dayPicture(date));
  archive.full = { kind: 'storage', code: 'SQLITE_FULL' };
  unsaved.save(dayPicture('2027-11-21'));
  const dates = (before: string | null) =>
    unsaved.days({ before, limit: 9 }).map(({ record }) => record.date);
  expect(unsaved.newest()).toEqual(dayPicture('2026-11-21'));
  expect(dates(null)).toEqual(['2026-11-21', '2026-11-19']);
  expect(dates('2027-11-21')).toEqual(['2026-11-21', '2026-11-19']);
  expect(unsaved.facts().map(({ date }) => date)).toEqual(['2026-11-21', '2026-11-19']);
  today = '2026-11-21';
  expect(unsaved.newest()).toEqual(dayPicture('2026-11-22'));
  unsaved.notePublished('2026-11-21');
  expect(unsaved.newest()).toEqual(dayPicture('2026-11-22'));
  unsaved.notePublished('2027-11-20');
  expect(unsaved.newest()).toEqual(dayPicture('2027-11-20'));
});

const titles = ['Orion rising', 'The Órbit of Io', 'Io, and the rise of a star', '', 'Rosette'];
const days: readonly DayPicture[] = Array.from({ length: 40 }, (_, n) =>
  dayPicture(addDays('2026-10-12', n), {
    title: titles[n % titles.length] ?? '',
    credit: n % 3 === 0 ? 'Nadar' : null,
  }),
);
const typed = [
  '',
  'orb',
  'rise',
  'io ri',
  'ri io',
  'nadar',
  '  ',
  '!',
  'sky of',
  'oct',
  '14 nov',
  '2026-10',
  '2026',
];
const dates = days.map(({ record }) => record.date);

let folder = '';
let opened: OpenedDatabase[] = [];
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'overhead-unsaved-'));
});
afterAll(() => {
  for (const { close } of opened) close();
  rmSync(folder, { recursive: true });
});

function store(kept: readonly DayPicture[]): ArchiveStore {
  const database = openAppDatabase(join(folder, `${opened.length}.sqlite`), 0);
  opened = [...opened, database];
  const made = createArchiveStore(fixedDatabase(database.database), folder, Date.now);
  for (const day of kept) made.save(day);
  return made;
}

function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.failure.kind);
  return result.value;
}

/** Reads all pages. Each page begins at the `next` of the previous page. */
function pages(
  page: (before: string | null) => ArchivePage,
  before: string | null = null,
): ArchivePage['days'][] {
  const { days: found, next } = page(before);
  return [found, ...(next === null ? [] : pages(page, next))];
}

describe('unsaved days in the lists', () => {
  it('are listed in the same places as if they were saved', () => {
    const all = store(days);
    const heldHere = fc.uniqueArray(fc.integer({ min: 0, max: days.length - 1 }), {
      maxLength: 12,
    });
    const only = fc.option(fc.subarray(dates), { nil: null });
    fc.assert(
      fc.property(heldHere, only, fc.integer({ min: 1, max: 15 }), (at, some, limit) => {
        const unsaved = at.flatMap((index) => days[index] ?? []);
        const others = store(days.filter((day) => !unsaved.includes(day)));
        for (const words of typed) {
          const query = (before: string | null) => ({ words, before, limit });
          const expected = pages((before) => valueOf(all.page(query(before), some)));
          const found = pages((before) =>
            withUnsavedDays(
              valueOf(others.page(query(before), some)),
              unsaved,
              query(before),
              some,
            ),
          );
          expect(found.flat()).toEqual(expected.flat());
          expect(found.every((page) => page.length <= limit)).toBe(true);
        }
        expect(withUnsavedInMonth(valueOf(others.month('2026-11')), unsaved, '2026-11')).toEqual(
          valueOf(all.month('2026-11')),
        );
      }),
      { numRuns: runs(15) },
    );
  });

  it('replace the saved versions of the same days', () => {
    const [first = dayPicture('2026-10-12')] = days;
    const kept = store([first]);
    const newer: DayPicture = { ...first, record: { ...first.record, title: 'Corrected' } };
    const query = { words: '', before: null, limit: 9 };
    const page = withUnsavedDays(valueOf(kept.page(query, null)), [newer], query, null);
    expect(page.days.map(({ title }) => title)).toEqual(['Corrected']);
  });
});
