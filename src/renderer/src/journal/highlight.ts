import { foldText } from '#shared/fold-text.ts';
import { phrasesOf, phraseStartsAt, tokensIn } from '#shared/search-words.ts';

/** A part of a text, and whether it matches a search. */
interface Piece {
  readonly text: string;
  readonly isHit: boolean;
}

/** Splits a text into pieces and marks the matches of a search, by the rules of the search index. */
export function piecesOf(text: string, searched: string): readonly Piece[] {
  const phrases = phrasesOf(searched);
  const tokens = tokensIn(text);
  const foldedTokens = tokens.map((each) => foldText(each.text));
  const pieces: Piece[] = [];
  let end = 0;
  for (const [at, { index }] of tokens.entries()) {
    const hits = phrases.filter((phrase) => phraseStartsAt(foldedTokens, at, phrase));
    for (const phrase of hits) {
      const lastToken = tokens[at + phrase.length - 1];
      if (lastToken === undefined) continue;
      const hitEnd = lastToken.index + hitLength(lastToken.text, phrase.at(-1) ?? '');
      if (hitEnd <= end) continue;
      const start = Math.max(index, end);
      if (start > end) pieces.push({ text: text.slice(end, start), isHit: false });
      const previousPiece = pieces.at(-1);
      // Join overlapping or adjacent matches.
      if (previousPiece?.isHit === true) pieces.pop();
      end = hitEnd;
      pieces.push({
        text: (previousPiece?.isHit === true ? previousPiece.text : '') + text.slice(start, end),
        isHit: true,
      });
    }
  }
  if (end < text.length || pieces.length === 0)
    pieces.push({ text: text.slice(end), isHit: false });
  return pieces;
}

/** The length in UTF-16 units of the part of a word that the searched beginning matches. */
function hitLength(found: string, beginning: string): number {
  // Folding changes lengths: “ﬁ” becomes “fi”, and “é” may be two code units.
  let length = 0;
  for (const character of found) {
    if (foldText(found.slice(0, length)).length >= beginning.length && !/^\p{M}/u.test(character))
      break;
    length += character.length;
  }
  return length;
}
