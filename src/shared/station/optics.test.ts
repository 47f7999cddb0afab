import { expect, it } from 'vitest';
import { fieldOfView } from './optics.ts';

it('fieldOfView returns width and height of the frame in degrees', () => {
  const [width = NaN, height = NaN] =
    fieldOfView({ sensor: 'full-frame', focalLength: 1000 }) ?? [];
  expect([width, height].map((angle) => angle.toFixed(2))).toEqual(['2.06', '1.38']);
  expect(fieldOfView({ sensor: null, focalLength: 1000 })).toBeNull();
});
