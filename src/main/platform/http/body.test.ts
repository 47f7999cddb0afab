import { Readable } from 'node:stream';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Failure } from '#shared/failure.ts';
import { drainBody, readText } from './body.ts';

const text = 'Ein Bild, é, 星. '.repeat(200);
const plain = Buffer.from(text);
/** A body that arrives in pieces of 7 bytes. */
const bodyOf = (bytes: Uint8Array): Readable =>
  Readable.from(
    Array.from({ length: Math.ceil(bytes.length / 7) }, (_, n) =>
      Buffer.from(bytes.subarray(7 * n, 7 * n + 7)),
    ),
  );
const enough = 1_000_000;

describe('readText', () => {
  it.each([
    [null, plain],
    ['identity', plain],
    ['gzip', gzipSync(plain)],
    [' X-GZip ', gzipSync(plain)],
    ['br', brotliCompressSync(plain)],
    ['deflate', deflateSync(plain)],
    ['deflate', deflateRawSync(plain)],
  ])('decompresses the encoding %j', async (encoding, bytes) => {
    expect(await readText(bodyOf(bytes), encoding, enough)).toEqual({ text });
  });

  it('reads an empty body', async () => {
    for (const encoding of [null, 'deflate'])
      expect(await readText(Readable.from([]), encoding, enough)).toEqual({ text: '' });
  });

  it.each([
    ['UTF-8', [0xc3, 0xa9, 0x21], 'é!'],
    ['windows-1252', [0x80, 0x35, 0xe9], '€5é'],
    ['UTF-8 with a broken character', [0xc3, 0xa9, 0xe9], 'é\ufffd'],
    ['ASCII', [0x41], 'A'],
  ])('reads %s', async (_what, bytes, read) => {
    expect(await readText(Readable.from([Buffer.from(bytes)]), null, enough)).toEqual({
      text: read,
    });
  });

  it('fails if there are more bytes than the limit after decompression', async () => {
    const failure: Failure = { kind: 'too-large', limit: plain.length - 1, unit: 'bytes' };
    expect(await readText(bodyOf(gzipSync(plain)), 'gzip', plain.length)).toEqual({ text });
    expect(await readText(bodyOf(gzipSync(plain)), 'gzip', plain.length - 1)).toEqual({ failure });
    expect(await readText(bodyOf(plain), null, plain.length - 1)).toEqual({ failure });
  });

  it.each([
    ['an unknown encoding', 'zip', plain],
    ['a body in another encoding', 'gzip', plain],
    ['a body that is cut off', 'deflate', deflateSync(plain).subarray(0, 30)],
  ])('throws the error of zlib for %s', async (_what, encoding, bytes) => {
    await expect(readText(bodyOf(bytes), encoding, enough)).rejects.toMatchObject({
      code: expect.stringMatching(/^Z_/) as string,
    });
  });
});

it('drainBody stops at the first failure of the sink, and waits for it', async () => {
  const pieces: number[] = [];
  const failure = await drainBody(bodyOf(plain), null, enough, async (piece) => {
    await Promise.resolve();
    pieces.push(piece.length);
    return pieces.length === 3 ? { kind: 'cancelled' } : null;
  });
  expect(failure).toEqual({ kind: 'cancelled' });
  expect(pieces).toEqual([7, 7, 7]);
});
