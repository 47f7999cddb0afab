import { describe, expect, it } from 'vitest';
import { dateInWords, timeInWords } from './format.ts';

describe('format', () => {
  it('writes a calendar day in full, whatever the zone of the computer', () => {
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

  it('names the year of a time that is not this year', () => {
    const noon = new Date(2026, 4, 5, 12).getTime();
    expect(timeInWords(new Date(2025, 4, 5, 12).getTime(), noon)).toContain('2025');
  });
});
