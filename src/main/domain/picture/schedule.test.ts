import { describe, expect, it } from 'vitest';
import type { Failure } from '../../../shared/failure.ts';
import { planNextLook } from './schedule.ts';

const noon = Date.parse('2026-11-20T17:00:00Z');
const minutes = (ms: number | null): number => Math.round((ms ?? NaN) / 60_000);

describe('planNextLook', () => {
  it('comes back five minutes after the next midnight in US Eastern', () => {
    const next = planNextLook({ kind: 'have-today' }, noon, 0.5);
    expect(minutes(next.delayMs)).toBe(12 * 60 + 5);
    expect(next.reason).toBe('today’s picture is here');
  });

  it('asks at growing intervals while the picture is late, never closer than ten minutes', () => {
    const delays = [1, 2, 3, 4, 9].map((attempt) =>
      minutes(planNextLook({ kind: 'not-published', attempt }, noon, 1).delayMs),
    );
    expect(delays).toEqual([20, 40, 80, 120, 120]);
  });

  it.each<[Failure, number, number | null]>([
    [{ kind: 'offline', reason: 'dns' }, 10 / 60, null],
    [{ kind: 'quota', retryAt: noon + 3 * 3600_000 }, 180, 180],
    [{ kind: 'quota', retryAt: noon + 120_000 }, 2, 2],
    [{ kind: 'quota', retryAt: null }, 60, null],
    [{ kind: 'unavailable', status: 503, retryAt: noon + 600_000 }, 10, 10],
    [{ kind: 'key-refused' }, 60, null],
    [{ kind: 'not-found' }, 20, null],
  ])('after %j waits %d minutes', (failure, expected, hold) => {
    const next = planNextLook({ kind: 'failed', failure, attempt: 1 }, noon, 1);
    expect((next.delayMs ?? NaN) / 60_000).toBeCloseTo(expected, 5);
    expect(next.holdMs).toBe(hold === null ? null : hold * 60_000);
    expect(next.reason).toMatch(/; trying again$/);
  });
});
