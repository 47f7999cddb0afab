/** The bytes are not text in an encoding that is read here. */
export class NotTextError extends Error {}

type LineEnd = '\n' | '\r\n' | '\r';

/**
 * Decodes a text file in parts. UTF-16 is recognized by its byte order mark, or by an ASCII character at the beginning;
 * anything else must be UTF-8. The mark is left out. If the first line ends with CR LF or CR, as after an edit on another
 * system, each of these line ends becomes a line feed.
 *
 * Both functions throw a `NotTextError` if the bytes are not text in this encoding.
 */
export function createTextDecoder() {
  let decoder: InstanceType<typeof TextDecoder> | null = null;
  let lineEnd: LineEnd | null = null;
  /** A CR at the end of the last part: the first character of the next part may be its line feed. */
  let heldBack = '';

  function decodePart(bytes: Uint8Array, isLast: boolean): string {
    decoder ??= new TextDecoder(encodingOf(bytes), { fatal: true });
    try {
      return decoder.decode(bytes, { stream: !isLast });
    } catch (error) {
      throw new NotTextError('the file is not text in UTF-8 or UTF-16', { cause: error });
    }
  }

  function unifyLineEnds(part: string, isLast: boolean): string {
    const whole = heldBack + part;
    heldBack = !isLast && whole.endsWith('\r') ? '\r' : '';
    const text = whole.slice(0, whole.length - heldBack.length);
    lineEnd ??= (/\r\n|\r|\n/.exec(text)?.[0] as LineEnd | undefined) ?? null;
    return lineEnd === null || lineEnd === '\n' ? text : text.replaceAll(lineEnd, '\n');
  }

  return {
    part: (bytes: Uint8Array): string => unifyLineEnds(decodePart(bytes, false), false),
    /** The rest of the text, after the last part. */
    end: (): string => unifyLineEnds(decodePart(new Uint8Array(), true), true),
  };
}

/** The text of a whole file, as `createTextDecoder` reads it; null if the bytes are not text. */
export function decodeText(bytes: Uint8Array): string | null {
  const decoder = createTextDecoder();
  try {
    return decoder.part(bytes) + decoder.end();
  } catch (error) {
    if (error instanceof NotTextError) return null;
    throw error;
  }
}

function encodingOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  const [first, second] = bytes;
  if (first === undefined || second === undefined) return 'utf-8';
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le';
  return (first === 0xfe && second === 0xff) || (first === 0 && second !== 0)
    ? 'utf-16be'
    : 'utf-8';
}
