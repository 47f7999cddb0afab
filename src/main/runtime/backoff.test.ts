import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backoffMs, requestedWaitMs } from './backoff.ts';
import { retryRound } from './poller.ts';

const limits = { baseMs: 1_000, capMs: 60_000 };

describe('backoffMs', () => {
  it.each([
    [1, 0, 500],
    [1, 0.001, 501],
    [1, 1, 1_000],
    [2, 1, 2_000],
    [3, 1, 4_000],
    [7, 1, 60_000],
    [1e9, 1, 60_000],
    [0, 1, 1_000],
  ])('returns the wait for attempt %d and the random number %d: %d ms', (attempt, random, ms) => {
    expect(backoffMs(attempt, limits, random)).toBe(ms);
  });

  it.each([
    [1, 60_000],
    [2, 300_000],
    [3, null],
  ])('returns entry %d of a list of waits: %s ms', (attempt, ms) => {
    expect(backoffMs(attempt, [60_000, 300_000])).toBe(ms);
  });

  it('stays between half the cap and the cap for any attempt', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 7 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (n, random) => {
          const ms = backoffMs(n, limits, random);
          expect(ms).toBeGreaterThanOrEqual(30_000);
          expect(ms).toBeLessThanOrEqual(60_000);
        },
      ),
    );
  });
});

describe('requestedWaitMs', () => {
  it.each([
    [{ kind: 'quota', retryAt: 90_000 } as const, 80_000],
    [{ kind: 'unavailable', status: 503, retryAt: 5_000 } as const, 0],
    [{ kind: 'quota', retryAt: 10_000 + 24 * 3600_000 } as const, 24 * 3600_000],
    // This time was stored while the clock was ahead.
    [{ kind: 'quota', retryAt: 10_001 + 24 * 3600_000 } as const, null],
    [{ kind: 'unavailable', status: 503, retryAt: Date.UTC(2099, 0) } as const, null],
    [{ kind: 'quota', retryAt: null } as const, null],
    [{ kind: 'not-found' } as const, null],
  ])('returns the wait that the service requested in %j: %s ms', (failure, ms) => {
    expect(requestedWaitMs(failure, 10_000)).toBe(ms);
  });
});

describe('retryRound', () => {
  it.each([
    ['the back-off when the service names no wait', null, 5_000, null],
    ['the back-off when the service asks for less', 10_000, 5_000, 0],
    ['the back-off when the service asks for a little less', 14_999, 5_000, 4_999],
    ['the wait of the service when that is longer', 15_001, 5_001, 5_001],
  ])('waits for %s', (_name, retryAt, delayMs, holdMs) => {
    const failure = { kind: 'unavailable', status: 503, retryAt } as const;
    expect(retryRound(failure, 10_000, 5_000)).toMatchObject({ delayMs, holdMs });
  });
});
