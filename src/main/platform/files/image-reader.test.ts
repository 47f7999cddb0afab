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
    ['a text with the name of a format', latin1('not a GIF89a, RIFFxxxxWEBP'), other('text')],
    ['a text of several lines', latin1('there\tis\r\nnothing here'), other('text')],
    [
      'a text that ends within a letter',
      Buffer.from('a long text, né').subarray(0, -1),
      other('text'),
    ],
    ['a text with a control character', latin1('there is\x01nothing here'), other('unknown')],
    [
      'a text with a control character before its end',
      latin1('there is nothin\x01g'),
      other('unknown'),
    ],
    ['a text about drawings', latin1('write <svg > for a drawing'), other('text')],
    ['a page after spaces', latin1(' \t\r\n<!-- a page -->'), other('html')],
    ['a text about pages', latin1('write <html> for a page'), other('text')],
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

/** A number as bytes, the last byte first if `isLittle`. */
function word(value: number, length: number, isLittle = false): number[] {
  const bytes = Array.from({ length }, (_, at) => Math.floor(value / 256 ** at) % 256);
  return isLittle ? bytes : bytes.reverse();
}

/**
 * Reads a file byte by byte.
 *
 * @returns the last header; the number of bytes after which a header was known, and after which the picture had ended
 */
function traceOf(file: readonly number[]) {
  const reader = new ImageReader();
  let header: ImageHeader = { kind: 'incomplete' };
  let known: number | null = null;
  let end: number | null = null;
  for (const [index, byte] of file.entries()) {
    header = reader.take(Uint8Array.of(byte));
    if (header.kind !== 'incomplete') known ??= index + 1;
    if (reader.hasEnded) end ??= index + 1;
  }
  return { header, known, end };
}

