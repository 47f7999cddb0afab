import { describe, expect, it } from 'vitest';
import { maxFieldLength, offsetInText, splitIntoParts, positionInParts } from './long-text.ts';

const lines = 'Clear sky from dusk on, and the station crossed from the west.\n'.repeat(16_000);
const words = 'word '.repeat(200_000);

describe('splitIntoParts', () => {
  it('does not split a text that fits into one field', () => {
    expect(splitIntoParts('')).toEqual(['']);
    const text = 'x'.repeat(maxFieldLength);
    expect(splitIntoParts(text)).toEqual([text]);
  });

  it.each([
    ['lines', lines, /\n$/],
    ['words', words, / $/],
    ['words after a line in the first half of a part', `${'x'.repeat(16_000)}\n${words}`, / $/],
    ['one word', 'x'.repeat(1_000_000), /x$/],
    ['characters of two UTF-16 code units', '🛰'.repeat(100_000), /🛰$/u],
    ['characters of several code points', '👩🏽‍🚀'.repeat(100_000), /👩🏽‍🚀$/u],
    ['ends of lines of two characters', '\r\n'.repeat(100_000), /\r\n$/],
    ['a letter with endless accents', `e${'\u0301'.repeat(100_000)}`, /\u0301$/],
  ])('splits %s at the right place, and loses nothing', (_what, text, end) => {
    const parts = splitIntoParts(text);
    expect(parts.join('') === text).toBe(true);
    expect(parts.length).toBeGreaterThan(1);
    for (const part of parts) {
      expect(part.length).toBeLessThanOrEqual(maxFieldLength / 2);
      expect(end.test(part)).toBe(true);
    }
  });
});

describe('positionInParts', () => {
  it('is the inverse of offsetInText', () => {
    const parts = splitIntoParts(lines);
    for (const offset of [0, 1, 40_000, 500_000, lines.length]) {
      expect(offsetInText(parts, positionInParts(parts, offset))).toBe(offset);
    }
    expect(positionInParts(['one', 'two'], 3)).toEqual({ index: 0, at: 3 });
    expect(positionInParts(['one', 'two'], 4)).toEqual({ index: 1, at: 1 });
    expect(positionInParts(['one', 'four'], 99)).toEqual({ index: 1, at: 4 });
  });
});
