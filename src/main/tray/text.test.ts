import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { literalLabel, onOneLine, wholeLines } from './text.ts';

describe('a text on one line', () => {
  it.each([
    ['Stars', 'Stars'],
    [' Stars\n\tof  us ', 'Stars of us'],
    ['', 'without a title'],
    ['\u202e\u200e\n', 'without a title'],
    ['The evil \u202eba', 'The evil ba'],
    ['One two three four', 'One two…'],
    ['One two, three', 'One two…'],
    ['Incomprehensibilities', 'Incomprehe…'],
    ['🧑‍🚀🧑‍🚀🧑‍🚀🧑‍🚀🧑‍🚀🧑‍🚀🧑‍🚀🧑‍🚀🧑‍🚀🧑‍🚀🧑‍🚀🧑‍🚀', '🧑‍🚀🧑‍🚀🧑‍🚀🧑‍🚀🧑‍🚀🧑‍🚀🧑‍🚀🧑‍🚀🧑‍🚀🧑‍🚀…'],
  ])('%j', (text, line) => {
    expect(onOneLine(text, 11)).toBe(line);
  });

  it.each([
    ['words', 'word '.repeat(2 ** 20)],
    ['one letter with a million marks', `a${'\u0301'.repeat(2 ** 20)}`],
    ['letters that join', '👩‍'.repeat(2 ** 19)],
  ])('is short, and made at once, of a megabyte: %s', (_what, text) => {
    expect(onOneLine(text).length).toBeLessThanOrEqual(48 * 64 + 1);
  });

  it('is never longer than it may be, never empty, and says where it is cut', () => {
    const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 16, max: 60 }), (text, most) => {
        const line = onOneLine(text, most);
        expect([...segmenter.segment(line)].length).toBeLessThanOrEqual(most);
        expect(line).toMatch(/^\S/u);
        expect(line).not.toMatch(/\p{Cc}/u);
        if (onOneLine(text, 1000) !== line) expect(line.endsWith('…')).toBe(true);
      }),
    );
  });
});

it('an ampersand is shown as what it is', () => {
  expect(literalLabel('Today: Stars & Dust && more')).toBe('Today: Stars && Dust &&&& more');
});

it('lines are left out whole', () => {
  expect(wholeLines(['a title', 'b', 'a long one', 'c'], 11)).toBe('a title\nb\nc');
  expect(wholeLines(['a title that is long'], 11)).toBe('a title…');
});
