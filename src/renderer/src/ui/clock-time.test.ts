import { afterEach, expect, it, vi } from 'vitest';
import { clockTime, exactTime } from './clock-time.ts';

afterEach(() => vi.unstubAllEnvs());

it.each([
  ['2026-11-21T16:31:07Z', '5:31 PM', '5:31:07 PM'],
  // The hour that is repeated when the clocks go back.
  ['2026-10-25T00:31:07Z', '2:31 AM GMT+2', '2:31:07 AM GMT+2'],
  ['2026-10-25T01:31:07Z', '2:31 AM GMT+1', '2:31:07 AM GMT+1'],
])('clockTime and exactTime of %s are %s and %s', (at, clock, exact) => {
  vi.stubEnv('TZ', 'Europe/Berlin');
  const t = Date.parse(at) / 1000;
  expect([clockTime(t), exactTime(t)].map((words) => words.replaceAll(/\s/g, ' '))).toEqual([
    clock,
    exact,
  ]);
});
