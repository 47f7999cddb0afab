import { folded } from '#shared/search-words.ts';

/** A part of a text, and whether a search found it. */
export interface Piece {
  readonly text: string;
  readonly isHit: boolean;
}

const word = /[\p{L}\p{N}\p{M}\p{Co}]+/gu;

/** The pieces of a text in order, where the words that begin with a searched word are hits: as the index finds them. */
export function highlighted(text: string, searched: string): readonly Piece[] {
  const wanted = (searched.match(word) ?? []).map(folded);
  const pieces: Piece[] = [];
  let end = 0;
  if (wanted.length > 0)
    for (const { 0: found, index } of text.matchAll(word)) {
      const length = hitLength(found, wanted);
      if (length === 0) continue;
      if (index > end) pieces.push({ text: text.slice(end, index), isHit: false });
      end = index + length;
      pieces.push({ text: text.slice(index, end), isHit: true });
    }
  if (end < text.length || pieces.length === 0)
    pieces.push({ text: text.slice(end), isHit: false });
  return pieces;
}

/** How much of a word the longest of the searched words matches, in UTF-16 units of the word; 0: none does. */
function hitLength(found: string, wanted: readonly string[]): number {
  const whole = folded(found);
  const hits = wanted.filter((beginning) => whole.startsWith(beginning));
  const longest = Math.max(0, ...hits.map(({ length }) => length));
  if (longest === 0) return 0;
  // Folding changes lengths: “ﬁ” becomes “fi”, and “é” may be two characters.
  let length = 0;
  for (const character of found) {
    if (folded(found.slice(0, length)).length >= longest && !/^\p{M}/u.test(character)) break;
    length += character.length;
  }
  return length;
}
