import { expect, it } from 'vitest';
import { dateInWords } from './format.ts';

it('dateInWords writes a calendar day in full, whatever the zone of the computer', () => {
  const noonOfThatDay = new Date(2019, 6, 1, 12);
  const words = noonOfThatDay.toLocaleDateString('en', { dateStyle: 'full' });
  expect(dateInWords('2019-07-01')).toBe(words);
});
