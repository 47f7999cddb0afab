/**
 * The text of a file in UTF-8, or in UTF-16 with a byte order mark, with a line feed at each line end; null if the bytes are
 * not such a text.
 */
export function decodeTextFile(bytes: Uint8Array): string | null {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe
      ? 'utf-16le'
      : first === 0xfe && second === 0xff
        ? 'utf-16be'
        : 'utf-8';
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    // No text has this character: the file is in UTF-32, or in UTF-16 without a mark.
    return text.includes('\0') ? null : text.replaceAll(/\r\n?/g, '\n');
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}
