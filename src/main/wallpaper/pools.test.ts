import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { noPictureChoice } from '#shared/picture/picture.ts';
import {
  unrestrictedRules,
  type RotationSettings,
  type ShowRules,
} from '#shared/wallpaper/selection.ts';
import type { PictureFacts } from '#picture/index.ts';
import {
  nextInRotation,
  passesRules,
  picturesOfPool,
  rotationDueAt,
  shuffleDates,
} from './pools.ts';
import { runs } from '#test/support/runs.ts';

const facts = (date: string, part: Partial<PictureFacts> = {}): PictureFacts => ({
  date,
  title: 'Stars',
  explanation: 'A diagram of the sky, with Jupiter’s moons.',
  mediaType: 'image',
  width: 3000,
  height: 2000,
  ...part,
});

describe('passesRules', () => {
  it.each<[Partial<ShowRules>, Partial<PictureFacts>, boolean]>([
    [{}, { width: 1, height: 1 }, true],
    [{ without: ['diagram'] }, {}, false],
    [{ without: ['Diagram'] }, {}, false],
    [{ without: ['diag'] }, {}, false],
    [{ without: ['iagram'] }, {}, true],
    [{ without: ['chart', 'stars'] }, {}, false],
    [{ without: ['jupiter moons'] }, {}, false],
    [{ without: ['saturn moons'] }, {}, true],
    [{ without: ['uber'] }, { title: 'Über den Wolken' }, false],
    [{ without: ['…'] }, {}, true],
    [{ without: ['m31'] }, { title: 'M 31' }, false],
    [{ without: ['m 31'] }, { title: 'M31' }, false],
    [{ without: ['ろけっと'] }, { title: 'ロケット' }, false],
  ])('decides for the rules %j and the picture %j: %s', (rules, part, passes) => {
    expect(passesRules(facts('2026-11-20', part), { ...unrestrictedRules, ...rules })).toBe(passes);
  });
});

describe('picturesOfPool', () => {
  const today = '2026-11-20';
  const kept = [today, '2026-11-19', '2025-11-20', '2001-11-20'].map((date) => facts(date));
  const allowance = { withoutPicture: 'keep', show: unrestrictedRules } as const;
  const choice = { ...noPictureChoice, favourites: ['2001-11-20', '1999-01-01'] };

  it.each([
    ['favourites', ['2001-11-20']],
    ['archive', [today, '2026-11-19', '2025-11-20', '2001-11-20']],
    ['this-day', ['2025-11-20', '2001-11-20']],
  ] as const)('returns the pictures for %s: %j', (pool, dates) => {
    expect(picturesOfPool(pool, kept, choice, allowance, today).map(({ date }) => date)).toEqual(
      dates,
    );
  });

  it('leaves out skipped pictures, pictures that the rules hide, and still images of videos unless allowed', () => {
    const days = [...kept, facts('2010-01-01', { mediaType: 'video' })];
    const some = { ...noPictureChoice, skipped: ['2026-11-19'] };
    const rules = { ...allowance, show: { ...unrestrictedRules, without: ['sky'] } };
    const offered = (using: Parameters<typeof picturesOfPool>[3]) =>
      picturesOfPool('archive', days, some, using, today).map(({ date }) => date);
    expect(offered(allowance)).toEqual([today, '2025-11-20', '2001-11-20']);
    expect(offered({ ...allowance, withoutPicture: 'still' })).toContain('2010-01-01');
    expect(offered(rules)).toEqual([]);
  });

  it('leaves out pictures of less than 1280 pixels if there are larger ones, but no favourite', () => {
    const small = { width: 1279, height: 1279 };
    const days = [facts(today, small), facts('2026-11-19'), facts('2001-11-20', small)];
    const offered = (pool: Parameters<typeof picturesOfPool>[0], from = days) =>
      picturesOfPool(pool, from, choice, allowance, today).map(({ date }) => date);
    expect(offered('archive', [...days, facts('2025-11-20', { height: 1280, width: 9 })])).toEqual([
      '2026-11-19',
      '2025-11-20',
    ]);
    expect(offered('archive')).toEqual([today, '2026-11-19', '2001-11-20']);
    const favourites = days.map(({ date }) => date);
    const large = [...days, facts('2000-11-20')];
    const all = { ...choice, favourites: [...favourites, '2000-11-20'] };
    expect(picturesOfPool('favourites', large, all, allowance, today)).toEqual(large);
  });
});

