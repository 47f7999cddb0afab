import { describe, expect, it } from 'vitest';
import {
  addDays,
  addMonths,
  clampMonth,
  mayHavePicture,
  monthMeant,
  newestDate,
  nextDay,
  randomDay,
  sameDayOf,
  weekdayNames,
  weeksOf,
  yearsUntil,
} from './calendar.ts';

describe('days', () => {
  it.each([
    ['2026-11-20', 1, '2026-11-21'],
    ['2024-02-28', 1, '2024-02-29'],
    ['2026-01-01', -1, '2025-12-31'],
    // No clock change in any zone matters.
    ['2026-03-08', 1, '2026-03-09'],
    ['2026-11-01', 1, '2026-11-02'],
  ])('%s and %i: %s', (date, days, then) => {
    expect(addDays(date, days)).toBe(then);
  });

  it('are those of US Eastern', () => {
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
  ] as const)('lead on from %s by %i to %s', (date, direction, next) => {
    expect(nextDay(date, direction, Date.parse('2026-11-21T12:00:00Z'))).toBe(next);
  });
});

describe('months', () => {
  it('follow each other', () => {
    expect(addMonths('2026-12', 1)).toBe('2027-01');
    expect(addMonths('2026-01', -1)).toBe('2025-12');
  });

  it.each([
    // A Sunday first: November 2026 begins on a Sunday and has 30 days.
    ['2026-11', 0, 5, '2026-11-01', 0],
    // A Monday first.
    ['2026-11', 1, 6, '2026-11-01', 6],
    ['2027-02', 1, 4, '2027-02-01', 0],
  ])('%s with week start %i has %i weeks', (month, start, weeks, first, at) => {
    const grid = weeksOf(month, start);
    expect(grid).toHaveLength(weeks);
    expect(grid.every((week) => week.length === 7)).toBe(true);
    expect(grid[0]?.[at]).toBe(first);
    const days = grid.flat().filter((day) => day !== null);
    expect(new Set(days).size).toBe(days.length);
    const [year = 0, number = 0] = month.split('-').map(Number);
    expect(days).toHaveLength(new Date(Date.UTC(year, number, 0)).getUTCDate());
  });

  it('name their weekdays from the first one', () => {
    expect(weekdayNames(0)[0]).toBe('Sun');
    expect(weekdayNames(0, 'long', 'de')[1]).toBe('Montag');
    expect(weekdayNames(1)).toEqual(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']);
  });
});

describe('ways into the archive', () => {
  const now = Date.parse('2026-11-21T12:00:00Z');

  it('lists the years, the newest first', () => {
    const years = yearsUntil(now);
    expect([years[0], years.at(-1), years.length]).toEqual([2026, 1995, 32]);
  });

  it.each([
    ['1990-05', '1995-06'],
    ['1995-07', '1995-07'],
    ['2026-12', '2026-11'],
  ])('takes %s to the nearest month with pictures, %s', (month, nearest) => {
    expect(clampMonth(month, now)).toBe(nearest);
  });

  it('finds the same day of every year that had a picture', () => {
    const days = sameDayOf('2026-11-22', now);
    expect([days[0], days.at(-1), days.length]).toEqual(['2025-11-22', '1995-11-22', 31]);
    expect(sameDayOf('2026-06-17', now).at(-1)).toBe('1996-06-17');
    expect(sameDayOf('2024-02-29', now)).toHaveLength(8);
  });

  it.each([
    [0, '1995-06-16'],
    [0.000_1, '1995-06-16'],
    [0.999_999, '2026-11-21'],
  ])('draws a day that had a picture: %d gives %s', (random, date) => {
    expect(randomDay(now, () => random)).toBe(date);
  });

  it.each([
    ['nov 2025', '2025-11'],
    ['November 2025', '2025-11'],
    ['11/2025', '2025-11'],
    ['11.2025', '2025-11'],
    ['2025-11', '2025-11'],
    ['18 nov 2025', '2025-11'],
    ['1995', '1995-06'],
    ['2031', null],
    ['nov', null],
    ['3/4/2020', null],
    ['nebula', null],
  ])('a search for %j means the month %s', (typed, month) => {
    expect(monthMeant(typed, now)).toBe(month);
  });
});
