import { describe, expect, it } from 'vitest';
import {
  clampMonth,
  isCalendarDay,
  mayHavePicture,
  monthAt,
  monthInWords,
  monthNames,
  monthNumber,
  newestDate,
  nextDay,
  randomDay,
  sameDayOfYears,
  shortDateInWords,
  archiveYearsUntil,
} from './calendar.ts';

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

  it('has a day only if it exists', () => {
    const days = ['2026-02-28', '2026-02-29', '2024-02-29', '2026-11-31'];
    expect(days.map((one) => isCalendarDay(one))).toEqual([true, false, true, false]);
  });

  it('names months and days', () => {
    expect(monthInWords('2026-11')).toBe('November 2026');
    expect(shortDateInWords('2026-11-01')).toBe('Nov 1, 2026');
    const names = monthNames();
    expect([names.length, names[0], names[8], names[11]]).toEqual([
      ...[12, 'January', 'September', 'December'],
    ]);
  });

  it('numbers the months consecutively across years', () => {
    expect(monthNumber('2026-01') - monthNumber('2025-12')).toBe(1);
    for (const month of ['1995-06', '1999-12', '2000-01'])
      expect(monthAt(monthNumber(month))).toBe(month);
  });
});
