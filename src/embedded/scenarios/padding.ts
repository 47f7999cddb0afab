import { constants, crc32, deflateRawSync } from 'node:zlib';

const blockBytes = 64 * 1024;
/** Deflate makes a thousandth of it, and that once for the whole bomb. */
const bombBlockBytes = 1024 * 1024;
const fill = 'x'.charCodeAt(0);
/** RFC 1952: magic, deflate, no flags, no time, best compression, unknown system. */
const gzipHeader = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255);

const encoder = new TextEncoder();

/** JSON before and after a string that can be of any length. */
interface Gap {
  readonly head: Uint8Array<ArrayBuffer>;
  readonly tail: Uint8Array<ArrayBuffer>;
}

/** An object gets one more field at its beginning; anything else becomes a field of an object. */
function gapIn(json: string): Gap {
  const isObject = json.startsWith('{');
  const rest = isObject ? json.slice(1) : `"value":${json}}`;
  const tail = rest.trimStart() === '}' ? `"${rest}` : `",${rest}`;
  return { head: encoder.encode('{"padding":"'), tail: encoder.encode(tail) };
}

/** The same JSON with so many bytes more in it, in pieces; it is never in memory as a whole. */
export function* padded(json: string, bytes: number): Generator<Uint8Array<ArrayBuffer>> {
  const { head, tail } = gapIn(json);
  const block = new Uint8Array(blockBytes).fill(fill);
  yield head;
  for (let left = bytes; left > 0; left -= blockBytes) {
    yield left < blockBytes ? block.subarray(0, left) : block;
  }
  yield tail;
}

/** The gzip of the same: about a thousandth of it. One block is compressed, and sent again and again. */
export function* paddedGzip(json: string, bytes: number): Generator<Uint8Array<ArrayBuffer>> {
  const { head, tail } = gapIn(json);
  const block = new Uint8Array(bombBlockBytes).fill(fill);
  const pressed = deflate(block, false);
  const rest = block.subarray(0, bytes % bombBlockBytes);
  let crc = crc32(head);
  yield gzipHeader;
  yield deflate(head, false);
  for (let n = Math.floor(bytes / bombBlockBytes); n > 0; n--) {
    crc = crc32(block, crc);
    yield pressed;
  }
  crc = crc32(tail, crc32(rest, crc));
  yield deflate(rest, false);
  yield deflate(tail, true);
  const trailer = new DataView(new ArrayBuffer(8));
  trailer.setUint32(0, crc, true);
  trailer.setUint32(4, (head.length + bytes + tail.length) >>> 0, true);
  yield new Uint8Array(trailer.buffer);
}

/** A full flush leaves nothing that the next block could refer to, so that blocks can be repeated. */
function deflate(bytes: Uint8Array, isLast: boolean): Uint8Array<ArrayBuffer> {
  const finishFlush = isLast ? constants.Z_FINISH : constants.Z_FULL_FLUSH;
  return new Uint8Array(deflateRawSync(bytes, { level: 9, finishFlush }));
}
