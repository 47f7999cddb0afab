import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { decodeText } from '#shared/text-decoder.ts';

/**
 * The text of a file, which may be compressed with gzip. Throws the error of the system or of zlib, or an error if the
 * file is not text.
 */
export function readText(path: string): string {
  const bytes = readFileSync(path);
  const isCompressed = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const text = decodeText(isCompressed ? gunzipSync(bytes) : bytes);
  if (text === null) throw new Error(`${path} is not text in UTF-8 or UTF-16`);
  return text;
}
