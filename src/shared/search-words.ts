/** The words of a text or a search, split as SQLite's full-text index (unicode61) splits them. */
const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}\p{M}\p{Co}]+/gu) ?? [];

/** The text without diacritics and in lower case, as the index compares it. */
export const folded = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/**
 * Converts what a person typed to a query of the full-text index: all words, each at least as the beginning of a word.
 * Each is quoted, so that none is parsed as query syntax.
 *
 * @returns `''` if nothing was typed, null if what was typed has no word
 */
export function matchOf(typed: string): string | null {
  if (typed.trim() === '') return '';
  const words = wordsOf(typed);
  return words.length === 0 ? null : words.map((word) => `"${word}"*`).join(' ');
}

/** Whether a search for `typed` finds the text: as `matchOf` and the index do. */
export function isFoundIn(text: string, typed: string): boolean {
  const wanted = wordsOf(typed).map(folded);
  if (wanted.length === 0) return typed.trim() === '';
  const words = wordsOf(text).map(folded);
  return wanted.every((beginning) => words.some((word) => word.startsWith(beginning)));
}
