import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { gifBytes, jpegBytes, pngBytes } from '#test/support/images.ts';
import { ImageCheck } from './image-check.ts';

it('ImageCheck counts the bytes of all pieces, and refuses the first byte over the limit', () => {
  const whole = pngBytes();
  const check = new ImageCheck(whole.length - 1);
  expect(check.take(whole.subarray(0, 30))).toBeNull();
  expect(check.take(whole.subarray(30, -1))).toBeNull();
  expect(check.take(whole.subarray(-1))).toEqual({
    kind: 'too-large',
    unit: 'bytes',
    limit: whole.length - 1,
  });
});

it('ImageCheck checks the size by the header, before the whole file has arrived', () => {
  const largest = pngBytes(1, 1, { width: 20_000, height: 10_000 });
  expect(new ImageCheck(2 ** 20).take(largest)).toBeNull();
  const bomb = pngBytes(1, 1, { width: 20_000, height: 10_001 });
  expect(new ImageCheck(2 ** 20).take(bomb.subarray(0, 24))).toMatchObject({
    kind: 'too-large',
    unit: 'pixels',
  });
});

it('ImageCheck finds an end marker that is split over two pieces', () => {
  const whole = pngBytes();
  const check = new ImageCheck(2 ** 20);
  for (const piece of [whole.subarray(0, -3), whole.subarray(-3)]) check.take(piece);
  expect(check.bytes).toBe(whole.length);
  expect(check.conclude()).toEqual({
    ...{ format: 'png', width: 4, height: 3, bytes: whole.length, isEndMissing: false },
    hash: createHash('sha256').update(whole).digest('hex').slice(0, 8),
  });
});

it('ImageCheck reports that a GIF with several frames is animated', () => {
  const check = new ImageCheck(2 ** 20);
  check.take(gifBytes(4, 3, [{}, {}]));
  expect(check.conclude()).toMatchObject({ format: 'gif', animated: true });
});

const tooLarge = { kind: 'too-large', unit: 'pixels' };

it('ImageCheck checks every frame of a GIF, also after a small first frame', () => {
  const bomb = { width: 22_000, height: 20_000 };
  expect(new ImageCheck(2 ** 20).take(gifBytes(800, 600, [bomb]))).toMatchObject(tooLarge);
  const check = new ImageCheck(2 ** 20);
  const late = gifBytes(800, 600, [{}, {}, bomb]);
  const whole = late.subarray(0, gifBytes(800, 600, [{}, {}]).length - 1);
  expect(check.take(whole)).toBeNull();
  expect(check.take(late.subarray(whole.length))).toMatchObject(tooLarge);
});

it('ImageCheck reads the same frame of a JPEG as decoders, which skip some bytes before it', () => {
  const large = jpegBytes(22_000, 20_000).subarray(2);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(large.length + 2);
  const begin = Buffer.from('\xff\xd8\xff\x00', 'latin1');
  const hidden = Buffer.concat([begin, length, large, jpegBytes(8, 8).subarray(2)]);
  expect(new ImageCheck(2 ** 20).take(hidden)).toMatchObject(tooLarge);
});

it('ImageCheck takes no bytes in the frame header of a JPEG for the end marker', () => {
  const file = jpegBytes();
  const components = [1, 1, 0x11, 0];
  file.set([1, 0xff, 0xd9, 0], file.lastIndexOf(Buffer.from(components)));
  const check = new ImageCheck(2 ** 20);
  check.take(file.subarray(0, -2));
  expect(check.conclude()).toMatchObject({ width: 640, height: 480, isEndMissing: true });
});

/** A JPEG with metadata of this many MiB before its size, as editors and phones write them. */
const withMetadata = (mebibytes: number): Buffer => {
  const segment = Buffer.alloc(2 + 0xff_ff, 'x');
  segment.set([0xff, 0xe1, 0xff, 0xff]);
  const [begin, rest] = [jpegBytes().subarray(0, 2), jpegBytes().subarray(2)];
  return Buffer.concat([begin, ...Array<Buffer>(16 * mebibytes).fill(segment), rest]);
};

it.each([3, 12])('ImageCheck accepts a JPEG with %i MiB of metadata', (mebibytes) => {
  const whole = withMetadata(mebibytes);
  const check = new ImageCheck(2 ** 26);
  for (let at = 0; at < whole.length; at += 2 ** 16)
    expect(check.take(whole.subarray(at, at + 2 ** 16))).toBeNull();
  expect(check.conclude()).toMatchObject({ width: 640, height: 480, isEndMissing: false });
});

it('ImageCheck refuses a file whose header has not ended after 16 MiB', () => {
  const whole = withMetadata(17);
  const check = new ImageCheck(2 ** 26);
  expect(check.take(whole.subarray(0, 2 ** 24 - 1))).toBeNull();
  expect(check.take(whole.subarray(2 ** 24 - 1, 2 ** 24))).toEqual({
    kind: 'not-an-image',
    found: 'unknown',
  });
  const large = new ImageCheck(2 ** 26);
  large.take(jpegBytes());
  expect(large.take(Buffer.alloc(2 ** 24))).toBeNull();
});

it('ImageCheck reports a missing end marker, and returns null for a file without a size', () => {
  const check = new ImageCheck(2 ** 20);
  check.take(jpegBytes().subarray(0, -2));
  expect(check.conclude()).toMatchObject({ isEndMissing: true });
  expect(new ImageCheck(2 ** 20).conclude()).toBeNull();
});

it.each([
  ['application data', 0xe0, 0],
  ['metadata', 0xe1, 1],
  ['a comment', 0xfe, 0],
  ['a number of lines', 0xdc, 1],
])(
  'ImageCheck accepts a JPEG with %s whose length is too small, as browsers do',
  (_name, marker, length) => {
    const [begin, rest] = [jpegBytes().subarray(0, 2), jpegBytes().subarray(2)];
    const check = new ImageCheck(2 ** 20);
    const bytes = Buffer.concat([begin, Buffer.from([0xff, marker, 0, length]), rest]);
    expect(check.take(bytes)).toBeNull();
    expect(check.conclude()).toMatchObject({ width: 640, height: 480, isEndMissing: false });
  },
);

it.each([0xc4, 0xdb, 0xdd])(
  'ImageCheck refuses a JPEG whose table has the length 0: %i',
  (marker) => {
    const [begin, rest] = [jpegBytes().subarray(0, 2), jpegBytes().subarray(2)];
    const bytes = Buffer.concat([begin, Buffer.from([0xff, marker, 0, 0]), rest]);
    expect(new ImageCheck(2 ** 20).take(bytes)).toMatchObject({ kind: 'not-an-image' });
  },
);
