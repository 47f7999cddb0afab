import { wordsOf } from '#shared/search-words.ts';

/**
 * What the index is asked for what a person typed: all words, the last one as the beginning of one. Each is quoted,
 * so that nothing of it is taken for the language of the index.
 *
 * @returns `''` for no words at all, null where what was typed holds nothing to search for
 */
export function matchOf(typed: string): string | null {
  if (typed.trim() === '') return '';
  const words = wordsOf(typed);
  return words.length === 0 ? null : `${words.map((word) => `"${word}"`).join(' ')}*`;
}
