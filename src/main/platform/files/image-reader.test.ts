import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gifBytes, jpegBytes, pngBytes } from '#test/support/images.ts';
import { ImageReader, type ImageHeader } from './image-check.ts';
import { runs } from '#test/support/runs.ts';

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');
const image = (format: string, width: number, height: number, pixels = width * height) => ({
  kind: 'image',
  format,
  width,
  height,
  pixels,
  animated: false,
});
const animated = (header: ReturnType<typeof image>) => ({ ...header, animated: true });
/** A PNG with a chunk that announces this number of frames. */
function animatedPng(frameCount: number): Buffer {
  const still = pngBytes(7, 5);
  const control = Buffer.from('\0\0\0\x08acTL\0\0\0\0\0\0\0\0\0\0\0\0', 'latin1');
  control.writeUInt32BE(frameCount, 8);
  return Buffer.concat([still.subarray(0, 33), control, still.subarray(33)]);
}
/** A JPEG of 60 × 40 pixels whose Exif metadata has this orientation. */
function orientedJpeg(orientation: number, order: 'II' | 'MM' = 'MM'): Buffer {
  const word = (value: number): Buffer => Buffer.from(order === 'II' ? [value, 0] : [0, value]);
  const long = (value: number): Buffer =>
    order === 'II' ? Buffer.concat([word(value), word(0)]) : Buffer.concat([word(0), word(value)]);
  const tag = Buffer.from(order === 'II' ? [0x12, 0x01] : [0x01, 0x12]);
  const entry = [tag, word(3), long(1), word(orientation), word(0)];
  const exif = Buffer.concat([
    Buffer.from(`Exif\0\0${order}`),
    ...[word(42), long(8), word(1), ...entry, long(0)],
  ]);
  const head = Buffer.from([0xff, 0xe1, 0, exif.length + 2]);
  const jpeg = jpegBytes(60, 40);
  return Buffer.concat([jpeg.subarray(0, 2), head, exif, jpeg.subarray(2)]);
}
const readImageHeader = (bytes: Uint8Array): ImageHeader => new ImageReader().take(bytes);
const other = (found: string) => ({ kind: 'not-an-image', found });

