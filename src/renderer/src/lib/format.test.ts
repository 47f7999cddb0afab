import { describe, expect, it } from 'vitest';
import { dateInWords, duration, placeInWords, sentence, timeInWords } from './format.ts';

describe('format', () => {
  it.each([
    [-5, '0 s'],
    [4200, '4 s'],
    [60_000, '1 min'],
    [3_600_000, '1 h'],
    [47 * 3_600_000, '47 h'],
    [49 * 3_600_000, '2 days'],
  ])('says %d ms as %s', (ms, words) => expect(duration(ms)).toBe(words));

  it.each([
    [{ latitude: 12.34, longitude: -45.6 }, '12.3° N 45.6° W'],
    [{ latitude: -0.5, longitude: 179.96 }, '0.5° S 180.0° E'],
  ])('says a place', (place, words) => expect(placeInWords(place)).toBe(words));

  it('keeps a calendar day in every zone', () => {
    expect(dateInWords('2019-07-01')).toMatch(/1.*2019/);
    expect(dateInWords('2019-07-01')).not.toContain('June');
  });

  it('names the day of a time that is not today', () => {
    const noon = new Date(2026, 4, 5, 12).getTime();
    expect(timeInWords(noon, noon + 60_000)).not.toMatch(/May/);
    expect(timeInWords(noon + 86_400_000, noon)).toMatch(/6/);
  });

  it('makes one sentence', () => {
    expect(sentence('the disk is full')).toBe('The disk is full.');
    expect(sentence('is the network there?')).toBe('Is the network there?');
  });
});
