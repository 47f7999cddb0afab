import { expect, it } from 'vitest';
import { fieldOfView, sensors } from './optics.ts';

it('fieldOfView returns the frame of each sensor at 1000 mm', () => {
  const frames = sensors.map((sensor) => [
    sensor,
    ...(fieldOfView({ sensor, focalLength: 1000 }) ?? []).map((angle) => Number(angle.toFixed(4))),
  ]);
  expect(frames).toEqual([
    ['full-frame', 2.0624, 1.375],
    ['aps-c', 1.3464, 0.8938],
    ['four-thirds', 0.9912, 0.7448],
    ['one-inch', 0.7563, 0.5042],
  ]);
});

it('fieldOfView returns width and height of the frame in degrees', () => {
  const [width = NaN, height = NaN] =
    fieldOfView({ sensor: 'full-frame', focalLength: 1000 }) ?? [];
  expect([width, height].map((angle) => angle.toFixed(2))).toEqual(['2.06', '1.38']);
  expect(fieldOfView({ sensor: null, focalLength: 1000 })).toBeNull();
});
