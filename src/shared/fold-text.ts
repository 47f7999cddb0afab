/** Letters that Unicode does not decompose, but that users type as plain letters. */
const plainLetters: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ł: 'l', ı: 'i', ħ: 'h', ŧ: 't' },
};
const plainLetterPattern = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'g');

/** Marks beyond the thirtieth of a run. The half-width sound marks of kana become combining marks in NFKD. */
const excessMarks = /(?<kept>[\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;

/**
 * The text with at most 30 combining marks in a row, as in the stream-safe text format of Unicode (UAX 15, section 13).
 * `String.normalize` takes time in proportion to the square of the length of such a run: call this function first.
 */
export const limitMarks = (text: string): string => text.replace(excessMarks, '$<kept>');

/**
 * Folds letters for a search: lower case, no diacritics, full-width forms and ligatures as plain letters. `Tromsø`,
 * `TROMSO` and `tromso` are the same. The marks of kana are kept, because they distinguish letters.
 */
export const foldText = (text: string): string =>
  limitMarks(text)
    .normalize('NFKD')
    .replace(/[\p{M}--[\u3099\u309a]]/gv, '')
    .toLowerCase()
    .replace(plainLetterPattern, (letter) => plainLetters[letter] ?? letter)
    .normalize('NFC');

/** The words of a folded text, separated by one space: anything but letters and digits is left out. */
export const foldWords = (text: string): string =>
  foldText(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