const someDates = fc
  .uniqueArray(fc.integer({ min: 0, max: 11_000 }), { maxLength: 40 })
  .map((days) =>
    days.map((day) => new Date(day * 86_400_000 + 803_260_800_000).toISOString().slice(0, 10)),
  );

describe('nextInRotation', () => {
  it('returns every picture once before any picture is repeated, whichever is first', () => {
    fc.assert(
      fc.property(someDates, fc.constantFrom(null, '2026-11-20'), (dates, first) => {
        const seen: string[] = [];
        let current: string | null = first;
        while (seen.length < dates.length) {
          const next = nextInRotation(dates, current);
          if (next === null) break;
          expect(next).not.toBe(current);
          seen.push(next);
          current = next;
        }
        if (first === null && dates.length === 1) expect(seen).toEqual(dates);
        else expect([...seen].sort()).toEqual([...dates].sort());
      }),
    );
  });

  it('continues the rotation in order after pictures of new days', () => {
    const news = fc.array(fc.boolean(), { minLength: 1, maxLength: 80 });
    fc.assert(
      fc.property(someDates, news, (dates, isNews) => {
        const seen: string[] = [];
        let current = '2026-11-20';
        let last: string | null = null;
        for (const [index, isNew] of isNews.entries()) {
          if (isNew) current = `2026-12-${String((index % 20) + 10)}`;
          const next = nextInRotation(dates, current, last);
          if (next === null) break;
          expect(next).not.toBe(current);
          seen.push(next);
          current = last = next;
        }
        const round = new Set(seen.slice(0, dates.length));
        expect(round.size).toBe(Math.min(seen.length, dates.length));
      }),
    );
  });

  it('skips the picture that the desktop already shows', () => {
    const order = shuffleDates(['2026-11-18', '2026-11-19', '2026-11-20']);
    const [first = '', second = '', third] = order;
    expect(nextInRotation(order, second, first)).toBe(third);
    expect(nextInRotation([first, second], first, second)).toBe(second);
  });

  it('returns the date after the last one, from the first after the end', () => {
    const order = shuffleDates(['2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20']);
    const [first = '', second = '', third = '', fourth = ''] = order;
    expect(order).toEqual(['2026-11-20', '2026-11-17', '2026-11-18', '2026-11-19']);
    expect(
      [null, first, second, third, fourth].map((last) => nextInRotation(order, '', last)),
    ).toEqual([first, second, third, fourth, first]);
    // The last picture is no longer in the pool.
    expect(nextInRotation([first, third, fourth], '', second)).toBe(third);
    expect(nextInRotation([first], first, second)).toBeNull();
  });

  it('returns null if the pool has only the shown picture', () => {
    expect(nextInRotation(['2026-11-20'], '2026-11-20')).toBeNull();
    expect(nextInRotation([], '2026-11-20')).toBeNull();
    expect(nextInRotation([], null)).toBeNull();
  });

  it('uses the order of shuffleDates, which is not chronological and differs for each seed', () => {
    const dates = Array.from({ length: 20 }, (_one, day) => `2026-11-${String(day + 10)}`);
    expect(shuffleDates(dates).map((date) => date.slice(8))).toEqual([
      '28',
      '16',
      '27',
      '10',
      '20',
      '17',
      '23',
      '13',
      '25',
      '11',
      '18',
      '21',
      '19',
      '14',
      '29',
      '15',
      '24',
      '12',
      '26',
      '22',
    ]);
    expect(shuffleDates(dates, 'a')).not.toEqual(shuffleDates(dates, 'b'));
  });
});

