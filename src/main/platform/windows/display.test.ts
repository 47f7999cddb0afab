import { describe, expect, it } from 'vitest';
import type { Rectangle } from 'electron';
import {
  boundingBox,
  clippedWorkArea,
  intersectionOf,
  pixelSize,
  toPixels,
  type Display,
} from './display.ts';

const rect = (x: number, y: number, width: number, height: number): Rectangle => ({
  x,
  y,
  width,
  height,
});
const display = (bounds: Rectangle, workArea = bounds, scaleFactor = 1): Display => ({
  ...{ id: 1, isPrimary: true, bounds, workArea, scaleFactor },
});

it('toPixels rounds each edge, so that neighbours have a common edge', () => {
  const origin = { x: 10, y: 20 };
  expect(toPixels(rect(11, 23, 2, 3), origin, 1.5)).toEqual(rect(2, 5, 3, 4));
  expect(toPixels(rect(13, 26, 4, 5), origin, 1.5)).toEqual(rect(5, 9, 6, 8));
  expect(toPixels(rect(0, 0, 10, 20), origin, 2)).toEqual(rect(-20, -40, 20, 40));
});

it.each([1.25, 1.5, 1.75])(
  'pixelSize finds the even number of pixels from the rounded bounds at the scale %d',
  (scale) => {
    for (const [width, height] of [
      [2560, 1440],
      [1366, 768],
      [3840, 2160],
      [1920, 1080],
    ] as const) {
      const bounds = rect(0, 0, Math.ceil(width / scale), Math.ceil(height / scale));
      expect(pixelSize(display(bounds, bounds, scale))).toEqual({ width, height });
    }
  },
);

it('pixelSize finds the number of pixels from bounds that were rounded down, too', () => {
  // 614.4 and 1228.8 points
  const bounds = rect(0, 0, 614, 1228);
  expect(pixelSize(display(bounds, bounds, 1.25))).toEqual({ width: 768, height: 1534 });
});

it('pixelSize multiplies by a whole scale, also an odd number', () => {
  expect(pixelSize(display(rect(5, 6, 1365, 767), undefined, 3))).toEqual({
    width: 4095,
    height: 2301,
  });
});

it('boundingBox holds all displays', () => {
  const areas = [rect(-50, 30, 100, 100), rect(0, -20, 80, 10), rect(40, 60, 30, 400)];
  expect(boundingBox(areas.map((area) => display(area)))).toEqual(rect(-50, -20, 130, 480));
});

it.each([
  [rect(0, 0, 10, 10), rect(3, 4, 20, 2), rect(3, 4, 7, 2)],
  [rect(-5, -6, 10, 9), rect(-9, -9, 6, 30), rect(-5, -6, 2, 9)],
  [rect(0, 0, 10, 10), rect(10, 0, 5, 5), rect(10, 0, 0, 5)],
  [rect(0, 0, 10, 10), rect(30, 40, 5, 5), rect(30, 40, 0, 0)],
])('intersectionOf %j and %j is %j', (a, b, expected) => {
  expect(intersectionOf(a, b)).toEqual(expected);
  expect(intersectionOf(b, a)).toEqual(expected);
});

describe('clippedWorkArea', () => {
  const bounds = rect(100, 0, 200, 100);
  it.each([
    [rect(90, -5, 300, 99), rect(100, 0, 200, 94)],
    [rect(100, 0, 100, 50), rect(100, 0, 100, 50)],
    [rect(100, 0, 99, 100), bounds],
    [rect(100, 0, 200, 49), bounds],
  ])('of %j is %j', (workArea, expected) => {
    expect(clippedWorkArea(display(bounds, workArea))).toEqual(expected);
  });
});
