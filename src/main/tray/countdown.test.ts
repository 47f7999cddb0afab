import { expect, it } from 'vitest';
import { noonMs, passAt } from '#test/support/any-state.ts';
import type { Pass } from '#shared/station/sky/pass.ts';
import { unknownStation } from '#shared/station/station.ts';
import { trayCountdown } from './countdown.ts';

const minute = 60_000;
const visibleAt = (minutes: number): Pass => {
  const visibleFrom = noonMs / 1000 + minutes * 60;
  return passAt(minutes, { visible: true, reason: null, visibleFrom, visibleTo: visibleFrom + 90 });
};

it.each<[string, Pass[], string, number | null]>([
  ['no pass', [], '', null],
  ['a pass that is not visible', [passAt(12)], '', null],
  ['a pass that has begun', [visibleAt(0)], '', null],
  ['a pass in 12 minutes', [visibleAt(12)], 'in 12 min.', 1],
  ['a pass in two and a half minutes', [visibleAt(2.5)], 'in 3 min.', 0.5],
  ['a pass in two minutes and a quarter', [visibleAt(2.25)], 'in 3 min.', 0.25],
  ['a pass in half a minute', [visibleAt(0.25)], 'in 1 min.', 0.25],
  ['the first of two visible passes', [passAt(1), visibleAt(5), visibleAt(40)], 'in 5 min.', 1],
  ['a pass in an hour', [visibleAt(60)], 'in 60 min.', 1],
  ['a pass in three hours', [visibleAt(180)], '', 120],
])('trayCountdown returns the text for %s', (_what, passes, text, untilMinutes) => {
  const until = untilMinutes === null ? null : noonMs + untilMinutes * minute;
  expect(trayCountdown({ station: { ...unknownStation, passes } }, noonMs)).toEqual({
    text,
    until,
  });
});
