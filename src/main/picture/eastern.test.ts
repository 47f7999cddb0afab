import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  addDays,
  easternDate,
  easternMidnight,
  isCalendarDay,
  nextEasternMidnight,
} from './eastern.ts';

const dayMs = 24 * 3600_000;
const at = (iso: string): number => Date.parse(iso);

describe('US Eastern days', () => {
  it.each([
    ['2026-11-20T04:59:59Z', '2026-11-19', '2026-11-20T05:00:00Z'],
    ['2026-11-20T05:00:00Z', '2026-11-20', '2026-11-21T05:00:00Z'],
    ['2026-07-01T03:59:00Z', '2026-06-30', '2026-07-01T04:00:00Z'],
    // Daylight saving time ends: a day of 25 hours.
    ['2026-11-01T04:00:00Z', '2026-11-01', '2026-11-02T05:00:00Z'],
    // Daylight saving time begins: a day of 23 hours.
    ['2026-03-08T05:00:00Z', '2026-03-08', '2026-03-09T04:00:00Z'],
    ['2026-12-31T23:00:00Z', '2026-12-31', '2027-01-01T05:00:00Z'],
  ])('returns the day and its end for %s: %s until %s', (instant, date, midnight) => {
    expect(easternDate(at(instant))).toBe(date);
    expect(new Date(nextEasternMidnight(at(instant))).toISOString()).toBe(
      new Date(midnight).toISOString(),
    );
  });

  it.each([
    ['2026-02-28', true],
    ['2026-02-29', false],
    ['2024-02-29', true],
    ['2026-02-30', false],
    ['2026-13-01', false],
    ['2026-00-10', false],
    ['yesterday', false],
  ])('isCalendarDay(%s) is %s', (date, exists) => {
    expect(isCalendarDay(date)).toBe(exists);
  });

  it('returns the date that Intl returns for New York, for each day since the first picture, when the computer is in another time zone', () => {
    vi.stubEnv('TZ', 'America/Los_Angeles');
    onTestFinished(() => void vi.unstubAllEnvs());
    const format = new Intl.DateTimeFormat('en-CA', {
      timeZone: 'America/New_York',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    });
    const [first, last] = [at('1995-06-16T00:00Z'), at('2040-01-01T00:00Z')];
    // At 04:30 in UTC, the date in US Eastern depends on daylight saving time.
    const count = Math.floor((last - first) / dayMs);
    const times = Array.from({ length: count }, (_, day) => first + day * dayMs + 4.5 * 3600_000);
    expect(times.find((time) => easternDate(time) !== format.format(time))).toBeUndefined();
    fc.assert(
      fc.property(fc.integer({ min: first, max: last }), (instant) => {
        expect(easternDate(instant)).toBe(format.format(instant));
      }),
    );
  });

  it('nextEasternMidnight returns the first instant of the next day', () => {
    const instants = fc.integer({ min: at('1995-06-16T00:00Z'), max: at('2100-01-01T00:00Z') });
    fc.assert(
      fc.property(instants, (instant) => {
        const midnight = nextEasternMidnight(instant);
        expect(midnight).toBeGreaterThan(instant);
        expect(easternDate(midnight)).not.toBe(easternDate(instant));
        expect(easternDate(midnight - 1)).toBe(easternDate(instant));
      }),
    );
  });

  it('easternMidnight returns the first instant of the day', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 38_000 }), (days) => {
        const date = addDays('1995-06-16', days);
        expect(easternDate(easternMidnight(date))).toBe(date);
        expect(easternDate(easternMidnight(date) - 1)).toBe(addDays(date, -1));
      }),
    );
  });
});