describe('ImageReader reads a JPEG', () => {
  const begin = [0xff, 0xd8];
  const end = [0xff, 0xd9];
  const size = (width: number, height: number) => [8, ...word(height, 2), ...word(width, 2)];
  const segment = (marker: number, data: readonly number[], length = data.length + 2) => [
    ...[0xff, marker, ...word(length, 2)],
    ...data,
  ];
  const frame = segment(0xc0, size(60, 40));
  /**
   * Reads a JPEG with these bytes before a frame header of 60 × 40 pixels. Returns the width that the reader reports, or
   * null if it refuses the file.
   */
  function widthAfter(...between: readonly number[]): number | null {
    const { header } = traceOf([...begin, ...between, ...frame, ...end]);
    return header.kind === 'image' ? header.width : null;
  }

  it('with each marker as libjpeg does', () => {
    const classes = new Map<number | null, string[]>();
    for (let marker = 0; marker <= 0xff; marker += 1) {
      // The data are a frame with a width of 7, and contain one with a width of 11, which only a segment skips.
      const data = [...size(7, 5), ...segment(0xc0, size(11, 9))];
      const width = widthAfter(...segment(marker, data));
      classes.set(width, [...(classes.get(width) ?? []), marker.toString(16)]);
    }
    // ITU T.81, table B.1.
    expect(classes.get(7)).toEqual('c0 c1 c2 c3 c5 c6 c7 c9 ca cb cd ce cf'.split(' '));
    expect(classes.get(11)).toEqual('0 1 d0 d1 d2 d3 d4 d5 d6 d7 ff'.split(' '));
    expect(classes.get(60)).toEqual([
      ...'c4 cc db dc dd'.split(' '),
      ...'e0 e1 e2 e3 e4 e5 e6 e7 e8 e9 ea eb ec ed ee ef fe'.split(' '),
    ]);
    expect(classes.get(null)).toHaveLength(256 - 13 - 11 - 22);
  });

  it.each([0xc4, 0xdb, 0xe0, 0xe1, 0xfe])('with segments of each length: marker %i', (marker) => {
    const isTable = marker < 0xe0;
    for (const length of [0, 1])
      expect(widthAfter(...segment(marker, [], length))).toBe(isTable ? null : 60);
    for (const count of [0, 1, 2, 1022, 1023, 1024, 1025, 1026, 3000]) {
      const data = Array<number>(count).fill(0xff);
      expect(widthAfter(...segment(marker, data)), `${count} bytes`).toBe(60);
      // A segment that is taken for shorter ends with the marker FF D8, which is refused.
      if (count > 0) expect(widthAfter(...segment(marker, data), 0xd8), `${count} bytes`).toBe(60);
    }
  });

  it('to the end after its frame, whatever is in its segments', () => {
    const file = [
      ...begin,
      ...frame.slice(0, 9),
      ...segment(0xc4, [...end, 0xff], 5),
      ...[0xd9, 0xff, 0xd0],
      ...segment(0xc0, [...size(7, 5), ...end]),
      ...segment(0xe1, [1, 2, 0xff], 5),
      ...segment(0xdb, [], 1),
      ...segment(0xda, [], 0),
      ...[0xd9, 1, 0xff, 0],
      ...end,
    ];
    const header = image('jpeg', 60, 40);
    expect(traceOf([...file, ...begin, 1])).toEqual({ header, known: 12, end: file.length });
    const long = segment(0xc1, [...size(60, 40), ...end, 0xff]);
    expect(traceOf([...begin, ...long, 0xd9, ...end])).toEqual({
      header,
      known: 12,
      end: begin.length + long.length + 3,
    });
    const short = segment(0xc1, size(60, 40), 3);
    expect(traceOf([...begin, ...short, ...end]).end).toBe(13);
  });

  /** The data of an Exif segment with these entries (tag, type, count and value), which begin at `start`. */
  function exif(
    entries: readonly (readonly [number, number])[],
    { isLittle = false, start = 8, count = entries.length } = {},
  ) {
    const number = (value: number, length: number) => word(value, length, isLittle);
    return [
      ...Buffer.from(isLittle ? 'Exif\0\0II' : 'Exif\0\0MM'),
      ...[...number(42, 2), ...number(start, 4), ...Array<number>(start - 8).fill(0x12)],
      ...number(count, 2),
      ...entries.flatMap(([tag, value]) => [
        ...number(tag, 2),
        ...number(3, 2),
        ...number(1, 4),
        ...number(value, 2),
        0,
        0,
      ]),
    ];
  }
  const orientation = 0x0112;
  const isTurned = (...between: readonly number[]): boolean => widthAfter(...between) === 40;

  it('with its orientation, which turns it by a quarter from 5 to 8', () => {
    for (const isLittle of [false, true])
      expect(
        [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0x0600].filter((value) =>
          isTurned(...segment(0xe1, exif([[orientation, value]], { isLittle }))),
        ),
      ).toEqual([5, 6, 7, 8]);
    const other = [0x0100, 6] as const;
    for (const [expected, entries, options] of [
      [true, [other, other, [orientation, 6]], {}],
      [true, [other, [orientation, 6]], { start: 17 }],
      [false, [other, [orientation, 6]], { count: 1 }],
      [
        false,
        [
          [orientation, 1],
          [orientation, 6],
        ],
        {},
      ],
      [false, [], { count: 3 }],
    ] as const)
      expect(isTurned(...segment(0xe1, exif(entries, options)))).toBe(expected);
  });

  it('with its orientation from the first Exif segment that turns it, and from no other segment', () => {
    const [upright, turned] = [1, 6].map((value) => segment(0xe1, exif([[orientation, value]])));
    expect(isTurned(...(upright ?? []), ...(turned ?? []))).toBe(true);
    expect(isTurned(...(turned ?? []), ...(upright ?? []))).toBe(true);
    expect(isTurned(...segment(0xe2, exif([[orientation, 6]])))).toBe(false);
    expect(isTurned(...segment(0xe1, exif([[orientation, 6]]).fill(0x65, 0, 1)))).toBe(false);
  });

  it.each([false, true])(
    'without an orientation that breaks off, little-endian: %s',
    (isLittle) => {
      const whole = exif(
        [
          [0x0100, 6],
          [orientation, 6],
        ],
        { isLittle, start: 10 },
      );
      const turned = whole.flatMap((_, index) => {
        const part = segment(0xe1, whole.slice(0, index + 1));
        return isTurned(...part) ? [index + 1] : [];
      });
      expect(turned).toEqual([whole.length]);
    },
  );
});

describe('ImageReader reads a PNG', () => {
  const chunk = (type: string, data: readonly number[], length = data.length) => [
    ...word(length, 4),
    ...Buffer.from(type),
    ...data,
    ...[1, 2, 3, 4],
  ];
  const size = [...word(7, 4), ...word(5, 4)];
  const file = (header: readonly number[], ...chunks: number[][]) => [
    ...Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    ...chunk('IHDR', header),
    ...chunks.flat(),
  ];
  const end = chunk('IEND', []);

  it.each([0, 1, 5])('to the end of its last chunk, with %i bytes after its size', (count) => {
    const data = [1, 2, 3].slice(0, count);
    const whole = file(
      [...size, ...Array<number>(count).fill(0)],
      chunk('IDAT', data),
      chunk('IEND', data),
    );
    const header = image('png', 7, 5);
    expect(traceOf([...whole, ...end])).toEqual({ header, known: 24, end: whole.length });
  });

  it.each([
    [2, [0, 0, 0, 2, 0, 0, 0, 0], true],
    [1, [0, 0, 0, 1, 0, 0, 0, 0], false],
    ['no', [0, 0, 2], false],
    ['2 (and nothing else)', [0, 0, 0, 2], true],
    ['many', [1, 0, 0, 0, 1], true],
  ] as const)('that announces %s frames', (_name, data, isAnimated) => {
    const whole = file(size, chunk('acTL', data), end);
    const header = { ...image('png', 7, 5), animated: isAnimated };
    expect(traceOf(whole)).toEqual({ header, known: 24, end: whole.length });
  });

  it.each([
    [[0, 1], null],
    [[1, 0], null],
    [[1, 1], image('png', 1, 1)],
  ])('of %j pixels', ([width = 0, height = 0], expected) => {
    const { header } = traceOf(file([...word(width, 4), ...word(height, 4)], end));
    expect(header).toEqual(expected ?? other('unknown'));
  });

  it('only if its size comes first', () => {
    const whole = [...file(size, end)];
    whole[12] = 0x49 + 1;
    expect(traceOf(whole)).toMatchObject({ header: other('unknown'), known: 16 });
  });
});

