import { expect, it } from 'vitest';
import { pngBytes } from '../../../../../test/support/images.ts';
import { createImageCheck } from './image-check.ts';

it('counts every byte of a file, also those that an earlier try has brought', () => {
  const whole = pngBytes();
  const check = createImageCheck(whole.length - 1);
  expect(check.take(whole.subarray(0, 30))).toBeNull();
  expect(check.take(whole.subarray(30, -1))).toBeNull();
  expect(check.take(whole.subarray(-1))).toEqual({
    ...{ kind: 'too-large', unit: 'bytes' },
    limit: whole.length - 1,
  });
});

it('judges the size by the header, before all of a file is there', () => {
  const bomb = pngBytes(1, 1, { width: 20_000, height: 10_001 });
  expect(createImageCheck(2 ** 20).take(bomb.subarray(0, 24))).toMatchObject({
    ...{ kind: 'too-large', unit: 'pixels' },
  });
});

it('finds the end marker also when it comes in two pieces', () => {
  const whole = pngBytes();
  const check = createImageCheck(2 ** 20);
  for (const piece of [whole.subarray(0, -3), whole.subarray(-3)]) check.take(piece);
  expect(check.conclude()).toMatchObject({ format: 'png', bytes: whole.length });
});
