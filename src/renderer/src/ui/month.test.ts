import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  addDays,
  addMonths,
  clampDay,
  formatDay,
  isDayWithin,
  localToday,
  startOfWeek,
  weekStartOf,
  weeksOf,
} from './month.ts';

afterEach(() => vi.unstubAllEnvs());

describe('localToday', () => {
  it.each([
    ['UTC', '2026-11-30T20:00:00Z', '2026-11-30'],
    ['Asia/Tokyo', '2026-11-30T14:59:00Z', '2026-11-30'],
    ['Asia/Tokyo', '2026-11-30T15:00:00Z', '2026-12-01'],
    ['Asia/Tokyo', '2026-12-31T15:00:00Z', '2027-01-01'],
    ['America/Los_Angeles', '2026-11-01T06:59:00Z', '2026-10-31'],
  ])('returns the day in %s at %s', (zone, at, day) => {
    vi.stubEnv('TZ', zone);
    expect(localToday(new Date(at))).toBe(day);
  });
});

describe('addDays', () => {
  it.each([
    ['2026-03-29', 1, '2026-03-30'],
    ['2026-12-31', 1, '2027-01-01'],
    ['2024-03-01', -1, '2024-02-29'],
    // Clocks change on these days in the United States. This must not change the result.
    ['2026-03-08', 1, '2026-03-09'],
    ['2026-11-01', 1, '2026-11-02'],
  ])('adds to the date %s this number of days: %i', (date, days, sum) => {
    expect(addDays(date, days)).toBe(sum);
  });
});

describe('addMonths', () => {
  it.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2024-01-31', 1, '2024-02-29'],
    ['2026-01-15', -1, '2025-12-15'],
    ['2024-02-29', 12, '2025-02-28'],
  ])('adds to the date %s this number of months: %i', (date, months, sum) => {
    expect(addMonths(date, months)).toBe(sum);
  });
});

describe('weekStartOf', () => {
  it.each([
    ['de-DE', 1],
    ['en-US', 0],
    ['ja-JP', 0],
    ['ar-EG', 6],
  ])('returns the first day of the week in %s', (locale, day) => {
    expect(weekStartOf(locale)).toBe(day);
  });
});

describe('weeksOf', () => {
  it('begins each week on the given weekday, with null for days of other months', () => {
    const weeks = weeksOf('2026-11', 1);
    expect(weeks).toHaveLength(6);
    expect(weeks[0]).toEqual([null, null, null, null, null, null, '2026-11-01']);
    expect(weeks[5]).toEqual(['2026-11-30', null, null, null, null, null, null]);
    expect(weeksOf('2026-11', 0)[0]?.[0]).toBe('2026-11-01');
    expect(weeksOf('2026-12', 1).flat().filter(Boolean)).toHaveLength(31);
  });

  it.each([
    ['2026-11', 0, 5],
    ['2026-11', 1, 6],
    ['2027-02', 1, 4],
  ])('divides %s with week start %i into %i weeks', (month, start, weeks) => {
    expect(weeksOf(month, start)).toHaveLength(weeks);
  });
});

it('startOfWeek returns the first day of the week, which is Monday or Sunday', () => {
  expect(startOfWeek('2026-11-22', 1)).toBe('2026-11-16');
  expect(startOfWeek('2026-11-22', 0)).toBe('2026-11-22');
});

it.each([
  ['2026-01-31', '2026-02-01', null, false],
  ['2026-02-01', '2026-02-01', null, true],
  ['2026-02-01', null, '2026-02-01', true],
  ['2026-02-02', null, '2026-02-01', false],
  ['2026-02-02', '2026-02-02', '2026-02-02', true],
  ['2026-02-02', '2026-02-03', '2026-02-01', false],
  ['2026-02-02', null, null, true],
])('isDayWithin of %s from %s to %s is %s', (date, min, max, isWithin) => {
  expect(isDayWithin(date, min, max)).toBe(isWithin);
});

it.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago'])('formatDay formats days in %s', (zone) => {
  vi.stubEnv('TZ', zone);
  const format = formatDay('en-US', { weekday: 'long', day: 'numeric', month: 'short' });
  expect(format('2026-11-21')).toBe('Saturday, Nov 21');
});

it('clampDay limits a day to an earliest and a latest day; either limit may be missing', () => {
  expect(clampDay('2026-01-01', '2026-02-01', null)).toBe('2026-02-01');
  expect(clampDay('2026-03-01', null, '2026-02-01')).toBe('2026-02-01');
  expect(clampDay('2026-03-01', null, null)).toBe('2026-03-01');
  expect(clampDay('2026-03-01', '2026-02-01', '2026-04-01')).toBe('2026-03-01');
});
