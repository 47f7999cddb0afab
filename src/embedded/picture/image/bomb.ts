import { constants, deflateRawSync } from 'node:zlib';
import { chunk, signature } from './png.ts';

/** One bit per pixel and the byte that names the filter: 450 MB when unpacked, 3.6 gigapixels. */
const side = 60_000;
const unpacked = side * (1 + Math.ceil(side / 8));
const blockBytes = 2 ** 20;
/** RFC 1950: deflate, 32 KiB, no dictionary. */
const zlibHeader = Uint8Array.of(0x78, 0xda);

/** A valid PNG file of 60,000 × 60,000 black pixels, about 450 KB. */
export function imageBomb(): Buffer<ArrayBuffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([1, 0, 0, 0, 0], 8);
  // A full flush leaves nothing that the next block could refer to, so that blocks can be repeated.
  const press = (length: number, finishFlush: number): Uint8Array =>
    deflateRawSync(Buffer.alloc(length), { level: 9, finishFlush });
  const block = press(blockBytes, constants.Z_FULL_FLUSH);
  const blocks = Math.floor(unpacked / blockBytes);
  const data = [zlibHeader, ...Array.from({ length: blocks }, () => block)];
  data.push(press(unpacked % blockBytes, constants.Z_FINISH), adlerOfZeros(unpacked));
  return Buffer.concat([
    signature,
    ...chunk('IHDR', [header]),
    ...chunk('IDAT', data),
    ...chunk('IEND', []),
  ]);
}

/** Adler-32 (RFC 1950) of so many zeros: the sum stays 1, the sum of sums counts them. */
function adlerOfZeros(length: number): Uint8Array {
  const check = Buffer.alloc(4);
  check.writeUInt16BE(length % 65_521, 0);
  check.writeUInt16BE(1, 2);
  return check;
}
