import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** The text of a file, which may be compressed with gzip. Throws the error of the system or of zlib. */
export function readText(path: string): string {
  const bytes = readFileSync(path);
  const isCompressed = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return (isCompressed ? gunzipSync(bytes) : bytes).toString('utf8');
}
