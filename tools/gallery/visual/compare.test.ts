import { PNG } from 'pngjs';
import { expect, it } from 'vitest';
import { compare } from './compare.ts';

/** A picture of one grey with `white` white pixels. */
function picture(white: number, width = 200, height = 100): Buffer {
  const png = new PNG({ width, height });
  png.data.fill(80);
  png.data.fill(255, 0, 4 * white);
  return PNG.sync.write(png);
}

it.each([
  { white: 0, kind: 'same' },
  // Noise of text rendering.
  { white: 4, kind: 'same' },
  { white: 5, kind: 'different' },
  { white: 2000, kind: 'different' },
])('calls a picture with $white other pixels of 20,000 $kind', ({ white, kind }) => {
  expect(compare(picture(0), picture(white)).kind).toBe(kind);
});

it('says so when the size is another one', () => {
  expect(compare(picture(0), picture(0, 200, 101))).toEqual({
    kind: 'resized',
    from: '200 × 100',
    to: '200 × 101',
  });
});
