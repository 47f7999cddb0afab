/** Letters that Unicode does not decompose, but that users type as plain letters. */
const plainLetters: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ł: 'l', ı: 'i', ħ: 'h', ŧ: 't' },
  // Small letters in names of places: 茅ヶ崎 is also written 茅ケ崎.
  ...{ ゕ: 'か', ゖ: 'け' },
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
 * A character that is not shown and separates no words, such as a soft hyphen or a mark of direction. A zero-width space
 * separates words (UAX 29, section 4.1). For patterns with the flag `v`.
 */
export const invisibleCharacter = String.raw`[\p{Default_Ignorable_Code_Point}--\u200b]`;
const invisiblePattern = new RegExp(invisibleCharacter, 'gv');
const ignoredPattern = new RegExp(String.raw`[\p{M}--[\u3099\u309a]]|${invisibleCharacter}`, 'gv');

export const withoutInvisible = (text: string): string => text.replace(invisiblePattern, '');

const katakanaPattern = /[ァ-ヶヽヾ]/g;
/** The distance from a hiragana to its katakana in Unicode. */
const katakanaOffset = 0x60;

/**
 * Folds letters for a search: lower case, no diacritics and invisible characters, full-width forms and ligatures as plain
 * letters, katakana as hiragana. `Tromsø`, `TROMSO` and `tromso` are the same. The marks of kana are kept, because they
 * distinguish letters.
 */
export const foldText = (text: string): string =>
  limitMarks(text)
    .normalize('NFKD')
    .replace(ignoredPattern, '')
    .toLowerCase()
    .replace(katakanaPattern, (kana) => String.fromCharCode(kana.charCodeAt(0) - katakanaOffset))
    .replace(plainLetterPattern, (letter) => plainLetters[letter] ?? letter)
    .normalize('NFC');

/** The words of a folded text, separated by one space: anything but letters and digits is left out. */
export const foldWords = (text: string): string =>
  foldText(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
