import { describe, expect, it } from 'vitest';
import { isClockTrusted, addClockReading, type ClockRecord } from './clock.ts';

const hour = 3600_000;
const day = 24 * hour;
const now = Date.parse('2026-11-20T12:00:00Z');
const in2099 = Date.parse('2099-01-01T00:00:00Z');
/** A record of readings at starts of the app, in order. */
const read = (...times: number[]): ClockRecord =>
  times.reduce<ClockRecord | null>((record, time) => addClockReading(record, time, 0), null) ?? {
    since: 0,
    last: 0,
  };
const daily = (from: number, days: number): number[] =>
  Array.from({ length: days + 1 }, (_, n) => from + n * day);

describe('the wall clock', () => {
  it.each<[string, boolean, number[]]>([
    ['at the first start', false, [now]],
    ['after six days of use', false, daily(now, 6)],
    ['after a week of use', true, daily(now, 7)],
    ['after a week of use and a few days off', true, [...daily(now, 7), now + 13 * day]],
    ['after a jump ahead', false, [...daily(now, 30), in2099]],
    ['after some starts ahead', false, [...daily(now, 30), in2099, in2099 + day]],
    ['after it was set back', false, [...daily(in2099, 30), now]],
    ['a week after it was set back', true, [...daily(in2099, 30), ...daily(now, 7)]],
    ['a millisecond before the end of the week', false, [...daily(now, 6), now + 7 * day - 1]],
    ['after a step back by an hour', true, [...daily(now, 7), now + 7 * day - hour, now + 7 * day]],
    [
      'after a longer step back',
      false,
      [...daily(now, 7), now + 7 * day - hour - 1, now + 7 * day],
    ],
    ['after a week off', true, [...daily(now, 7), now + 14 * day]],
    ['after a longer time off', false, [...daily(now, 7), now + 14 * day + 1]],
    ['after a month without the app', false, [...daily(now, 30), now + 60 * day]],
  ])('is trusted %s: %s', (_when, trusted, times) => {
    expect(isClockTrusted(read(...times))).toBe(trusted);
  });

  it('is trusted after a run of 90 days without a jump, and is not trusted after a run with a jump', () => {
    const started = addClockReading(null, now, 0);
    expect(isClockTrusted(addClockReading(started, now + 90 * day, 90 * day))).toBe(true);
    expect(isClockTrusted(addClockReading(started, in2099, 90 * day))).toBe(false);
  });
});
