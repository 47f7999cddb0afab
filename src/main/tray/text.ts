/** A label wider than this, in characters, is cut off by some panels. */
const longest = 48;
/** Code units of a character that is worth waiting for: a text of a megabyte takes a second to divide. */
const longestCharacter = 64;

/**
 * A text from outside on one line, as it fits into a menu: cut between two words, and with an ellipsis where it is
 * cut. Never empty.
 */
export function onOneLine(text: string, most = longest): string {
  // A tab in a label of a menu begins its shortcut, and marks of direction turn what follows around.
  const head = text.slice(0, most * longestCharacter);
  const plain = head.replaceAll(unfit, ' ').replaceAll(/\s+/g, ' ').trim();
  if (plain === '') return 'without a title';
  const characters = [...segmenter.segment(plain)].map(({ segment }) => segment);
  if (characters.length <= most) return plain;
  const start = characters.slice(0, most - 1).join('');
  const isWhole = characters[most - 1] === ' ';
  const space = start.lastIndexOf(' ');
  // One endless word is cut where it has to be.
  const kept = isWhole || space < start.length / 2 ? start : start.slice(0, space);
  return `${kept.replace(/[\s,;:–—-]+$/, '')}…`;
}

// Controls, and the invisible marks of direction.
const unfit = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** A label as Electron's menus take it, in which a single `&` marks a key and is not shown. */
export const literalLabel = (text: string): string => text.replaceAll('&', '&&');

/** As many whole lines as fit into `most` characters; the first one is there in any case, cut if it must be. */
export function wholeLines(lines: readonly string[], most: number): string {
  const [first = '', ...rest] = lines;
  return rest.reduce(
    (text, line) => (text.length + 1 + line.length <= most ? `${text}\n${line}` : text),
    first.length <= most ? first : onOneLine(first, most),
  );
}
