import { join } from 'node:path';
import { expect, it } from 'vitest';
import { expectRecord } from '#test/support/record.ts';
import { oceanAt } from './seas.ts';

// The points are on both sides of each border, near both of its ends and at its middle.
it.each([
  [70, 0, 'the Arctic Ocean'],
  [-65, 100, 'the Southern Ocean'],
  [-55, -75, 'the South Pacific Ocean'],
  [-55, -60, 'the South Atlantic Ocean'],
  [-20, -75, 'the South Pacific Ocean'],
  [-20, -35, 'the South Atlantic Ocean'],
  [5, -85, 'the North Pacific Ocean'],
  [12, -80, 'the North Atlantic Ocean'],
  [25, -90, 'the North Atlantic Ocean'],
  [25, -115, 'the North Pacific Ocean'],
  [65, -168, 'the North Pacific Ocean'],
  [60, -40, 'the North Atlantic Ocean'],
  [-55, 15, 'the South Atlantic Ocean'],
  [-55, 25, 'the Indian Ocean'],
  [-36, 15, 'the South Atlantic Ocean'],
  [-36, 30, 'the Indian Ocean'],
  [-10, 5, 'the South Atlantic Ocean'],
  [-10, 45, 'the Indian Ocean'],
  [15, 60, 'the Indian Ocean'],
  [-55, 140, 'the Indian Ocean'],
  [-55, 150, 'the South Pacific Ocean'],
  [-42, 143, 'the Indian Ocean'],
  [-42, 150, 'the South Pacific Ocean'],
  [-12, 125, 'the Indian Ocean'],
  [-12, 150, 'the South Pacific Ocean'],
  [-9, 112, 'the Indian Ocean'],
  [-3, 97, 'the Indian Ocean'],
  [-3, 108, 'the South Pacific Ocean'],
  [12, 90, 'the Indian Ocean'],
  [10, 110, 'the North Pacific Ocean'],
  [0, 179, 'the North Pacific Ocean'],
  [-0.1, -179, 'the South Pacific Ocean'],
])('%d°, %d° is in %s', (latitude, longitude, ocean) =>
  expect(oceanAt(latitude, longitude)).toBe(ocean),
);

it('oceanAt changes at the longitudes that oceans.txt lists for each latitude', async () => {
  const lines: string[] = [];
  for (let latitude = -62; latitude <= 70; latitude += 2) {
    const parts: string[] = [];
    let last = '';
    for (let longitude = -180; longitude <= 180; longitude += 0.25) {
      const ocean = oceanAt(latitude, longitude);
      if (ocean !== last) parts.push(`${longitude} ${ocean.replace('the ', '')}`);
      last = ocean;
    }
    lines.push(`${latitude}: ${parts.join(', ')}`);
  }
  await expectRecord(lines, join(import.meta.dirname, 'oceans.txt'));
});
