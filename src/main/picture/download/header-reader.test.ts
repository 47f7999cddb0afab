import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gifBytes, jpegBytes, pngBytes } from '#test/support/images.ts';
import { HeaderReader, hasEndMarker, type ImageHeader } from './image-check.ts';

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');
const image = (format: string, width: number, height: number, pixels = width * height) => ({
  kind: 'image',
  format,
  width,
  height,
  pixels,
});
const readImageHeader = (bytes: Uint8Array): ImageHeader => new HeaderReader().take(bytes);
const other = (found: string) => ({ kind: 'not-an-image', found });

describe('HeaderReader', () => {
  it.each([
    ['PNG', pngBytes(7, 5), image('png', 7, 5)],
    ['JPEG with a preview', jpegBytes(1920, 1080), image('jpeg', 1920, 1080)],
    ['GIF', gifBytes(320, 240), image('gif', 320, 240)],
    ['GIF with tables of colours', gifBytes(320, 240, [{}], 0x81), image('gif', 320, 240)],
    [
      'GIF whose first frame is larger than its screen',
      gifBytes(800, 600, [{ left: 1, width: 22_000, height: 20_000 }]),
      image('gif', 22_001, 20_000),
    ],
    [
      'GIF whose later frame lies beyond its screen',
      gifBytes(800, 600, [{}, { top: 5, width: 22_000, height: 20_000 }]),
      image('gif', 800, 600, 22_000 * 20_005),
    ],
    ['a GIF without a frame', gifBytes(800, 600, []), other('unknown')],
    ['lossy WebP', webp('VP8 ', '\0\0\0\x9d\x01\x2a\x40\x01\xf0\x00'), image('webp', 320, 240)],
    ['lossless WebP', webp('VP8L', '\x2f\x3f\xc1\x3b\x00\0\0\0\0\0'), image('webp', 320, 240)],
    ['large WebP', webp('VP8X', '\0\0\0\0\x3f\x01\0\xef\0\0'), image('webp', 320, 240)],
    ['a page', latin1('\n<!DOCTYPE html><html></html>'), other('html')],
    ['a drawing', latin1('<?xml version="1.0"?><svg xmlns="x"/>'), other('svg')],
    ['a text', latin1('there is nothing here'), other('text')],
    ['a TIFF', latin1('II*\0\x08\0\0\0\0\0\0\0\0\0'), other('unknown')],
    ['a PNG without a size', pngBytes(1, 1, { width: 0, height: 1 }), other('unknown')],
    [
      'a JPEG without a frame',
      latin1('\xff\xd8\xff\xda\0\x02\0\0\0\0\0\0\xff\xd9'),
      other('unknown'),
    ],
    ...[
      '\x00\x00\x04ab',
      '\xc8\x00\x04ab',
      '\xd8',
      '\xf0\x00\x04ab',
      '\xe0\x00\x01',
      '\xfe\x00\x02ab',
    ].map((between): [string, Buffer, object] => [
      `a JPEG with bytes before its frame that libjpeg refuses or skips: ${JSON.stringify(between)}`,
      Buffer.concat([latin1(`\xff\xd8\xff${between}`), jpegBytes().subarray(2)]),
      other('unknown'),
    ]),
  ])('returns the kind of %s', (_name, bytes, expected) =>
    expect(readImageHeader(bytes)).toEqual(expected),
  );

  it.each([
    ['a JPEG of fill bytes', latin1('\xff\xd8'), () => Buffer.alloc(1, 0xff)],
    ['a JPEG of empty comments', latin1('\xff\xd8'), () => latin1('\xff\xfe\0\x02')],
    ['a JPEG of restarts', latin1('\xff\xd8'), () => latin1('\xff\xd0')],
    ['a GIF of small pieces', gifBytes().subarray(0, -2), () => latin1('\x01a')],
    ['a GIF of extensions', gifBytes().subarray(0, -1), () => latin1('!\xfe\0')],
  ])('reads each byte of %s at most once, in pieces of any size', (_name, begin, unit) => {
    const whole = Buffer.concat([begin, ...Array.from({ length: 20_000 }, unit)]);
    for (const size of [1, 7, 200, 1400, whole.length]) {
      const reader = new HeaderReader();
      let visits = 0;
      reader.take(whole.subarray(0, 12));
      for (let at = 12; at < whole.length; at += size)
        reader.take(counted(whole.subarray(at, at + size), () => (visits += 1)));
      expect(visits).toBeGreaterThan(1000);
      expect(visits).toBeLessThanOrEqual(whole.length);
    }
  });

  it('reads the same header whatever the size of the pieces', () => {
    const files = [gifBytes(9, 8, [{}, { width: 99 }], 0x82), jpegBytes(), pngBytes()];
    fc.assert(
      fc.property(fc.constantFrom(...files), fc.integer({ min: 1, max: 40 }), (file, size) => {
        const reader = new HeaderReader();
        let header: ImageHeader = { kind: 'incomplete' };
        for (let at = 0; at < file.length; at += size)
          header = reader.take(file.subarray(at, at + size));
        expect(header).toEqual(readImageHeader(file));
      }),
    );
  });

  it.each([
    ['PNG', pngBytes()],
    ['JPEG', jpegBytes()],
    ['GIF', gifBytes()],
  ])('returns `incomplete` for the first bytes of a %s', (_name, bytes) => {
    const kinds = Array.from(bytes, (_, length) => readImageHeader(bytes.subarray(0, length)).kind);
    const known = kinds.indexOf('image');
    expect(known).toBeGreaterThan(12);
    expect(new Set(kinds.slice(0, known))).toEqual(new Set(['incomplete']));
    expect(new Set(kinds.slice(known))).toEqual(new Set(['image']));
  });

  it('reads any bytes without throwing', () => {
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

/** A proxy that calls `onVisit` at each read by index, but not for reads by the array's own methods. */
function counted(bytes: Uint8Array, onVisit: () => void): Uint8Array {
  return new Proxy(bytes, {
    get(target, key) {
      if (typeof key === 'string' && /^\d+$/.test(key)) onVisit();
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

function webp(chunk: string, data: string): Buffer {
  return latin1(`RIFF\x20\0\0\0WEBP${chunk}\x0a\0\0\0${data}`);
}

describe('hasEndMarker', () => {
  const ends = (format: 'jpeg' | 'png' | 'gif' | 'webp', bytes: Uint8Array): boolean =>
    hasEndMarker(format, bytes.subarray(0, 8), bytes.subarray(-1024), bytes.length);
  const webp = Buffer.from('RIFF\x0c\0\0\0WEBPVP8 \0\0\0\0', 'latin1');
  const cut = (bytes: Buffer): Buffer => bytes.subarray(0, -2);

  it.each([
    ['jpeg', jpegBytes(), true],
    ['jpeg', cut(jpegBytes()), false],
    ['png', pngBytes(), true],
    ['png', cut(pngBytes()), false],
    ['webp', webp, true],
    ['webp', cut(webp), false],
    ['gif', gifBytes(), true],
    ['gif', Buffer.concat([gifBytes(), Buffer.from('stray')]), true],
  ] as const)('returns whether a file ends like a %s (case %#)', (format, bytes, expected) => {
    expect(ends(format, bytes)).toBe(expected);
  });
});
