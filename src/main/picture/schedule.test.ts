import { describe, expect, it } from 'vitest';
import type { Failure } from '#shared/failure.ts';
import { planNextCheck } from './schedule.ts';

const noon = Date.parse('2026-11-20T17:00:00Z');
const minutes = (ms: number | null): number => Math.round((ms ?? NaN) / 60_000);

describe('planNextCheck', () => {
  it.each([
    ['image', 'picture-here'],
    ['video', 'picture-video'],
    ['other', 'picture-none'],
  ] as const)(
    'plans the next check 6 to 81 minutes after midnight in US Eastern after a day of type %s',
    (mediaType, reason) => {
      const delays = [0, 0.5, 1].map((random) => {
        const next = planNextCheck({ kind: 'have-today', mediaType }, noon, random);
        expect(next.reason).toBe(reason);
        return minutes(next.delayMs) - 12 * 60;
      });
      expect(delays).toEqual([6, 44, 81]);
    },
  );

  it('plans checks at growing intervals of at least ten minutes while the picture is late', () => {
    const delays = [1, 2, 3, 4, 9].map((attempt) =>
      minutes(planNextCheck({ kind: 'not-published', attempt }, noon, 1).delayMs),
    );
    expect(delays).toEqual([20, 40, 80, 120, 120]);
    const soonest = planNextCheck({ kind: 'not-published', attempt: 1 }, noon, 0);
    expect(minutes(soonest.delayMs)).toBe(10);
  });

  it.each<[Failure, number | null, boolean, number, number | null]>([
    [{ kind: 'offline', reason: 'dns' }, null, false, 10 / 60, null],
    [{ kind: 'quota', retryAt: null }, noon + 180 * 60_000, true, 180, 180],
    [{ kind: 'key-refused' }, noon + 60 * 60_000, false, 60, null],
    [{ kind: 'unavailable', status: 503, retryAt: null }, noon - 1, false, 20, null],
    [{ kind: 'not-found' }, null, false, 20, null],
    [{ kind: 'malformed', detail: '' }, null, false, 20, null],
    [{ kind: 'truncated' }, null, false, 10 / 60, null],
    [{ kind: 'truncated' }, noon + 1, true, 10 / 60, 1 / 60_000],
  ])(
    'plans the next check after %j, not before %s',
    (failure, retryAt, setByServer, expected, hold) => {
      const outcome = { kind: 'failed', failure, attempt: 1, retryAt, setByServer } as const;
      const next = planNextCheck(outcome, noon, 1);
      expect((next.delayMs ?? NaN) / 60_000).toBeCloseTo(expected, 5);
      expect(next.holdMs).toBe(hold === null ? null : hold * 60_000);
      expect(next.reason).toBe('retrying');
    },
  );
});
