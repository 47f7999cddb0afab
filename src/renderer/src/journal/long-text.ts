/**
 * A text field processes all of its text for each key, so that each key in a text of a megabyte needs a tenth of a
 * second. A longer text than this, in UTF-16 units, is therefore shown in parts, of which only one is in the field.
 */
export const longestInOne = 64 * 1024;
const partLength = 32 * 1024;

/** A position in the whole text: the part, and UTF-16 units into it. */
export interface TextPosition {
  readonly index: number;
  readonly at: number;
}

/** The parts of a text, in order and without a gap: one part if the text is not too long. At least one. */
export function partsOf(text: string): readonly string[] {
  if (text.length <= longestInOne) return [text];
  const parts: string[] = [];
  for (let from = 0; from < text.length;) {
    const left = text.length - from;
    const length = left <= partLength ? left : cutIn(text.slice(from, from + partLength));
    parts.push(text.slice(from, from + length));
    from += length;
  }
  return parts;
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
/** No character is assumed to be longer, in UTF-16 units; a character that the user sees may consist of several. */
const longestCharacter = 200;

/** The length of the first part of a longer text: up to the end of a line, of a word, or else of a character. */
function cutIn(text: string): number {
  const least = text.length / 2;
  for (const end of ['\n', ' ']) {
    const at = text.lastIndexOf(end) + 1;
    if (at > least) return at;
  }
  // The last of these characters may continue after them.
  const from = text.length - longestCharacter;
  const last = [...segmenter.segment(text.slice(from))].at(-1);
  return from + (last === undefined || last.index === 0 ? longestCharacter : last.index);
}

/** The position `offset` UTF-16 units into the text; between two parts, the end of the first. */
export function positionOf(parts: readonly string[], offset: number): TextPosition {
  let at = offset;
  for (const [index, { length }] of parts.entries()) {
    if (at <= length) return { index, at };
    at -= length;
  }
  const index = parts.length - 1;
  return { index, at: parts[index]?.length ?? 0 };
}

/** The offset of the position in the whole text, in UTF-16 units. */
export const offsetOf = (parts: readonly string[], { index, at }: TextPosition): number =>
  parts.slice(0, index).reduce((sum, { length }) => sum + length, at);
