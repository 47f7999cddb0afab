import { crc32 } from 'node:zlib';

export const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** One chunk of a PNG file: its length, its name, its data as it came, and the check on both. */
export function chunk(type: string, data: readonly Uint8Array[]): readonly Uint8Array[] {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(data.reduce((sum, { length }) => sum + length, 0));
  head.write(type, 4, 'latin1');
  const check = Buffer.alloc(4);
  const named = crc32(head.subarray(4));
  check.writeUInt32BE(data.reduce((crc, piece) => crc32(piece, crc), named));
  return [head, ...data, check];
}
