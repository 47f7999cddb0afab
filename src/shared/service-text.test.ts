import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutText, readServiceText } from './service-text.ts';

describe('readServiceText', () => {
  it.each([
    ['an override of the direction', 'gepj.\u202efdp', 'gepj.fdp'],
    ['an isolate', '\u2066a\u2069', 'a'],
    ['the Arabic letter mark', 'a\u061cb', 'ab'],
    ['zero-width spaces and joiners of words', 'a\u200b\u2060\ufeffb', 'ab'],
    ['tags', 'a\u{e0041}\u{e007f}b', 'ab'],
    ['fillers of Hangul', '\u3164\uffa0\u115f', ''],
    ['the grapheme joiner', 'a\u034fb', 'ab'],
    ['a control', 'a\u0007\u001b[31mb', 'a [31mb'],
    ['separators of lines', 'a\u2028\u2029b', 'a b'],
    ['half a surrogate pair', 'a\ud83db', 'a b'],
  ])('removes %s', (_name, text, expected) => expect(readServiceText(text)).toBe(expected));

  it('keeps nine of no character’s marks, also between joiners', () => {
    expect(readServiceText(`a${'\u0301'.repeat(500)}b`)).toBe(`a${'\u0301'.repeat(8)}b`);
    expect(readServiceText(`a${'\u0301\u200d'.repeat(500)}b`)).toBe(
      `a${'\u0301\u200d'.repeat(4)}b`,
    );
  });

  it('counts the marks at the end of the text before', () => {
    const before = `a${'\u0301'.repeat(6)}`;
    expect(readServiceText('\u0316'.repeat(6), before)).toBe('\u0316'.repeat(2));
    // A mark of two UTF-16 units.
    const stem = '\u{1d165}';
    expect(readServiceText(stem.repeat(2), `a${stem.repeat(7)}`)).toBe(stem);
  });

  it('changes no ordinary text', () => {
    const text = 'Tiếng Việt, ภาษาไทย, हिन्दी, می‌خواهم, 👩‍🚀 ❤️ 👍🏽, 葛󠄀城, Zażółć «gęślą»\u00a0– jaźń';
    expect(readServiceText(text)).toBe(text);
  });

  it('is idempotent, and its result has no forbidden character', () => {
    const parts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('\u0301', '\u0316', '\u200d', '\u202e', '\u0007', '\ud800', 'a', ' '),
    );
    fc.assert(
      fc.property(fc.array(parts), fc.array(parts), (first, second) => {
        const before = readServiceText(first.join(''));
        const whole = before + readServiceText(second.join(''), before);
        expect(readServiceText(before)).toBe(before);
        expect(whole).not.toMatch(/[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u);
        expect(whole).not.toMatch(/[\p{M}\u200c\u200d]{9}/u);
      }),
    );
  });
});

describe('cutText', () => {
  it('counts code points, and splits none', () => {
    expect(cutText('🚀'.repeat(500), 500)).toBe('🚀'.repeat(500));
    expect(cutText('🚀'.repeat(501), 500)).toBe(`${'🚀'.repeat(499)}…`);
    expect(cutText(`a${'🚀'.repeat(1e6)}`, 3)).toBe('a🚀…');
    expect(cutText('', 1)).toBe('');
  });
});

it('readServiceText counts the marks before the text, eight at most', () => {
  const [mark, wide] = ['\u0301', '\u{1e8d0}'];
  for (const one of [mark, wide])
    for (const count of [0, 3, 7, 8])
      expect(readServiceText(`${one.repeat(12)}b`, `a${one.repeat(count)}`)).toBe(
        `${one.repeat(8 - count)}b`,
      );
});

it.each([
  ['abc', 3, 'abc'],
  ['abcd', 3, 'ab…'],
  ['🛰🛰🛰', 3, '🛰🛰🛰'],
  ['🛰🛰🛰🛰', 3, '🛰🛰…'],
  ['', 0, ''],
])('cutText cuts %j after %i code points: %j', (text, length, expected) => {
  expect(cutText(text, length)).toBe(expected);
});
