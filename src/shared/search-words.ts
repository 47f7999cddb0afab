/** The words of a text or a search, split as SQLite's full-text index (unicode61) splits them. */
export const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}\p{M}\p{Co}]+/gu) ?? [];

/** The text without diacritics and in lower case, as the index compares it. */
export const folded = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
