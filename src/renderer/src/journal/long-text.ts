/**
 * The longest text in one field, in UTF-16 units. A field processes all of its text on each key. For a megabyte this
 * takes a tenth of a second, so a longer text is shown in parts.
 */
export const maxFieldLength = 64 * 1024;
const partLength = 32 * 1024;

/** A position in the whole text: the part, and the offset in that part in UTF-16 units. */
export interface TextPosition {
  readonly index: number;
  readonly at: number;
}

/** Splits a text into consecutive parts: into exactly one if the text is not too long, otherwise into several. */
export function splitIntoParts(text: string): readonly string[] {
  if (text.length <= maxFieldLength) return [text];
  const parts: string[] = [];
  for (let from = 0; from < text.length;) {
    const remainingLength = text.length - from;
    const length =
      remainingLength <= partLength
        ? remainingLength
        : firstPartLength(text.slice(from, from + partLength));
    parts.push(text.slice(from, from + length));
    from += length;
  }
  return parts;
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
/** The assumed longest character, in UTF-16 units. A character on screen may consist of several code points. */
const maxCharacterLength = 200;

/** The length of the first part of a longer text: up to the end of a line, or of a word, or else of a character. */
function firstPartLength(text: string): number {
  const minLength = text.length / 2;
  for (const separator of ['\n', ' ']) {
    const partEnd = text.lastIndexOf(separator) + 1;
    if (partEnd > minLength) return partEnd;
  }
  // The last of these characters may be cut off, because it may continue after the limit.
  const start = text.length - maxCharacterLength;
  const lastCharacter = [...segmenter.segment(text.slice(start))].at(-1);
  return start + (lastCharacter?.index ?? NaN);
}

/** Converts an offset in the text, in UTF-16 units. Between two parts, returns the end of the first. */
export function positionInParts(parts: readonly string[], offset: number): TextPosition {
  let offsetInPart = offset;
  for (const [index, { length }] of parts.entries()) {
    if (offsetInPart <= length) return { index, at: offsetInPart };
    offsetInPart -= length;
  }
  const index = parts.length - 1;
  return { index, at: parts[index]?.length ?? NaN };
}

/** Converts a position to an offset in the text, in UTF-16 units. */
export const offsetInText = (parts: readonly string[], { index, at }: TextPosition): number =>
  parts.slice(0, index).reduce((sum, { length }) => sum + length, at);
