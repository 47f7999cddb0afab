import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { decodeText } from '#shared/text-decoder.ts';
import { RefusalError } from '../setup/process.ts';

/** The text of a file, which may be compressed with gzip. Throws a RefusalError. */
export function readText(path: string): string {
  const text = decodeText(readBytes(path));
  if (text === null) throw new RefusalError(`${path} is not text in UTF-8 or UTF-16`);
  return text;
}

function readBytes(path: string): Buffer {
  try {
    const bytes = readFileSync(path);
    const isCompressed = bytes[0] === 0x1f && bytes[1] === 0x8b;
    return isCompressed ? gunzipSync(bytes) : bytes;
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
    throw new RefusalError(`${path} cannot be read (${why})`, { cause: error });
  }
}
