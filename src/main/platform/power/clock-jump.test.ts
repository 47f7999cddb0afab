import { expect, it } from 'vitest';
import { compareClockReadings, type ClockReading } from './power.ts';

const minute = 60_000;
const start: ClockReading = { wall: Date.parse('2026-11-21T12:00:00Z'), monotonic: 5_000 };
const after = (wall: number, monotonic: number): ClockReading => ({
  wall: start.wall + wall,
  monotonic: start.monotonic + monotonic,
});

it.each([
  ['a minute', minute, minute, 'steady'],
  ['a minute on a busy machine', minute + 40_000, minute + 40_000, 'steady'],
  ['a correction by a minute', 2 * minute, minute, 'steady'],
  ['a leap second', minute - 1000, minute, 'steady'],
  ['a lid that was closed for two minutes', 3 * minute, minute, 'slept'],
  ['a night during which the monotonic clock stops', 8 * 60 * minute, 20_000, 'slept'],
  ['a night during which the monotonic clock continues', 8 * 60 * minute, 8 * 60 * minute, 'slept'],
  ['a program that was stopped for three minutes', 4 * minute, 4 * minute, 'slept'],
  ['the clock set forward by an hour', 61 * minute, minute, 'slept'],
  ['the clock set back by an hour', -59 * minute, minute, 'set-back'],
  ['the clock set back by a minute', 0, minute, 'steady'],
  ['a delay of 90 s', minute + 90_000, minute + 90_000, 'steady'],
  ['a longer delay', minute + 90_001, minute + 90_001, 'slept'],
  ['the clock set forward by 90 s', minute + 90_000, minute, 'steady'],
  ['the clock set forward by more', minute + 90_001, minute, 'slept'],
  ['the clock set back by 90 s', minute - 90_000, minute, 'steady'],
  ['the clock set back by more', minute - 90_001, minute, 'set-back'],
  ['a night after which the clock is set back by a day', -16 * 60 * minute, minute, 'set-back'],
] as const)('compareClockReadings recognises %s', (_what, wall, monotonic, passage) => {
  expect(compareClockReadings(start, after(wall, monotonic), minute)).toBe(passage);
});
