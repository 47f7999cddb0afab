import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { PassPost } from '#shared/journal/pass-posts.ts';
import { countNights, highestOf, passesByNight, seenPassesOf, yearsOf } from './seen-passes.ts';

const now = Date.parse('2026-11-22T12:00Z');
/** A post about a pass. Times without `Z` are in the time zone of the computer. */
const post = (time: string, changes: Partial<PassPost> = {}): PassPost => ({
  id: time,
  createdAt: 0,
  titleStart: '',
  at: new Date(time).getTime(),
  path: { rise: 270, peak: 181, height: 67, set: 90 },
  ...changes,
});
const height = (degrees: number) => ({ path: { rise: 270, peak: 181, height: degrees, set: 90 } });
const ids = (passes: readonly PassPost[]): string[] => passes.map(({ id }) => id);

afterEach(() => vi.unstubAllEnvs());

describe('seenPassesOf', () => {
  it('sorts the passes, the newest first', () => {
    const [first, second] = [post('2026-08-01T20:00Z'), post('2026-08-02T20:00Z')];
    expect(ids(seenPassesOf([first, second], now))).toEqual([second.id, first.id]);
    expect(seenPassesOf([], now)).toEqual([]);
    const limits = [post('1998-11-20T00:00Z'), post('2026-11-22T12:00Z')];
    expect(seenPassesOf(limits, now)).toEqual(limits.toReversed());
  });

  it.each([
    ['at the same minute', '2026-08-01T20:00Z', ['newer']],
    ['45 minutes later, as another orbit predicts it', '2026-08-01T20:45Z', ['newer']],
    ['half an orbit later', '2026-08-01T20:46Z', ['newer', 'older']],
    ['one orbit later', '2026-08-01T21:33Z', ['newer', 'older']],
  ])('shows the newest of several posts about one pass: %s', (_, time, expected) => {
    const older = post('2026-08-01T20:00Z', { id: 'older', createdAt: 1 });
    const newer = post(time, { id: 'newer', createdAt: 2 });
    const later = post('2026-08-02T20:00Z', { id: 'later', createdAt: 3 });
    expect(ids(seenPassesOf([older, later, newer], now))).toEqual(['later', ...expected]);
    expect(ids(seenPassesOf([newer, older], now))).toEqual(expected);
    const earlierPass = { ...newer, createdAt: 0 };
    if (expected.length === 1)
      expect(ids(seenPassesOf([older, later, earlierPass], now))).toEqual(['later', 'older']);
  });

  it.each(['2026-11-22T12:01Z', '9999-12-31T23:59Z', '1998-11-19T23:59Z', '0001-01-01T00:00Z'])(
    'leaves out a pass that nobody can have seen: %s',
    (time) => {
      expect(seenPassesOf([post(time)], now)).toEqual([]);
    },
  );

  it('has one pass for each half of an orbit at most, and each of the passes of the posts', () => {
    const minute = fc.integer({ min: 0, max: 5000 });
    fc.assert(
      fc.property(fc.array(fc.record({ minute, createdAt: fc.nat() })), (drawn) => {
        const posts = drawn.map(({ minute: at, createdAt }, k) =>
          post('2026-08-01T20:00Z', {
            ...{ id: String(k), createdAt, at: Date.UTC(2026, 7, 1) + at * 60_000 },
          }),
        );
        const passes = seenPassesOf(posts, now);
        for (const { at } of posts)
          expect(passes.some((pass) => Math.abs(pass.at - at) < 92 * 60_000)).toBe(true);
        expect(new Set(ids(passes)).size).toBe(passes.length);
        expect(passes.map(({ at }) => at)).toEqual(
          passes.map(({ at }) => at).toSorted((a, b) => b - a),
        );
      }),
    );
  });
});

describe.each(['UTC', 'Asia/Tokyo', 'America/Los_Angeles', 'Pacific/Kiritimati'])(
  'in the time zone %s',
  (name) => {
    const inZone = (check: () => void) => () => {
      vi.stubEnv('TZ', name);
      check();
    };
    it(
      'counts a pass in the calendar year of the user, and the night of New Year in both years',
      inZone(() => {
        const before = post('2025-12-31T23:50');
        const after = post('2026-01-01T00:10');
        expect(yearsOf([after, before], now)).toEqual([2026, 2025]);
        expect(countNights([after, before])).toBe(1);
        expect([...passesByNight([before])]).toEqual([['2025-12-31', [before]]]);
        expect([...passesByNight([after])]).toEqual([['2026-01-01', [after]]]);
      }),
    );

    it(
      'counts a night from noon to noon, and puts it on the day of its evening',
      inZone(() => {
        const passes = [
          post('2026-08-16T20:00'),
          post('2026-08-15T02:10'),
          post('2026-08-14T22:30'),
          post('2026-08-14T03:00'),
        ];
        expect(countNights(passes)).toBe(3);
        expect([...passesByNight(passes)].map(([day, ofNight]) => [day, ids(ofNight)])).toEqual([
          ['2026-08-16', ['2026-08-16T20:00']],
          ['2026-08-14', ['2026-08-15T02:10', '2026-08-14T22:30']],
          ['2026-08-13', ['2026-08-14T03:00']],
        ]);
      }),
    );
  },
);

describe('yearsOf', () => {
  it('has the years with passes and the present one, each once, the newest first', () => {
    expect(yearsOf([], now)).toEqual([2026]);
    const passes = ['2026-08-01T20:00', '2024-08-02T20:00', '2024-08-01T20:00'].map((at) =>
      post(at),
    );
    expect(yearsOf(passes, now)).toEqual([2026, 2024]);
  });
});

describe('highestOf', () => {
  it('returns the highest pass, of several the first of the list; null for none', () => {
    const passes = [
      post('a', height(67)),
      post('b', height(82)),
      post('c', height(82)),
      post('d', height(0)),
    ];
    expect(highestOf(passes)?.id).toBe('b');
    expect(highestOf([post('d', height(0))])?.id).toBe('d');
    expect(highestOf([])).toBeNull();
  });
});