describe('ImageReader', () => {
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
      animated(image('gif', 800, 600, 22_000 * 20_005)),
    ],
    ['an animated GIF', gifBytes(320, 240, [{}, {}]), animated(image('gif', 320, 240))],
    ['an animated PNG', animatedPng(2), animated(image('png', 7, 5))],
    ['a PNG with a control chunk and one frame', animatedPng(1), image('png', 7, 5)],
    [
      'an animated WebP',
      webp('VP8X', '\x02\0\0\0\x3f\x01\0\xef\0\0'),
      animated(image('webp', 320, 240)),
    ],
    [
      'a WebP with transparency',
      webp('VP8X', '\x10\0\0\0\x3f\x01\0\xef\0\0'),
      image('webp', 320, 240),
    ],
    ['a GIF without a frame', gifBytes(800, 600, []), other('unknown')],
    ['lossy WebP', webp('VP8 ', '\0\0\0\x9d\x01\x2a\x40\x01\xf0\x00'), image('webp', 320, 240)],
    ['lossless WebP', webp('VP8L', '\x2f\x3f\xc1\x3b\x00\0\0\0\0\0'), image('webp', 320, 240)],
    ['large WebP', webp('VP8X', '\0\0\0\0\x3f\x01\0\xef\0\0'), image('webp', 320, 240)],
    ['a JPEG that is upside down', orientedJpeg(3), image('jpeg', 60, 40)],
    ['a JPEG that is turned by a quarter', orientedJpeg(6), image('jpeg', 40, 60)],
    ['a JPEG turned the other way', orientedJpeg(8, 'II'), image('jpeg', 40, 60)],
    ['a JPEG with an unknown orientation', orientedJpeg(9), image('jpeg', 60, 40)],
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
    ...['\xc8\x00\x04ab', '\xd8', '\xf0\x00\x04ab', '\xdb\x00\x01'].map(
      (between): [string, Buffer, object] => [
        `a JPEG with bytes before its frame that libjpeg refuses: ${JSON.stringify(between)}`,
        Buffer.concat([latin1(`\xff\xd8\xff${between}`), jpegBytes().subarray(2)]),
        other('unknown'),
      ],
    ),
    ...['\x00\x00\x04ab', '\xfe\x00\x02ab', '\xfe\x00\x02\xff\x00\xff\x00'].map(
      (between): [string, Buffer, object] => [
        `a JPEG with bytes before its frame that libjpeg skips: ${JSON.stringify(between)}`,
        Buffer.concat([latin1(`\xff\xd8\xff${between}`), jpegBytes().subarray(2)]),
        image('jpeg', 640, 480),
      ],
    ),
    [
      'a GIF with zeros between its header and its first frame',
      Buffer.concat([gifBytes().subarray(0, 13), Buffer.alloc(3), gifBytes().subarray(13)]),
      image('gif', 4, 3),
    ],
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
      const reader = new ImageReader();
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
        const reader = new ImageReader();
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
      { numRuns: runs(2000) },
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

describe('ImageReader finds the end of', () => {
  const hasEnd = (bytes: Uint8Array): boolean => {
    const reader = new ImageReader();
    for (let at = 0; at < bytes.length; at += 999) reader.take(bytes.subarray(at, at + 999));
    return reader.hasEnded;
  };
  const cut = (bytes: Buffer): Buffer => bytes.subarray(0, -2);
  const followed = (bytes: Buffer, count: number): Buffer =>
    Buffer.concat([bytes, Buffer.alloc(count, 'film')]);
  const lossy = webp('VP8 ', '\0\0\0\x9d\x01\x2a\x40\x01\xf0\x00');
  const extended = Buffer.concat([
    webp('VP8X', '\0\0\0\0\x3f\x01\0\xef\0\0'),
    latin1('VP8 \x0c\0\0\0\0\0\0\x9d\x01\x2a\x40\x01\xf0\x00ab'),
  ]);
  /** The end marker of a preview inside a segment is not the end of the picture. */
  const progressive = (scans: number): Buffer => {
    const scan = jpegBytes().subarray(-2012, -2);
    return Buffer.concat([
      cut(jpegBytes()),
      ...Array<Buffer>(scans).fill(scan),
      latin1('\xff\xd9'),
    ]);
  };
  const restarted = Buffer.concat([cut(jpegBytes()), latin1('\xff\xd0\xff\x00ab\xff\xd1\xff\xd9')]);

  it.each([
    ['a JPEG', jpegBytes(), true],
    ['a JPEG that breaks off', cut(jpegBytes()), false],
    ['a JPEG with a film behind it', followed(jpegBytes(), 90_000), true],
    [
      'a JPEG that breaks off, with a film in place of its end',
      followed(cut(jpegBytes()), 9_000),
      false,
    ],
    ['a JPEG of several scans', progressive(4), true],
    ['a JPEG of several scans that breaks off', cut(progressive(4)), false],
    ['a JPEG with restart markers', restarted, true],
    ['a PNG', pngBytes(), true],
    ['a PNG that breaks off', cut(pngBytes()), false],
    ['a PNG with other bytes behind it', followed(pngBytes(), 5_000), true],
    ['a WebP', lossy, true],
    ['a WebP that breaks off', cut(lossy), false],
    ['a WebP with other bytes behind it', followed(lossy, 5_000), true],
    ['a WebP that is shorter than its header states', Buffer.from(lossy).fill(0xff, 4, 7), true],
    ['an extended WebP', extended, true],
    ['an extended WebP that breaks off', cut(extended), false],
    ['a GIF', gifBytes(), true],
    ['a GIF with stray bytes in place of its end', followed(gifBytes().subarray(0, -1), 5), true],
    ['a GIF that breaks off in its first frame', gifBytes().subarray(0, -4), false],
  ] as const)('%s: %s', (_name, bytes, expected) => {
    expect(hasEnd(bytes)).toBe(expected);
  });
});
