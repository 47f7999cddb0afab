import { expect, it } from 'vitest';
import { fieldOfView } from './optics.ts';

it.each([
  ['full-frame', [2.0624, 1.375]],
  ['aps-c', [1.3464, 0.8938]],
  ['four-thirds', [0.9912, 0.7448]],
  ['one-inch', [0.7563, 0.5042]],
] as const)('fieldOfView returns the frame of the sensor %s at 1000 mm', (sensor, angles) => {
  expect(fieldOfView({ sensor, focalLength: 1000 })?.map((one) => Number(one.toFixed(4)))).toEqual(
    angles,
  );
});

it('fieldOfView returns width and height of the frame in degrees', () => {
  const [width = NaN, height = NaN] =
    fieldOfView({ sensor: 'full-frame', focalLength: 1000 }) ?? [];
  expect([width, height].map((angle) => angle.toFixed(2))).toEqual(['2.06', '1.38']);
  expect(fieldOfView({ sensor: null, focalLength: 1000 })).toBeNull();
});
