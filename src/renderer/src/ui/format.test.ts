import { describe, expect, it } from 'vitest';
import { dateInWords, duration, timeInWords } from './format.ts';

describe('format', () => {
  it.each([
    [-5, '0 s'],
    [4200, '4 s'],
    [60_000, '1 min'],
    [3_600_000, '1 h'],
    [47 * 3_600_000, '47 h'],
    [49 * 3_600_000, '2 days'],
  ])('says %d ms as %s', (ms, words) => expect(duration(ms)).toBe(words));

  it('keeps a calendar day in every zone', () => {
    const noonOfThatDay = new Date(2019, 6, 1, 12);
    const words = noonOfThatDay.toLocaleDateString(undefined, { dateStyle: 'full' });
    expect(dateInWords('2019-07-01')).toBe(words);
  });

  it('names the day of a time that is not today', () => {
    const noon = new Date(2026, 4, 5, 12).getTime();
    const time = new Date(noon).toLocaleTimeString(undefined, { timeStyle: 'short' });
    expect(timeInWords(noon, noon + 60_000)).toBe(time);
    expect(timeInWords(noon + 86_400_000, noon)).toMatch(/6/);
    expect(timeInWords(noon + 86_400_000, noon)).not.toContain('2026');
  });

  it('names the year of a time that is not in this one', () => {
    const noon = new Date(2026, 4, 5, 12).getTime();
    expect(timeInWords(new Date(2025, 4, 5, 12).getTime(), noon)).toContain('2025');
  });
});
