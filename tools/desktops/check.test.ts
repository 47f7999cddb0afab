import { PNG } from 'pngjs';
import { expect, it } from 'vitest';
import { columns, pixelDifference, outcomeTable, type Column, type FeatureMark } from './check.ts';
import { profiles } from './profiles.ts';

/** A white picture with black columns from `from` to `to`. */
function image(from: number, to: number): PNG {
  const png = new PNG({ width: 10, height: 4 });
  for (let pixel = 0; pixel < 40; pixel += 1) {
    const isBlack = pixel % 10 >= from && pixel % 10 < to;
    png.data.fill(isBlack ? 0 : 255, pixel * 4, pixel * 4 + 3);
    png.data[pixel * 4 + 3] = 255;
  }
  return png;
}

it('pixelDifference compares only the given columns of pixels', () => {
  expect(pixelDifference(image(0, 0), image(5, 10), 0, 5)).toBe(0);
  expect(pixelDifference(image(0, 0), image(5, 10), 5, 10)).toBe(1);
  expect(pixelDifference(image(0, 0), image(0, 5), 0, 10)).toBe(0.5);
});

it('outcomeTable contains the reason why a desktop did not run', () => {
  const all = (mark: FeatureMark) =>
    Object.fromEntries(columns.map((one) => [one, mark])) as Record<Column, FeatureMark>;
  const lines = outcomeTable([
    { name: 'mate', marks: all('yes'), reason: '' },
    { name: 'kde', marks: null, reason: 'plasmashell did not come up' },
  ]).split('\n');
  expect(lines).toHaveLength(4);
  expect(lines[2]).toMatch(/^\| mate( \| yes)+ \|$/);
  expect(lines[3]).toContain('plasmashell did not come up');
  expect(new Set(lines.map((line) => line.split('|').length)).size).toBe(1);
});

it.each(Object.entries(profiles))(
  'the profile %s starts its panel, if it has one, and a program whose readiness can be checked',
  (_name, { panel, parts }) => {
    if (panel !== undefined) expect(parts.map(({ command }) => command)).toContain(panel);
    expect(parts.some(({ ready }) => ready !== undefined)).toBe(true);
  },
);
