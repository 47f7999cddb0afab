import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseDaysToEvict, type EvictionInput } from './eviction.ts';
import { runs } from '#test/support/runs.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
const hour = 3600_000;
const input = (given: Partial<EvictionInput>): EvictionInput => ({
  files: [],
  strays: [],
  otherBytes: 0,
  limitBytes: 100,
  isProtected: () => false,
  isUnsaved: () => false,
  now,
  ...given,
});
const file = (date: string, bytes: number) => ({
  date,
  name: `${date}-0000000a.jpg`,
  bytes,
  shownAt: 0,
});
const stray = (name: string, bytes: number, age = hour) => ({ name, bytes, modifiedAt: now - age });
/** A picture of November 2026 that was shown on the day of its publication. */
const seen = (day: number) => {
  const date = `2026-11-0${day}`;
  return { ...file(date, 40), shownAt: Date.parse(date) };
};

describe('chooseDaysToEvict', () => {
  const three = ['2026-11-01', '2026-11-02', '2026-11-03'].map((date) => file(date, 40));
  it.each<[string, Partial<EvictionInput>, string[]]>([
    ['nothing at the limit', { files: three.slice(1), otherBytes: 20 }, []],
    ['the least recently shown file', { files: three }, ['2026-11-01-0000000a.jpg']],
    [
      'a file when thumbnails exceed the limit',
      { files: three.slice(1), otherBytes: 21 },
      ['2026-11-02-0000000a.jpg'],
    ],
    [
      'an old picture that was shown while the clock was ahead',
      { files: [seen(2), seen(3), { ...file('2026-01-01', 40), shownAt: Date.UTC(2099, 0) }] },
      ['2026-01-01-0000000a.jpg'],
    ],
    [
      'a picture that was shown now after one whose time and date are in the future',
      {
        files: [
          { ...file('2026-11-02', 60), shownAt: now },
          { ...file('2026-12-01', 60), shownAt: now + 1 },
          { ...file('2026-11-01', 60), shownAt: now + 1 },
        ],
      },
      ['2026-11-01-0000000a.jpg', '2026-11-02-0000000a.jpg'],
    ],
    [
      'the oldest stray files, from an age of 15 minutes, before or after now',
      {
        strays: [
          stray('2026-10-01-0000000b.png', 200, 900_000),
          stray('2026-10-02-0000000b.png', 200, 899_999),
          stray('2026-10-03-0000000b.png', 200, -900_000),
          stray('2026-10-04-0000000b.png', 200, -899_999),
          stray('2026-10-05-0000000b.png', 200, 900_001),
        ],
      },
      ['2026-10-05-0000000b.png', '2026-10-01-0000000b.png', '2026-10-03-0000000b.png'],
    ],
    [
      'a stray file that was written while the clock was ahead',
      { files: three.slice(1), strays: [stray('2026-10-01-0000000b.png', 40, -1e12)] },
      ['2026-10-01-0000000b.png'],
    ],
    [
      'no protected file',
      { files: three, isProtected: (date) => date < '2026-11-03' },
      ['2026-11-03-0000000a.jpg'],
    ],
    [
      'a picture to make room for a running download, but not the download itself',
      { files: three.slice(1), strays: [stray('.0.part', 30)] },
      ['2026-11-02-0000000a.jpg'],
    ],
    [
      'stray files first, but no recent ones',
      {
        files: three,
        strays: [
          stray('2026-10-01-0000000b.png', 10, 60_000),
          stray('2026-10-02-0000000b.png', 40),
        ],
      },
      ['2026-10-02-0000000b.png', '2026-11-01-0000000a.jpg'],
    ],
    [
      'the replaced file of a day, also of a favourite',
      { files: three, strays: [stray('2026-11-01-0000000b.png', 40)], isProtected: () => true },
      ['2026-11-01-0000000b.png'],
    ],
    [
      'neither a favourite without a record, nor files of other programs',
      {
        strays: [stray('2026-10-01-0000000b.png', 200), stray('holiday.jpg', 200)],
        isProtected: () => true,
      },
      [],
    ],
    [
      'no file of a day that waits to be saved',
      { strays: [stray('2026-10-01-0000000b.png', 200)], isUnsaved: () => true },
      [],
    ],
  ])('evicts %s', (_name, given, expected) => {
    const all = [
      ...(given.strays ?? []).map(({ name, bytes }) => ({ name, bytes, date: null })),
      ...(given.files ?? []).map(({ name, bytes, date }) => ({ name, bytes, date })),
    ];
    expect(chooseDaysToEvict(input(given))).toEqual(
      expected.map((name) => all.find((one) => one.name === name)),
    );
  });

  it('evicts the least recently shown files until the sum is within the limit or only protected files are left', () => {
    const bytes = fc.integer({ min: 1, max: 60 });
    const some = fc.array(
      fc.record({ bytes, own: fc.boolean(), shownAt: fc.integer({ min: 0, max: 9 }) }),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(some, bytes, (list, otherBytes) => {
        const days = list
          .map((day, n) => ({ ...file(`2026-10-${String(n + 10)}`, day.bytes), ...day }))
          .sort((a, b) => a.shownAt - b.shownAt);
        const own = new Set(days.filter((day) => day.own).map(({ date }) => date));
        const isProtected = (date: string) => own.has(date);
        const gone = chooseDaysToEvict(input({ files: days, otherBytes, isProtected }));
        const sum = (of: readonly { bytes: number }[]) =>
          of.reduce((all, one) => all + one.bytes, 0);
        const left = otherBytes + sum(days) - sum(gone);
        const evictable = days.filter(({ date }) => !own.has(date));
        // The least recently shown of the unprotected files are evicted, in the order of their last showing.
        expect(gone.map(({ date }) => date)).toEqual(
          evictable.slice(0, gone.length).map(({ date }) => date),
        );
        if (left > 100) expect(gone).toHaveLength(evictable.length);
        // Without the last evicted file the sum would exceed the limit.
        if (gone.length > 0) expect(left + (gone.at(-1)?.bytes ?? 0)).toBeGreaterThan(100);
      }),
      { numRuns: runs(1000) },
    );
  });
});
