/**
 * The deepest nesting of lists and objects that is parsed: with deeper nesting, the time of `JSON.parse` grows much
 * faster than the length of the text.
 */
const maxDepth = 200;

/** A JSON object. */
export type Tree = Readonly<Record<string, unknown>>;

export const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether two values have the same JSON. The order of the keys counts. */
export const isSameJson = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Parses JSON; null if it is invalid or nested too deeply. */
export function parseJson(text: string): unknown {
  try {
    return parseJsonOrThrow(text);
  } catch {
    return null;
  }
}

/**
 * Parses JSON from any source.
 *
 * @throws SyntaxError if it is invalid or nested more than 200 deep
 */
export function parseJsonOrThrow(text: string): unknown {
  if (isTooDeep(text)) throw new SyntaxError('it is nested too deeply');
  return JSON.parse(text);
}

const backslash = 0x5c;
const quote = 0x22;

/** Whether more lists and objects are open at once than `maxDepth`. Reads each character at most once. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    switch (text.charCodeAt(index)) {
      case 0x5b: // [
      case 0x7b: // {
        depth += 1;
        if (depth > maxDepth) return true;
        break;
      case 0x5d: // ]
      case 0x7d: // }
        depth -= 1;
        break;
      case quote:
        index = endOfString(text, index + 1);
        break;
      default:
    }
  }
  return false;
}

/** The offset of the quote that ends a string whose text begins at `from`. */
function endOfString(text: string, from: number): number {
  let index = from;
  while (index < text.length && text.charCodeAt(index) !== quote)
    index += text.charCodeAt(index) === backslash ? 2 : 1;
  return index;
}
