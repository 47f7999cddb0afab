import { expect, it } from 'vitest';
import type { Failure } from '#shared/failure.ts';
import { mayConcernOneDay } from './day-failures.ts';

it.each<[Failure, boolean]>([
  [{ kind: 'timeout', stage: 'idle', afterMs: 1 }, true],
  [{ kind: 'unavailable', status: 500, retryAt: null }, true],
  [{ kind: 'unavailable', status: 503, retryAt: 1 }, false],
  [{ kind: 'offline', reason: 'dns' }, false],
])('mayConcernOneDay of %j is %s', (failure, may) => {
  expect(mayConcernOneDay(failure)).toBe(may);
});
