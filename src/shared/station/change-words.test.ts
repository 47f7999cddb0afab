import { expect, it } from 'vitest';
import { clockTime } from '../time-words.ts';
import { changeInWords, visiblePassChanges, greatestShiftMinutes } from './change-words.ts';
import type { PassChange } from './ledger.ts';

const noon = new Date(2026, 10, 20, 12).getTime();
/** Unix seconds, minutes after noon. */
const at = (minutes: number): number => noon / 1000 + minutes * 60;
const time = (minutes: number): string => clockTime(at(minutes) * 1000);

/** A pass predicted for 13:00 that now culminates `seconds` later. It begins two minutes before its culmination. */
const change = (seconds: number, predicted = true, now = true): PassChange => ({
  predicted: { peak: at(60), visible: predicted },
  current: { peak: at(60) + seconds, from: at(58) + seconds, visible: now },
});
const gone = (visible: boolean): PassChange => ({
  predicted: { peak: at(60), visible },
  current: null,
});

it.each<[string, PassChange, string]>([
  ['gone', gone(true), `Pass of ${time(60)}: no longer takes place.`],
  ['hidden', change(600, true, false), `Pass of ${time(58)}: no longer visible.`],
  ['visible now', change(600, false, true), `Pass of ${time(68)}: now visible.`],
  ['later by seconds', change(89), `Pass of ${time(58)}: now ${time(59)}, 89\u00a0s later.`],
  ['earlier by seconds', change(-60), `Pass of ${time(58)}: now ${time(57)}, 60\u00a0s earlier.`],
  [
    'later by a minute and a half',
    change(90),
    `Pass of ${time(58)}: now ${time(59)}, 2\u00a0min later.`,
  ],
  [
    'earlier by minutes',
    change(-600),
    `Pass of ${time(58)}: now ${time(48)}, 10\u00a0min earlier.`,
  ],
  [
    'later, and invisible before and now',
    change(600, false, false),
    `Pass of ${time(58)}: now ${time(68)}, 10\u00a0min later.`,
  ],
])('changeInWords describes the change of a pass: %s', (_what, passed, words) => {
  expect(changeInWords(passed, noon)).toBe(words);
});

it.each<[string, PassChange, boolean]>([
  ['a visible pass is gone', gone(true), true],
  ['an invisible pass is gone', gone(false), false],
  ['a pass becomes invisible', change(0, true, false), true],
  ['a pass becomes visible', change(0, false, true), true],
  ['a visible pass shifts by half a minute', change(30), true],
  ['a visible pass shifts back by half a minute', change(-30), true],
  ['a visible pass shifts by less', change(29), false],
  ['an invisible pass shifts', change(600, false, false), false],
])(
  'visiblePassChanges keeps only relevant changes of visible passes: %s',
  (_what, passed, isToSee) => {
    expect(visiblePassChanges([passed])).toHaveLength(isToSee ? 1 : 0);
  },
);

it('greatestShiftMinutes returns the greatest shift in whole minutes, in either direction', () => {
  expect(greatestShiftMinutes([])).toBe(0);
  expect(greatestShiftMinutes([change(29), gone(true)])).toBe(0);
  expect(greatestShiftMinutes([change(60), change(-200), change(90)])).toBe(3);
});
