import { expect, it } from 'vitest';
import { pictureNeed } from './picture-need.ts';

const display = (width: number, height: number, scaleFactor: number) => {
  const bounds = { x: 0, y: 0, width, height };
  return { id: 1, isPrimary: true, bounds, workArea: bounds, scaleFactor };
};

it.each([
  [[], null],
  [[display(1920, 1080, 1)], 1920],
  [[display(1920, 1080, 1), display(1280, 800, 2)], 2560],
  [[display(1080, 1920, 1.25)], 2400],
])('%j', (displays, longestSide) => {
  expect(pictureNeed(displays)).toEqual({ longestSide, metered: false });
});
