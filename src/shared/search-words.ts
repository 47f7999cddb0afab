import { foldText, invisibleCharacter, limitMarks, withoutInvisible } from './fold-text.ts';

/** An emoji, except the ones that Unicode decomposes to letters. Skin tones and joiners are not part of it. */
const pictograph = String.raw`[[[\p{ExtPict}\p{RI}]&&[\u{2190}-\u{1ffff}]]--[\u24c2\u3297\u3299\u{1f100}-\u{1f1e5}\u{1f200}-\u{1f2ff}]]`;

/**
 * An emoji, or a letter or digit of a script that writes no spaces between words. No dictionary splits such a run into
 * words: each of these characters is a word of its own, and a run of them is searched as a phrase.
 */
const unspacedCharacter = String.raw`[${pictograph}[[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]&&[\p{L}\p{N}]]]`;
const marks = String.raw`[[\p{M}\uff9e\uff9f]${invisibleCharacter}]`;
const letter = String.raw`[[\p{L}\p{Co}]--${unspacedCharacter}]`;
const digit = String.raw`[\p{N}--${unspacedCharacter}]`;
const unspacedPattern = new RegExp(`${unspacedCharacter}${marks}*`, 'gv');
const pictographPattern = new RegExp(pictograph, 'gv');
/** A word ends before a digit: `M31`, `M 31` and `M-31` have the same tokens. */
const tokenPattern = new RegExp(
  `${unspacedCharacter}${marks}*|${digit}[${digit}${marks}]*[${letter}${marks}]*|${letter}[${letter}${marks}]*`,
  'gv',
);
const digitsAfterLetter = /(?<=[\p{L}\p{Co}])(?=\p{N})/gu;
const wordPattern = new RegExp(String.raw`[[\p{L}\p{N}\p{M}\p{Co}]${pictograph}]+`, 'gv');

const compatible = (text: string): string => withoutInvisible(limitMarks(text).normalize('NFKC'));

/** The words of a text or a search, as the user separates them. */
const wordsOf = (text: string): string[] => compatible(text).match(wordPattern) ?? [];

/**
 * The form of a text in the full-text index: folded, in the tokens of `tokensIn`: each emoji and each character of a script
 * without spaces stands alone. The index takes no symbols: an emoji is a private character and the hexadecimal number of the emoji. The index
 * removes a row by this form of its text: if the function changes, a migration must rebuild the index.
 */
export const toIndexText = (text: string): string =>
  foldText(text)
    .replace(digitsAfterLetter, ' ')
    .replace(unspacedPattern, ' $& ')
    .replace(pictographPattern, (each) => `\ue000${each.codePointAt(0)?.toString(16)}`);

/** The smallest parts of a text in the index, unchanged, with their offsets in UTF-16 units. */
export const tokensIn = (text: string): { readonly text: string; readonly index: number }[] =>
  [...text.matchAll(tokenPattern)].map(({ 0: found, index }) => ({ text: found, index }));

/**
 * The search terms: for each typed word its consecutive tokens, without diacritics and case. The last token of a typed
 * word may be the beginning of a longer one.
 */
export const phrasesOf = (typed: string): string[][] =>
  wordsOf(typed).map((word) => tokensIn(word).map(({ text }) => foldText(text)));

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
  const words = wordsOf(typed);
  return words.length === 0
    ? null
    : words.map((word) => `"${toIndexText(word).trim()}"*`).join(' ');
}

/** Whether a search for `typed` finds the text, by the rules of `indexQueryOf` and the index. */
export function searchFindsText(text: string, typed: string): boolean {
  const phrases = phrasesOf(typed);
  if (phrases.length === 0) return typed.trim() === '';
  const tokens = tokensIn(compatible(text)).map((each) => foldText(each.text));
  return phrases.every((phrase) => tokens.some((_, at) => phraseStartsAt(tokens, at, phrase)));
}
