import { describe, expect, it } from 'vitest';
import type { Failure } from '#shared/failure.ts';
import { planNextLook } from './schedule.ts';

const noon = Date.parse('2026-11-20T17:00:00Z');
const firstLookMs = 12 * 60_000;
const minutes = (ms: number | null): number => Math.round((ms ?? NaN) / 60_000);

describe('planNextLook', () => {
  it.each([
    ['image', 'today’s picture is here'],
    ['video', 'today is a video'],
    ['other', 'today has no picture'],
  ] as const)('comes back at the first look of the next day: %s', (mediaType, reason) => {
    const next = planNextLook({ kind: 'have-today', mediaType }, noon, 0.5, firstLookMs);
    expect(next).toEqual({ delayMs: (12 * 60 + 12) * 60_000, reason });
  });

  it('asks at growing intervals while the picture is late, never closer than ten minutes', () => {
    const delays = [1, 2, 3, 4, 9].map((attempt) =>
      minutes(planNextLook({ kind: 'not-published', attempt }, noon, 1, firstLookMs).delayMs),
    );
    expect(delays).toEqual([20, 40, 80, 120, 120]);
    const soonest = planNextLook({ kind: 'not-published', attempt: 1 }, noon, 0, firstLookMs);
    expect(minutes(soonest.delayMs)).toBe(10);
  });

  it.each<[Failure, number | null, boolean, number, number | null]>([
    [{ kind: 'offline', reason: 'dns' }, null, false, 10 / 60, null],
    [{ kind: 'quota', retryAt: null }, noon + 180 * 60_000, true, 180, 180],
    [{ kind: 'key-refused' }, noon + 60 * 60_000, false, 60, null],
    [{ kind: 'unavailable', status: 503, retryAt: null }, noon - 1, false, 10 / 60, null],
    [{ kind: 'not-found' }, null, false, 20, null],
  ])('after %j with a rest until %s waits', (failure, retryAt, bound, expected, hold) => {
    const outcome = { kind: 'failed', failure, attempt: 1, retryAt, bound } as const;
    const next = planNextLook(outcome, noon, 1, firstLookMs);
    expect((next.delayMs ?? NaN) / 60_000).toBeCloseTo(expected, 5);
    expect(next.holdMs).toBe(hold === null ? null : hold * 60_000);
    expect(next.reason).toMatch(/; trying again$/);
  });
});
