/** The bytes are not text in an encoding that is read here. */
export class NotTextError extends Error {}

type LineEnd = '\n' | '\r\n' | '\r';

/** The encoding is recognized in the first part of the file, of this length in bytes. */
const headLength = 4096;
/** Whether a text has control characters, but neither blanks nor line ends: Japanese in UTF-16 that was read as UTF-8. */
const isControlsOnly = (text: string): boolean => /\p{Cc}/u.test(text) && !/\s/u.test(text);

/**
 * Decodes a text file in parts. UTF-16 is recognized by its byte order mark, or by an ASCII character, such as a line end;
 * anything else must be UTF-8. The mark is left out. If the first line ends with CR LF or CR, as after an edit on another
 * system, each of these line ends becomes a line feed.
 *
 * Both functions throw a `NotTextError` if the bytes are not text in this encoding.
 */
export function createTextDecoder() {
  let decoder: InstanceType<typeof TextDecoder> | null = null;
  let head = new Uint8Array();
  let lineEnd: LineEnd | null = null;
  /** A CR at the end of the last part: the first character of the next part may be its line feed. */
  let heldBack = '';

  function decodePart(bytes: Uint8Array, isLast: boolean): string {
    if (decoder === null) {
      head = joined(head, bytes);
      if (head.length < headLength && !isLast) return '';
    }
    const isFirst = decoder === null;
    decoder ??= new TextDecoder(encodingOf(head), { fatal: true });
    const text = decodeOrThrow(decoder, isFirst ? head : bytes, isLast);
    // UTF-32 that was read as UTF-16 has NUL characters. In UTF-8, a post may contain one.
    const isMisread = decoder.encoding !== 'utf-8' && text.includes('\0');
    if (isMisread || (isFirst && isControlsOnly(text))) throw new NotTextError(notText);
    return text;
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

const notText = 'the file is not text in UTF-8 or UTF-16';

function joined(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(one.length + other.length);
  bytes.set(one);
  bytes.set(other, one.length);
  return bytes;
}

function decodeOrThrow(
  decoder: InstanceType<typeof TextDecoder>,
  bytes: Uint8Array,
  isLast: boolean,
): string {
  try {
    return decoder.decode(bytes, { stream: !isLast });
  } catch (error) {
    throw new NotTextError(notText, { cause: error });
  }
}

function encodingOf(head: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  const mark = ((head[0] ?? 0) << 8) | (head[1] ?? 0);
  if (mark === 0xfffe) return 'utf-16le';
  if (mark === 0xfeff) return 'utf-16be';
  if (!head.includes(0) || hasPlainBlanks(head)) return 'utf-8';
  return usualUnits(head, 1) >= usualUnits(head, 0) ? 'utf-16le' : 'utf-16be';
}

const isBlank = (byte: number): boolean => byte === 9 || byte === 10 || byte === 13 || byte === 32;

/** Whether most blanks and line ends have no NUL beside them, as they have in UTF-16. */
function hasPlainBlanks(bytes: Uint8Array): boolean {
  let balance = 0;
  for (const [index, byte] of bytes.entries())
    if (isBlank(byte)) balance += bytes[index - 1] === 0 || bytes[index + 1] === 0 ? -1 : 1;
  return balance > 0;
}

/** Line ends and blanks weigh most: 一 in UTF-16 LE is `N` in UTF-16 BE. */
const blankWeight = 100;

/**
 * How likely a text in UTF-16 has this order of bytes: the weight of its ASCII characters, kana and Japanese signs.
 *
 * @param high the index of the high byte of a unit: 0 or 1
 */
function usualUnits(bytes: Uint8Array, high: 0 | 1): number {
  let weight = 0;
  for (let index = 0; index + 1 < bytes.length; index += 2) {
    const [highByte, lowByte = 0] = [bytes[index + high], bytes[index + 1 - high]];
    if (highByte === 0 && isBlank(lowByte)) weight += blankWeight;
    else if ((highByte === 0 && lowByte > 32 && lowByte < 127) || highByte === 0x30) weight += 1;
  }
  return weight;
}
