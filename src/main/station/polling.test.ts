import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dailyBudget, nextPoll, type PollingSituation } from './polling.ts';

const hour = 3600;
/** An orbit whose uncertainty grows by `growth` km in ten minutes. */
const orbit = (
  growth: number,
  spanHours: number,
  { now = 0.5, doubtKm = 0 } = {},
): NonNullable<PollingSituation['orbit']> => ({
  sigmaKm: (ahead) => now + (growth * ahead) / 600,
  doubtKm,
  spanSeconds: spanHours * hour,
});
const sparse = { mode: 'sparse', everySeconds: 300 } as const;
const learning = { mode: 'learning', everySeconds: 60 } as const;
const quiet: PollingSituation = {
  paused: false,
  watched: false,
  orbit: null,
  askedInADay: 0,
  before: sparse,
};
const spent = dailyBudget;

describe('nextPoll', () => {
  it.each([
    ['no orbit, map closed', {}, 'learning', 60],
    ['no orbit, map on screen', { watched: true }, 'watched', 5],
    ['uncertain', { orbit: orbit(5, 0.1) }, 'learning', 60],
    [
      'uncertain ahead, known now, map on screen',
      { watched: true, orbit: orbit(5, 0.1) },
      'learning',
      60,
    ],
    [
      'uncertain now, map on screen',
      { watched: true, orbit: orbit(0, 9, { now: 4 }) },
      'watched',
      5,
    ],
    ['known for ten minutes', { orbit: orbit(2, 0.3) }, 'sparse', 300],
    ['known, fit of an hour', { orbit: orbit(0.01, 1) }, 'sparse', 300],
    ['known, fit of 6 hours', { orbit: orbit(0.01, 6) }, 'sparse', 600],
    ['known, fit of a day', { orbit: orbit(0.01, 24) }, 'sparse', 900],
    ['fit of a day, but not known for 15 minutes', { orbit: orbit(2, 24) }, 'sparse', 600],
    ['known, map on screen', { watched: true, orbit: orbit(0.01, 24) }, 'sparse', 900],
    ['known, newest fixes unexplained', { orbit: orbit(0.01, 24, { doubtKm: 1 }) }, 'learning', 60],
    ['paused', { paused: true, watched: true }, 'paused', null],
    ['budget spent, no orbit', { askedInADay: spent }, 'learning', 600],
    ['budget spent, orbit known', { askedInADay: spent, orbit: orbit(0, 1) }, 'sparse', 600],
    ['budget spent, fit of a day', { askedInADay: spent, orbit: orbit(0, 24) }, 'sparse', 900],
    ['budget spent, map on screen', { askedInADay: spent, watched: true }, 'watched', 5],
  ] as const)('chooses a pace: %s', (_what, part, mode, everySeconds) => {
    expect(nextPoll({ ...quiet, ...part })).toEqual({ mode, everySeconds });
  });

  it.each([
    [
      'learning continues until the orbit is clearly known',
      { before: learning, orbit: orbit(2, 1) },
      'learning',
      60,
    ],
    ['learning ends then', { before: learning, orbit: orbit(1.5, 1) }, 'sparse', 300],
    [
      'sparse polling continues up to the limit',
      { before: sparse, orbit: orbit(2.4, 1) },
      'sparse',
      300,
    ],
    [
      'sparse polling ends above the limit',
      { before: sparse, orbit: orbit(2.6, 1) },
      'learning',
      60,
    ],
    [
      'close polling continues until the position is clearly known',
      {
        before: { mode: 'watched', everySeconds: 5 },
        watched: true,
        orbit: orbit(0, 1, { now: 2.5 }),
      },
      'watched',
      5,
    ],
    [
      'a spent budget is not available at once',
      { before: { mode: 'learning', everySeconds: 600 }, askedInADay: spent - 2 },
      'learning',
      600,
    ],
    [
      'a spent budget is available later',
      { before: { mode: 'learning', everySeconds: 600 }, askedInADay: spent - 20 },
      'learning',
      60,
    ],
  ] as const)('changes with hysteresis: %s', (_what, part, mode, everySeconds) => {
    expect(nextPoll({ ...quiet, ...part })).toEqual({ mode, everySeconds });
  });

  it('polls at most 288 times in any 24 hours while the map is closed, whatever the orbit does', () => {
    const situations = fc.array(
      fc.option(
        fc.record({
          growth: fc.double({ min: 0, max: 6, noNaN: true }),
          span: fc.double({ min: 0, max: 36, noNaN: true }),
          doubtKm: fc.constantFrom(0, 0, 2),
        }),
      ),
      { minLength: 1, maxLength: 20 },
    );
    fc.assert(
      fc.property(situations, (list) => {
        const asked: number[] = [];
        let before: PollingSituation['before'] = learning;
        for (let t = 0; t < 3 * 86_400;) {
          asked.push(t);
          const inADay = asked.filter((at) => at > t - 86_400).length;
          if (inADay > 288) return false;
          const now = list[asked.length % list.length] ?? null;
          const known = now && orbit(now.growth, now.span, { doubtKm: now.doubtKm });
          before = nextPoll({ ...quiet, before, orbit: known, askedInADay: inADay });
          t += before.everySeconds ?? 86_400;
        }
        return true;
      }),
      { numRuns: 100 },
    );
  });
});
