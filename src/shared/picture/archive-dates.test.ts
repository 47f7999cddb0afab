import { expect, it } from 'vitest';
import { noPictureReason } from './archive-dates.ts';

it.each([
  ['1990-01-01', 'began on June 16, 1995'],
  ['1995-06-15', 'began on June 16, 1995'],
  ['1995-06-16', null],
  ['1995-06-17', 'no picture of the day on June 17, 18 and 19'],
  ['1995-06-19', 'no picture of the day on June 17, 18 and 19'],
  ['1995-06-20', null],
  ['2026-11-21', null],
  ['2026-11-22', 'still to come'],
])('noPictureReason explains why there can be no picture of %s: %s', (date, why) => {
  const words = noPictureReason(date, '2026-11-21');
  if (why === null) expect(words).toBeNull();
  else expect(words).toContain(why);
});
