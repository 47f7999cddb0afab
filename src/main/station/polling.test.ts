import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dailyBudget, choosePolling, type PollingSituation } from './polling.ts';
import { runs } from '#test/support/runs.ts';

const hour = 3600;
const orbit = (
  fitKm: number,
  spanHours: number,
  { doubtKm = 0 } = {},
): NonNullable<PollingSituation['orbit']> => ({ fitKm, doubtKm, spanSeconds: spanHours * hour });
const sparse = { mode: 'sparse', everySeconds: 300 } as const;
const learning = { mode: 'learning', everySeconds: 60 } as const;
const quiet: PollingSituation = {
  paused: false,
  watched: false,
  orbit: null,
  requestsInADay: 0,
  current: sparse,
};
const spent = dailyBudget;

describe('choosePolling', () => {
  it.each([
    ['no orbit, map closed', {}, 'learning', 60],
    ['no orbit, map on screen', { watched: true }, 'watched', 5],
    ['uncertain', { orbit: orbit(5, 0.1) }, 'learning', 60],
    ['uncertain, map on screen', { watched: true, orbit: orbit(5, 0.1) }, 'watched', 5],
    ['known, fit of an hour', { orbit: orbit(1, 1) }, 'sparse', 300],
    ['known, fit of almost 6 hours', { orbit: orbit(1, 5.9) }, 'sparse', 300],
    ['known, fit of 6 hours', { orbit: orbit(1, 6) }, 'sparse', 900],
    ['known, fit of almost a day', { orbit: orbit(1, 23.9) }, 'sparse', 900],
    ['known, fit of a day', { orbit: orbit(1, 24) }, 'sparse', 3600],
    ['known, map on screen', { watched: true, orbit: orbit(1, 24) }, 'sparse', 3600],
    ['known, newest fixes unexplained', { orbit: orbit(0.01, 24, { doubtKm: 1 }) }, 'learning', 60],
    ['paused', { paused: true, watched: true }, 'paused', null],
    ['budget almost spent, no orbit', { requestsInADay: spent - 1 }, 'learning', 60],
    ['budget spent, no orbit', { requestsInADay: spent }, 'learning', 600],
    ['budget spent, orbit known', { requestsInADay: spent, orbit: orbit(0, 1) }, 'sparse', 600],
    ['budget spent, fit of a day', { requestsInADay: spent, orbit: orbit(0, 24) }, 'sparse', 3600],
    ['budget spent, map on screen', { requestsInADay: spent, watched: true }, 'watched', 5],
  ] as const)('chooses the polling mode and interval: %s', (_what, part, mode, everySeconds) => {
    expect(choosePolling({ ...quiet, ...part })).toEqual({ mode, everySeconds });
  });

  it.each([
    [
      'learning continues until the orbit is clearly known',
      { current: learning, orbit: orbit(2.5, 1) },
      'learning',
      60,
    ],
    [
      'learning ends when the orbit is clearly known',
      { current: learning, orbit: orbit(2, 1) },
      'sparse',
      300,
    ],
    ['sparse polling continues up to the limit', { orbit: orbit(2.9, 1) }, 'sparse', 300],
    ['sparse polling ends above the limit', { orbit: orbit(3.1, 1) }, 'learning', 60],
    [
      'close polling continues until the position is clearly known',
      { current: { mode: 'watched', everySeconds: 5 }, watched: true, orbit: orbit(2.5, 1) },
      'watched',
      5,
    ],
    [
      'a spent budget is not available at once',
      { current: { mode: 'learning', everySeconds: 600 }, requestsInADay: spent - 12 },
      'learning',
      600,
    ],
    [
      'a spent budget is available later',
      { current: { mode: 'learning', everySeconds: 600 }, requestsInADay: spent - 13 },
      'learning',
      60,
    ],
  ] as const)('changes the polling mode with hysteresis: %s', (_what, part, mode, everySeconds) => {
    expect(choosePolling({ ...quiet, ...part })).toEqual({ mode, everySeconds });
  });

  it('polls at most 288 times in any 24 hours while the map is closed, for any sequence of orbits', () => {
    const situations = fc.array(
      fc.option(
        fc.record({
          fitKm: fc.double({ min: 0, max: 6, noNaN: true }),
          span: fc.double({ min: 0, max: 36, noNaN: true }),
          doubtKm: fc.constantFrom(0, 0, 2),
        }),
      ),
      { minLength: 1, maxLength: 20 },
    );
    fc.assert(
      fc.property(situations, (list) => {
        const asked: number[] = [];
        let current: PollingSituation['current'] = learning;
        for (let t = 0; t < 3 * 86_400;) {
          asked.push(t);
          const inADay = asked.filter((at) => at > t - 86_400).length;
          if (inADay > 288) return false;
          const now = list[asked.length % list.length] ?? null;
          const known = now && orbit(now.fitKm, now.span, { doubtKm: now.doubtKm });
          current = choosePolling({ ...quiet, current, orbit: known, requestsInADay: inADay });
          t += current.everySeconds ?? 86_400;
        }
        return true;
      }),
      { numRuns: runs(100) },
    );
  });
});
