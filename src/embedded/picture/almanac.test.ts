import { expect, test } from 'vitest';
import { moonAt, onMeridian, siderealHours } from './almanac.ts';

test('the Moon of Meeus, example 48.a', () => {
  expect(moonAt(Date.UTC(1992, 3, 12)).lit).toBeCloseTo(0.6786, 2);
});

test.each([
  ['2024-04-15T19:13Z', 'at first quarter'],
  ['2025-03-22T11:29Z', 'at last quarter'],
  ['2026-11-01T20:28Z', 'at last quarter'],
  ['2026-11-17T11:48Z', 'at first quarter'],
])('at %s half of the Moon is lit', (time, phase) => {
  const moon = moonAt(Date.parse(time));
  expect(moon.phase).toBe(phase);
  expect(moon.lit).toBeCloseTo(0.5, 2);
});

test.each([
  [Date.UTC(2026, 7, 12, 17, 37), 'new'],
  [Date.UTC(2024, 3, 8, 18, 21), 'new'],
  [Date.UTC(2025, 2, 14, 6, 55), 'full'],
  [Date.UTC(2025, 2, 18), 'waning gibbous'],
  [Date.UTC(2024, 3, 12), 'a waxing crescent'],
])('at %i the Moon is %s', (time, phase) => {
  expect(moonAt(time).phase).toBe(phase);
});

test('the sidereal time of Meeus, example 12.a', () => {
  expect(siderealHours(Date.UTC(1987, 3, 10))).toBeCloseTo(13.1795463, 4);
});

test.each([
  [5.5, 'Orion'],
  [19, 'Lyra'],
  [23.9, 'Andromeda'],
])('at %f h %s stands near the meridian', (hours, name) => {
  expect(onMeridian(hours)).toBe(name);
});