describe('rotationDueAt', () => {
  const every = (everyHours: number, between: RotationSettings['between'] = null) =>
    ({ pool: 'archive', everyHours, between }) as const;
  const at = (day: number, hours: number, minutes = 0): number =>
    new Date(2026, 10, day, hours, minutes).getTime();
  const office = { from: 9 * 60, to: 17 * 60 };
  const night = { from: 22 * 60, to: 6 * 60 };

  it.each<[string, RotationSettings, number, number, number]>([
    ['after its interval', every(6), at(20, 8), at(20, 9), at(20, 14)],
    ['in the past if the interval has passed', every(6), at(20, 1), at(20, 9), at(20, 7)],
    ['one interval from now if the clock was set back', every(6), at(21, 8), at(20, 9), at(20, 15)],
    ['within its time window', every(6, office), at(20, 9), at(20, 10), at(20, 15)],
    ['when its time window begins', every(6, office), at(20, 1), at(20, 2), at(20, 9)],
    [
      'when its time window begins on the next day',
      every(6, office),
      at(20, 12),
      at(20, 13),
      at(21, 9),
    ],
    ['in a time window over midnight', every(2, night), at(20, 22, 30), at(20, 23), at(21, 0, 30)],
    [
      'now in a time window of minutes',
      every(1, { from: 23 * 60 + 30, to: 23 * 60 + 45 }),
      at(20, 10),
      at(20, 23, 40),
      at(20, 23, 40),
    ],
    ['now if it was due before', every(1, office), at(19, 10), at(20, 10), at(20, 10)],
    [
      'later if now is outside its time window',
      every(1, office),
      at(19, 10),
      at(20, 20),
      at(21, 9),
    ],
    [
      'at any time if the window has equal ends',
      every(1, { from: 5, to: 5 }),
      at(20, 1),
      at(20, 1),
      at(20, 2),
    ],
  ])('is due %s', (_when, rotation, changedAt, now, expected) => {
    expect(new Date(rotationDueAt(rotation, changedAt, now))).toEqual(new Date(expected));
  });

  it('uses the minutes of a zone that is half an hour ahead', () => {
    vi.stubEnv('TZ', 'Asia/Kolkata');
    onTestFinished(() => void vi.unstubAllEnvs());
    const rotation = every(1, { from: 23 * 60 + 30, to: 23 * 60 + 45 });
    expect(rotationDueAt(rotation, at(20, 10), at(20, 23, 40))).toBe(at(20, 23, 40));
    expect(rotationDueAt(rotation, at(20, 10), at(20, 23, 20))).toBe(at(20, 23, 30));
  });

  it('is due within 25 hours after its interval and inside its time window, also around clock changes', () => {
    const zone = process.env['TZ'];
    process.env['TZ'] = 'Europe/Berlin';
    onTestFinished(() => {
      if (zone === undefined) delete process.env['TZ'];
      else process.env['TZ'] = zone;
    });
    const minuteOfDay = fc.integer({ min: 0, max: 1439 });
    const between = fc.record({ from: minuteOfDay, to: minuteOfDay });
    // Around the changes of daylight saving time on 29 March and 25 October.
    const around = fc.constantFrom(Date.UTC(2026, 2, 29), Date.UTC(2026, 9, 25));
    const minutes = fc.integer({ min: -3 * 1440, max: 3 * 1440 });
    fc.assert(
      fc.property(
        around,
        minutes,
        fc.integer({ min: 1, max: 24 }),
        between,
        (day, after, hours, times) => {
          const now = day + after * 60_000;
          const due = rotationDueAt(every(hours, times), now, now);
          const wished = now + hours * 3600_000;
          expect(due).toBeGreaterThanOrEqual(wished);
          expect(due - wished).toBeLessThanOrEqual(25 * 3600_000);
          const at = new Date(due);
          const minute = at.getHours() * 60 + at.getMinutes();
          const { from, to } = times;
          const isInside =
            from <= to ? minute >= from && minute < to : minute >= from || minute < to;
          // A time that does not exist in the night in March is one hour later.
          const isLeftOut = from >= 120 && from < 180 && minute === from + 60;
          expect(from === to || isInside || isLeftOut).toBe(true);
        },
      ),
      { numRuns: runs(500) },
    );
  });
});
