import { pipeline } from 'node:stream';
import type { Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import type { Failure } from '#shared/failure.ts';

/** Receives one piece of a body. Returns null to continue, or a failure to stop. */
export type BodySink = (piece: Uint8Array) => Failure | null | Promise<Failure | null>;

/**
 * Decompresses a body and passes it to `sink`, one piece at a time.
 *
 * @param encoding the answer's Content-Encoding
 * @param limit the largest accepted number of bytes after decompression
 * @returns null at the end of the body, or the failure that stopped it
 * @throws an error of the network or of zlib, which `networkFailure` turns into a failure
 */
export async function drainBody(
  body: Readable,
  encoding: string | null,
  limit: number,
  sink: BodySink,
): Promise<Failure | null> {
  let bytes = 0;
  for await (const piece of decompressBody(body, encoding)) {
    bytes += piece.length;
    if (bytes > limit) return { kind: 'too-large', limit, unit: 'bytes' };
    const failure = await sink(piece);
    if (failure !== null) return failure;
  }
  return null;
}

/**
 * Reads a whole body as text. The parameters are those of `drainBody`. Text that is not valid UTF-8 and has no other
 * character of UTF-8 is windows-1252, as browsers read old pages.
 */
export async function readText(
  body: Readable,
  encoding: string | null,
  limit: number,
): Promise<{ text: string } | { failure: Failure }> {
  const pieces: Uint8Array[] = [];
  const take: BodySink = (piece) => {
    pieces.push(piece);
    return null;
  };
  const failure = await drainBody(body, encoding, limit, take);
  if (failure !== null) return { failure };
  const bytes = Buffer.concat(pieces);
  const text = new TextDecoder().decode(bytes);
  const isOldPage = text.includes('\ufffd') && !/[\u0080-\ufffc]/.test(text);
  return { text: isOldPage ? new TextDecoder('windows-1252').decode(bytes) : text };
}

function decompressBody(body: Readable, encoding: string | null): AsyncIterable<Uint8Array> {
  switch (encoding?.trim().toLowerCase() ?? '') {
    case '':
    case 'identity':
      return body;
    case 'gzip':
    case 'x-gzip':
      return pipeThrough(body, createGunzip());
    case 'br':
      return pipeThrough(body, createBrotliDecompress());
    case 'deflate':
      return inflateBody(body);
    default:
      throw Object.assign(new Error('unknown Content-Encoding'), { code: 'Z_UNKNOWN' });
  }
}

function pipeThrough(source: AsyncIterable<Uint8Array>, transform: Transform): Transform {
  // If one of the streams breaks, `pipeline` destroys the other, and the reader of `transform` gets the error.
  return pipeline(source, transform, () => undefined);
}

/**
 * "deflate" means zlib's format, but some servers send raw deflate data. The first byte shows which of the two it is.
 */
async function* inflateBody(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const pieces = body[Symbol.asyncIterator]();
  const firstPiece = await pieces.next();
  if (firstPiece.done === true) return;
  const wholeBody = async function* (): AsyncGenerator<Uint8Array> {
    yield firstPiece.value;
    yield* { [Symbol.asyncIterator]: () => pieces };
  };
  const isZlib = ((firstPiece.value[0] ?? 0) & 0x0f) === 8;
  yield* pipeThrough(wholeBody(), isZlib ? createInflate() : createInflateRaw());
}
