import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jpegBytes, pngBytes } from '../../../../../test/support/images.ts';
import { readImageHeader } from './image-header.ts';

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');
const image = (format: string, width: number, height: number) => ({
  kind: 'image',
  format,
  width,
  height,
});
const other = (found: string) => ({ kind: 'not-an-image', found });

describe('readImageHeader', () => {
  it.each([
    ['PNG', pngBytes(7, 5), image('png', 7, 5)],
    ['JPEG with a preview', jpegBytes(1920, 1080), image('jpeg', 1920, 1080)],
    ['GIF', latin1('GIF89a\x40\x01\xf0\x00\x00\x00\x00'), image('gif', 320, 240)],
    ['lossy WebP', webp('VP8 ', '\0\0\0\x9d\x01\x2a\x40\x01\xf0\x00'), image('webp', 320, 240)],
    ['lossless WebP', webp('VP8L', '\x2f\x3f\xc1\x3b\x00\0\0\0\0\0'), image('webp', 320, 240)],
    ['large WebP', webp('VP8X', '\0\0\0\0\x3f\x01\0\xef\0\0'), image('webp', 320, 240)],
    ['a page', latin1('\n<!DOCTYPE html><html></html>'), other('html')],
    ['a drawing', latin1('<?xml version="1.0"?><svg xmlns="x"/>'), other('svg')],
    ['words', latin1('there is nothing here'), other('text')],
    ['a TIFF', latin1('II*\0\x08\0\0\0\0\0\0\0\0\0'), other('unknown')],
    ['a PNG of no size', pngBytes(1, 1, { width: 0, height: 1 }), other('unknown')],
    [
      'a JPEG without a frame',
      latin1('\xff\xd8\xff\xda\0\x02\0\0\0\0\0\0\xff\xd9'),
      other('unknown'),
    ],
  ])('names %s', (_name, bytes, expected) => expect(readImageHeader(bytes)).toEqual(expected));

  it.each([
    ['PNG', pngBytes()],
    ['JPEG', jpegBytes()],
  ])('asks for more of a %s until it knows', (_name, bytes) => {
    const kinds = Array.from(bytes, (_, length) => readImageHeader(bytes.subarray(0, length)).kind);
    const known = kinds.indexOf('image');
    expect(known).toBeGreaterThan(12);
    expect(new Set(kinds.slice(0, known))).toEqual(new Set(['incomplete']));
    expect(new Set(kinds.slice(known))).toEqual(new Set(['image']));
  });

  it('takes any bytes without throwing', () => {
    const magic = ['', '\xff\xd8\xff', '\x89PNG\r\n\x1a\n', 'GIF89a', 'RIFF\0\0\0\0WEBPVP8X', '<'];
    const bytes = fc.tuple(fc.constantFrom(...magic), fc.uint8Array({ maxLength: 400 }));
    fc.assert(
      fc.property(bytes, ([begin, rest]) => {
        const header = readImageHeader(Buffer.concat([latin1(begin), rest]));
        return header.kind !== 'image' || (header.width > 0 && header.height > 0);
      }),
      { numRuns: 2000 },
    );
  });
});

function webp(chunk: string, data: string): Buffer {
  return latin1(`RIFF\x20\0\0\0WEBP${chunk}\x0a\0\0\0${data}`);
}
