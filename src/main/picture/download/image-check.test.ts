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
  expect(check.conclude()).toMatchObject({ format: 'png', bytes: whole.length });
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

it('ImageCheck refuses a JPEG that hides its frame behind a marker that decoders skip', () => {
  const large = jpegBytes(22_000, 20_000).subarray(2);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(large.length + 2);
  const begin = Buffer.from('\xff\xd8\xff\x00', 'latin1');
  const hidden = Buffer.concat([begin, length, large, jpegBytes(8, 8).subarray(2)]);
  expect(new ImageCheck(2 ** 20).take(hidden)).toEqual({
    kind: 'not-an-image',
    found: 'unknown',
  });
});

it('ImageCheck refuses a file whose header has not ended after 2 MiB', () => {
  const check = new ImageCheck(2 ** 24);
  expect(check.take(Buffer.from('\xff\xd8', 'latin1'))).toBeNull();
  const fill = Buffer.alloc(2 ** 16, 0xff);
  const answers = Array.from({ length: 32 }, () => check.take(fill));
  expect(answers.slice(0, -1)).toEqual(Array(31).fill(null));
  expect(answers.at(-1)).toEqual({ kind: 'not-an-image', found: 'unknown' });
});
