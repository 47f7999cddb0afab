import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, easternDay, easternMidnight, firstDay } from './calendar.ts';

const format = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/New_York' });
const [first, last] = [Date.parse(firstDay), Date.parse('2030-01-01')];

test('easternDay returns the day in US Eastern time, for any order of the calls', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: first, max: last }), { maxLength: 20 }), (times) => {
      for (const time of times) expect(easternDay(time)).toBe(format.format(time));
    }),
  );
});

test.each([
  ['2026-03-08', '2026-03-08T05:00:00Z'],
  ['2026-03-09', '2026-03-09T04:00:00Z'],
  ['2026-11-01', '2026-11-01T04:00:00Z'],
  ['2026-11-02', '2026-11-02T05:00:00Z'],
  ['2026-12-01', '2026-12-01T05:00:00Z'],
])('easternMidnight returns for %s: %s, and easternDay changes at that time', (day, instant) => {
  const midnight = Date.parse(instant);
  expect(easternMidnight(day)).toBe(midnight);
  // A day of 23 or 25 hours must also end at midnight if the days are requested in sequence.
  for (const hours of [13, 11, 1])
    expect(easternDay(midnight - hours * 3_600_000)).toBe(addDays(day, -1));
  expect(easternDay(midnight)).toBe(day);
  expect(easternDay(midnight - 1)).toBe(addDays(day, -1));
});
