import { expect, it } from 'vitest';
import { chartLetters } from './chart-letters.ts';

const radius = 120;
/** Points along a straight path across the chart. */
const line = (fromX: number, fromY: number, toX: number, toY: number) =>
  Array.from({ length: 61 }, (_, k): readonly [number, number] => [
    fromX + ((toX - fromX) * k) / 60,
    fromY + ((toY - fromY) * k) / 60,
  ]);

it('chartLetters puts N at the top and E at the left of the horizon if no path is drawn there', () => {
  const at = Object.fromEntries(
    chartLetters([], radius).map(({ name, at: spot }) => [
      name,
      spot.map((value) => Math.round(value) + 0),
    ]),
  );
  expect(at).toEqual({ N: [0, -106], E: [-106, 0], S: [0, 106], W: [106, 0] });
});

it.each([
  ['through west', line(120, 0, -40, 113)],
  ['from west to east', line(120, 4, -120, -4)],
  ['along the meridian', line(0, -120, 0, 120)],
  ['low in the south', line(60, 104, -60, 104)],
])('chartLetters moves the letters of the directions away from a path %s', (_name, way) => {
  for (const { at } of chartLetters(way, radius)) {
    const free = Math.min(...way.map(([x, y]) => Math.hypot(at[0] - x, at[1] - y)));
    expect(free).toBeGreaterThan(12);
    expect(Math.hypot(...at)).toBeLessThan(radius - 10);
  }
});
