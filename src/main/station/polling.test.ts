import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dailyBudget, nextPoll, type PollingSituation } from './polling.ts';

const hour = 3600;
/** An orbit whose uncertainty grows by so many km in ten minutes. */
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
    ['nothing known, nobody looks', {}, 'learning', 60],
    ['nothing known, somebody looks', { watched: true }, 'watched', 5],
    ['known badly', { orbit: orbit(5, 0.1) }, 'learning', 60],
    [
      'known badly ahead, well now, watched',
      { watched: true, orbit: orbit(5, 0.1) },
      'learning',
      60,
    ],
    ['known badly now, watched', { watched: true, orbit: orbit(0, 9, { now: 4 }) }, 'watched', 5],
    ['well for ten minutes', { orbit: orbit(2, 0.3) }, 'sparse', 300],
    ['well, from an hour', { orbit: orbit(0.01, 1) }, 'sparse', 300],
    ['well, from 6 hours', { orbit: orbit(0.01, 6) }, 'sparse', 600],
    ['well, from a day', { orbit: orbit(0.01, 24) }, 'sparse', 900],
    ['from a day, but not for 15 minutes', { orbit: orbit(2, 24) }, 'sparse', 600],
    ['well and watched', { watched: true, orbit: orbit(0.01, 24) }, 'sparse', 900],
    ['in doubt', { orbit: orbit(0.01, 24, { doubtKm: 1 }) }, 'learning', 60],
    ['paused', { paused: true, watched: true }, 'paused', null],
    ['too much asked, nothing known', { askedInADay: spent }, 'learning', 600],
    ['too much asked, well known', { askedInADay: spent, orbit: orbit(0, 1) }, 'sparse', 600],
    ['too much asked, from a day', { askedInADay: spent, orbit: orbit(0, 24) }, 'sparse', 900],
    ['too much asked, but watched', { askedInADay: spent, watched: true }, 'watched', 5],
  ] as const)('%s', (_what, part, mode, everySeconds) => {
    expect(nextPoll({ ...quiet, ...part })).toEqual({ mode, everySeconds });
  });

  it.each([
    [
      'learning goes on until it is known clearly',
      { before: learning, orbit: orbit(2, 1) },
      'learning',
      60,
    ],
    ['and then ends', { before: learning, orbit: orbit(1.5, 1) }, 'sparse', 300],
    [
      'what is known stays so up to the limit',
      { before: sparse, orbit: orbit(2.4, 1) },
      'sparse',
      300,
    ],
    ['and no farther', { before: sparse, orbit: orbit(2.6, 1) }, 'learning', 60],
    [
      'a watched orbit is polled closely until it is clearly well',
      {
        before: { mode: 'watched', everySeconds: 5 },
        watched: true,
        orbit: orbit(0, 1, { now: 2.5 }),
      },
      'watched',
      5,
    ],
    [
      'a budget is not there again at once',
      { before: { mode: 'learning', everySeconds: 600 }, askedInADay: spent - 2 },
      'learning',
      600,
    ],
    [
      'but later',
      { before: { mode: 'learning', everySeconds: 600 }, askedInADay: spent - 20 },
      'learning',
      60,
    ],
  ] as const)('does not waver: %s', (_what, part, mode, everySeconds) => {
    expect(nextPoll({ ...quiet, ...part })).toEqual({ mode, everySeconds });
  });

  it('asks at most 288 times in any day while nobody looks, whatever the orbit does', () => {
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
