import { expect, it } from 'vitest';
import { createCrashLimit } from './backoff.ts';

const minute = 60_000;

it.each<[string, number[], number, boolean]>([
  ['the first restart', [], 5, true],
  ['the third restart', [0, minute], 2 * minute, true],
  ['no fourth restart in nine minutes', [0, 1, 2], 9 * minute, false],
  ['another restart when the first is ten minutes ago', [0, 1, 2], 10 * minute, true],
  ['no restart one millisecond earlier', [0, 1, 2], 10 * minute - 1, false],
  ['a restart an hour after three others', [0, 1, 2], 60 * minute, true],
])('createCrashLimit allows %s', (_, before, now, allowed) => {
  const limit = createCrashLimit();
  for (const at of before) expect(limit.allows(at)).toBe(true);
  expect(limit.allows(now)).toBe(allowed);
});

it('createCrashLimit does not count a restart that it refused', () => {
  const limit = createCrashLimit();
  for (const at of [0, 1, 2]) limit.allows(at);
  expect(limit.allows(9 * minute)).toBe(false);
  for (const at of [10 * minute, 10 * minute + 1, 10 * minute + 2])
    expect(limit.allows(at)).toBe(true);
});
