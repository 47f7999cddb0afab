import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { searchFindsText } from '#shared/search-words.ts';
import { piecesOf } from './highlight.ts';

/** The pieces as text, with matches in brackets. */
const shown = (text: string, searched: string): string =>
  piecesOf(text, searched)
    .map(({ text, isHit }) => (isHit ? `[${text}]` : text))
    .join('');

describe('piecesOf', () => {
  it.each([
    ['Clear sky at night', 'sky', 'Clear [sky] at night'],
    ['Clear skies at night', 'SK nig', 'Clear [sk]ies at [nig]ht'],
    ['A meteor and a telemeter', 'mete', 'A [mete]or and a telemeter'],
    ['Café, cafe\u0301 and cafes', 'cafe', '[Café], [cafe\u0301] and [cafe]s'],
    ['Über uns', 'ub', '[Üb]er uns'],
    ['the ﬁrst light', 'fi', 'the [ﬁ]rst light'],
    ['国際宇宙ステーション', '国際', '[国際]宇宙ステーション'],
    ['今夜は金星のそばを通過した', '金星', '今夜は[金星]のそばを通過した'],
    ['ISSと金星と月', '星 月 と', 'ISS[と]金[星と月]'],
    ['𠮷野でＩＳＳ', '𠮷 iss', '[𠮷]野で[ＩＳＳ]'],
    ['Die Raum\u00adstation', 'raumst', 'Die [Raum\u00adst]ation'],
    ['M 31 and M31', 'm31', '[M 31] and [M31]'],
    ['\u200eM\u00ad31', 'm31', '\u200e[M\u00ad31]'],
    ['ハッブルとハッブル', 'はっぶる', '[ハッブル]と[ハッブル]'],
    ['met meteor', 'met meteor', '[met] [meteor]'],
    ['Clear sky', '', 'Clear sky'],
    ['Clear sky', '“—”', 'Clear sky'],
    ['', 'sky', ''],
  ])('marks the matches in %j of a search for %j', (text, searched, pieces) => {
    expect(shown(text, searched)).toBe(pieces);
  });

  it('changes no text, and marks a match in each text that the search finds', () => {
    const some = fc.string({ unit: 'grapheme', maxLength: 12 });
    fc.assert(
      fc.property(some, some, (text, searched) => {
        const pieces = piecesOf(text, searched);
        expect(pieces.map((piece) => piece.text).join('')).toBe(text);
        if (/[\p{L}\p{N}]/u.test(searched) && searchFindsText(text, searched))
          expect(pieces.some(({ isHit }) => isHit)).toBe(true);
      }),
    );
  });
});