describe('ImageReader reads a GIF', () => {
  it.each([0, 0x80, 0x87, 0x07])('to the end of its first frame, with the flags %i', (flags) => {
    const still = [...gifBytes(9, 8, [{}], flags)];
    const end = still.length - 1;
    expect(traceOf(still)).toMatchObject({ header: image('gif', 9, 8), end });
    const both = [...gifBytes(9, 8, [{}, {}], flags)];
    expect(traceOf(both)).toMatchObject({ header: animated(image('gif', 9, 8)), end });
  });

  it('with the largest area that a frame covers', () => {
    const frames = [
      { left: 3, width: 9, height: 2 },
      { top: 4, width: 5, height: 9 },
      { left: 90, width: 1, height: 1 },
    ];
    const { header } = traceOf([...gifBytes(10, 8, frames)]);
    expect(header).toEqual(animated(image('gif', 12, 8, 91 * 8)));
    expect(traceOf([...gifBytes(10, 8, frames.slice(0, 2))]).header).toMatchObject({
      pixels: 12 * 13,
    });
    expect(traceOf([...gifBytes(0, 8, [{ height: 1 }])]).header).toEqual(other('unknown'));
  });

  it('that has no further frame after a zero', () => {
    const [still, both] = [[{}], [{}, {}]].map((frames) => [...gifBytes(9, 8, frames)]);
    const end = (still?.length ?? 0) - 1;
    const whole = [...(both ?? []).slice(0, end), 0, ...(both ?? []).slice(end)];
    expect(traceOf(whole)).toMatchObject({ header: image('gif', 9, 8), end });
  });
});

describe('ImageReader reads a WebP', () => {
  const chunk = (type: string, data: readonly number[], length = data.length) => [
    ...Buffer.from(type),
    ...word(length, 4, true),
    ...data,
    ...(data.length % 2 === 1 ? [0xaa] : []),
  ];
  const file = (...chunks: number[][]) => [...Buffer.from('RIFF\0\0\0\0WEBP'), ...chunks.flat()];
  const rest = (count: number) => Array<number>(count).fill(0x55);
  /** The 2 upper bits of a size are a scale. */
  const lossy = (count: number) =>
    chunk('VP8 ', [
      ...[0, 0, 0, 0x9d, 0x01, 0x2a],
      ...word(0x4000 + 320, 2, true),
      ...word(0x8000 + 240, 2, true),
      ...rest(count),
    ]);
  const lossless = (count: number) =>
    chunk('VP8L', [0x2f, ...word(319 + 239 * 2 ** 14 + 2 ** 28, 4, true), ...rest(count)]);
  const extended = (flags: number, length?: number) =>
    chunk('VP8X', [flags, 0, 0, 0, ...word(69_999, 3, true), ...word(1, 3, true)], length);
  const small = image('webp', 320, 240);
  const large = image('webp', 70_000, 2);

  it.each([0, 1, 2, 3, 8])('with one chunk, to its end without the padding: %i bytes', (count) => {
    for (const [make, bytes, known] of [
      [lossy, 10, 30],
      [lossless, 5, 25],
    ] as const) {
      const end = 20 + bytes + count;
      expect(traceOf([...file(make(count)), 1, 2])).toEqual({ header: small, known, end });
    }
  });

  it.each([
    ['lossy', lossy(3), 18 + 3],
    ['lossless', lossless(2), 13 + 2],
    ['of a frame', chunk('ANMF', rest(7)), 8 + 7],
  ])('with an extended header, to the end of its image data: %s', (_name, data, length) => {
    const before = [...extended(0x10), ...chunk('ALPH', rest(3)), ...chunk('ICCP', rest(6))];
    const whole = file(before, data);
    const end = 12 + before.length + length;
    expect(traceOf([...whole, ...lossy(5)])).toEqual({ header: large, known: 30, end });
  });

  it('as an animation by the flag of its extended header, also if its length is too small', () => {
    expect(traceOf(file(extended(0x02), lossy(0))).header).toEqual(animated(large));
    for (const length of [0, 9])
      expect(traceOf(file(extended(0xfd, length), lossy(0)))).toMatchObject({
        header: large,
        end: 48,
      });
  });

  it('only if its first chunk has a size', () => {
    expect(traceOf(file(chunk('ALPH', rest(3)), lossy(0)))).toMatchObject({
      header: other('unknown'),
    });
  });
});

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
