/**
 * A letter or digit of a script that writes no spaces between words. No dictionary splits such a run into words: each
 * of these characters is a word of its own, and a run of them is searched as a phrase.
 */
const unspacedCharacter = String.raw`[[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]&&[\p{L}\p{N}]]`;
const combiningMarks = String.raw`[\p{M}\uff9e\uff9f]*`;
const unspacedPattern = new RegExp(unspacedCharacter + combiningMarks, 'gv');
const tokenPattern = new RegExp(
  String.raw`${unspacedCharacter}${combiningMarks}|[[\p{L}\p{N}\p{M}\p{Co}]--${unspacedCharacter}]+`,
  'gv',
);

/** The words of a text or a search, as the user separates them. */
const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}\p{M}\p{Co}]+/gu) ?? [];

/**
 * The form of a text in the full-text index: each character of a script without spaces stands alone, and full-width
 * letters are replaced by ordinary ones. The index removes a row by this form of its text: if the function changes, a
 * migration must rebuild the index.
 */
export const toIndexText = (text: string): string =>
  text.normalize('NFKC').replace(unspacedPattern, ' $& ');

/**
 * The text without diacritics and in lower case, as the index compares it. The marks of kana are kept, because they
 * distinguish letters.
 */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}--[\u3099\u309a]]/gv, '')
    .normalize('NFC')
    .toLowerCase();

/** The smallest parts of a text in the index, unchanged, with their offsets in UTF-16 units. */
export const tokensIn = (text: string): { readonly text: string; readonly index: number }[] =>
  [...text.matchAll(tokenPattern)].map(({ 0: found, index }) => ({ text: found, index }));

/**
 * The search terms: for each typed word its consecutive tokens, without diacritics and case. The last token of a typed
 * word may be the beginning of a longer one.
 */
export const phrasesOf = (typed: string): string[][] =>
  wordsOf(typed.normalize('NFKC')).map((word) => tokensIn(word).map(({ text }) => foldText(text)));

/** Whether the phrase begins at this token. */
export const phraseStartsAt = (
  tokens: readonly string[],
  at: number,
  phrase: readonly string[],
): boolean =>
  phrase.every((wanted, n) => {
    const token = tokens[at + n] ?? '';
    return n < phrase.length - 1 ? token === wanted : token.startsWith(wanted) && token !== '';
  });

/**
 * Converts the typed search to a query of the full-text index. A text must contain every typed word: as a word, as the
 * beginning of a word, or, in a script without spaces between words (such as Japanese), at any position. Each typed
 * word is quoted, so that none is parsed as query syntax.
 *
 * @returns `''` if nothing was typed, null if the typed text has no word
 */
export function indexQueryOf(typed: string): string | null {
  if (typed.trim() === '') return '';
  const words = wordsOf(typed.normalize('NFKC'));
  return words.length === 0
    ? null
    : words.map((word) => `"${toIndexText(word).trim()}"*`).join(' ');
}

/** Whether a search for `typed` finds the text, by the rules of `indexQueryOf` and the index. */
export function searchFindsText(text: string, typed: string): boolean {
  const phrases = phrasesOf(typed);
  if (phrases.length === 0) return typed.trim() === '';
  const tokens = tokensIn(text.normalize('NFKC')).map((each) => foldText(each.text));
  return phrases.every((phrase) => tokens.some((_, at) => phraseStartsAt(tokens, at, phrase)));
}
