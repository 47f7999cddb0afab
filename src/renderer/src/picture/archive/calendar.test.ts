import { afterEach, describe, expect, it } from 'vitest';
import { setLanguage } from '#shared/language/language.ts';
import {
  clampMonth,
  parseTypedDay,
  mayHavePicture,
  monthAt,
  parseTypedMonths,
  monthNumber,
  newestDate,
  nextDay,
  randomDay,
  sameDayOfYears,
  archiveYearsUntil,
} from './calendar.ts';

afterEach(() => setLanguage({ language: 'en', formats: 'en' }));

describe('the days of the service', () => {
  it('are calendar days in US Eastern time, without days that had no picture', () => {
    expect(newestDate(Date.parse('2026-11-21T04:59:00Z'))).toBe('2026-11-20');
    expect(newestDate(Date.parse('2026-11-21T05:00:00Z'))).toBe('2026-11-21');
    expect(newestDate(Date.parse('2026-07-01T03:59:00Z'))).toBe('2026-06-30');
    const now = Date.parse('2026-11-21T12:00:00Z');
    const possible = (...dates: string[]) => dates.map((date) => mayHavePicture(date, now));
    expect(possible('1995-06-15', '1995-06-16', '1995-06-18')).toEqual([false, true, false]);
    expect(possible('2026-11-21', '2026-11-22')).toEqual([true, false]);
  });

  it.each([
    ['2026-11-20', 1, '2026-11-21'],
    ['2026-11-21', 1, null],
    ['1995-06-16', 1, '1995-06-20'],
    ['1995-06-20', -1, '1995-06-16'],
    ['1995-06-16', -1, null],
  ] as const)('follow each other: from %s in direction %i to %s', (date, direction, next) => {
    expect(nextDay(date, direction, Date.parse('2026-11-21T12:00:00Z'))).toBe(next);
  });
});

describe('the calendar of the archive', () => {
  const now = Date.parse('2026-11-21T12:00:00Z');

  it('lists the years, the newest first', () => {
    const years = archiveYearsUntil(now);
    expect([years[0], years.at(-1), years.length]).toEqual([2026, 1995, 32]);
  });

  it.each([
    ['1990-05', '1995-06'],
    ['1995-07', '1995-07'],
    ['2026-12', '2026-11'],
  ])('limits the month %s to the nearest month with pictures: %s', (month, nearest) => {
    expect(clampMonth(month, now)).toBe(nearest);
  });

  it('lists the same day of every year in which it had a picture', () => {
    const days = sameDayOfYears('2026-11-22', now);
    expect([days[0], days.at(-1), days.length]).toEqual(['2025-11-22', '1995-11-22', 31]);
    expect(sameDayOfYears('2026-06-17', now).at(-1)).toBe('1996-06-17');
    expect(sameDayOfYears('2024-02-29', now)).toHaveLength(8);
  });

  it.each([
    [0, '1995-06-16'],
    [0.000_1, '1995-06-16'],
    [0.999_999, '2026-11-21'],
  ])('chooses a day with a picture: the random number %d gives %s', (random, date) => {
    expect(randomDay(now, () => random)).toBe(date);
  });

  it.each([
    ['nov 2025', 'en', ['2025-11']],
    ['November 2025', 'en', ['2025-11']],
    ['März 2021', 'de', ['2021-03']],
    ['marzo de 2021', 'es', ['2021-03']],
    ['mars 2021', 'fr', ['2021-03']],
    ['2021年3月', 'ja', ['2021-03']],
    ['11/2025', 'en', ['2025-11']],
    ['11.2025', 'en', ['2025-11']],
    ['2025-11', 'en', ['2025-11']],
    ['18 nov 2025', 'en', ['2025-11']],
    ['2031', 'en', []],
    ['nov', 'en', []],
    ['3/4/2020', 'en', []],
    ['nebula', 'en', []],
  ] as const)(
    'reads the search %j in the language %s as the months %j',
    (typed, language, months) => {
      setLanguage({ language, formats: language });
      expect(parseTypedMonths(typed, now)).toEqual(months);
    },
  );

  it.each([
    ['2019', '2019-01', '2019-12', 12],
    ['2019年', '2019-01', '2019-12', 12],
    ['1995', '1995-06', '1995-12', 7],
    ['2026', '2026-01', '2026-11', 11],
  ])('reads the year %s as its months that can have pictures', (typed, first, last, count) => {
    const months = parseTypedMonths(typed, now);
    expect([months[0], months.at(-1), months.length]).toEqual([first, last, count]);
  });

  it('numbers the months consecutively across years', () => {
    expect(monthNumber('2026-01') - monthNumber('2025-12')).toBe(1);
    for (const month of ['1995-06', '1999-12', '2000-01'])
      expect(monthAt(monthNumber(month))).toBe(month);
  });

  it.each([
    ['18 nov 2025', 'en', '2025-11-18'],
    ['18.11.2025', 'de', '2025-11-18'],
    ['2025年11月18日', 'ja', '2025-11-18'],
    ['3/4/2020', 'en-US', '2020-03-04'],
    ['3/4/2020', 'en-GB', '2020-04-03'],
    ['3/14/2020', 'en-GB', '2020-03-14'],
    ['Yesterday', 'fr', '2026-11-20'],
    ['hier', 'fr', '2026-11-20'],
    ['昨日', 'ja', '2026-11-20'],
    ['きのう', 'ja', null],
    ['\u200eｈｉｅｒ', 'fr', '2026-11-20'],
    ['heute', 'de', '2026-11-21'],
    ['1 Jan 1990', 'en', '1990-01-01'],
    ['30 feb 2020', 'en', null],
    ['nov 2025', 'en', null],
    ['18 nov', 'en', null],
    ['', 'en', null],
    ['nebula', 'en', null],
  ])('reads the search %j in %s as the day %s', (typed, formats, date) => {
    setLanguage({ language: 'en', formats });
    expect(parseTypedDay(typed, now)).toBe(date);
  });
});
