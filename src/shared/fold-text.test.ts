import { describe, expect, it, vi } from 'vitest';
import { foldText, foldWords, limitMarks } from './fold-text.ts';

describe('foldWords', () => {
  it.each([
    ['MÜNSTER', 'munster'],
    ['Łódź', 'lodz'],
    ['Tromsø', 'tromso'],
    ['Große Straße', 'grosse strasse'],
    ['STRAẞE', 'strasse'],
    ['Đà Nẵng', 'da nang'],
    ['Ærø', 'aero'],
    ['İstanbul', 'istanbul'],
    ['St.-Denis', 'st denis'],
    ['Ｔｏｋｙｏ', 'tokyo'],
    ['北京', '北京'],
    ['ロンドン', 'ろんどん'],
    ['ろんどん', 'ろんどん'],
    ['ﾛﾝﾄﾞﾝ', 'ろんどん'],
    ['ガ', 'が'],
    ['ｶﾞ', 'が'],
    ['ヴヽヾ', 'ゔゝゞ'],
    ['茅ヶ崎', '茅け崎'],
    ['茅ケ崎', '茅け崎'],
    ['München', 'munchen'],
    ['Mün\u00adchen', 'munchen'],
    ['\u200eBerlin\u200f', 'berlin'],
    ['\ufeff\u202aSão\u2060 Paulo\u202c', 'sao paulo'],
    ['می\u200cخواهم', 'میخواهم'],
    ['New\u200bYork', 'new york'],
  ])('folds %s to %s', (text, folded) => {
    expect(foldWords(text)).toBe(folded);
  });
});

describe('limitMarks', () => {
  it.each(['\u0301', '\uff9e'])('keeps 30 of a longer run of the mark %j', (mark) => {
    const text = `a${mark.repeat(130_000)}b${mark.repeat(31)}c`;
    expect(limitMarks(text)).toBe(`a${mark.repeat(30)}b${mark.repeat(30)}c`);
  });

  it('changes no text with fewer marks', () => {
    const text = 'Tiếng Việt, ภาษาไทย, 👍🏽, a' + '\u0301'.repeat(30);
    expect(limitMarks(text)).toBe(text);
  });

  it('is applied before a text is folded', () => {
    const normalize = vi.spyOn(String.prototype, 'normalize');
    foldText(`a${'\u0301\u0316'.repeat(65_000)}`);
    const lengths = normalize.mock.contexts.map((text) => String(text).length);
    normalize.mockRestore();
    expect(Math.max(...lengths)).toBe(31);
  });
});
