import { expect, it } from 'vitest';
import { revive } from './backoff.ts';

const minute = 60_000;

it.each<[string, number[], number, boolean, number[]]>([
  ['the first time', [], 5, true, [5]],
  ['the third time', [0, minute], 2 * minute, true, [0, minute, 2 * minute]],
  ['not the fourth time', [0, 1, 2], 9 * minute, false, [0, 1, 2]],
  ['again when the first is ten minutes ago', [0, 1, 2], 10 * minute, true, [1, 2, 10 * minute]],
  ['not a millisecond before', [0, 1, 2], 10 * minute - 1, false, [0, 1, 2]],
  ['as if nothing had been, an hour later', [0, 1, 2], 60 * minute, true, [60 * minute]],
])('a window comes back %s', (_, before, now, allowed, revivals) => {
  expect(revive(before, now)).toEqual({ allowed, revivals });
});
