import { expect, it } from 'vitest';
import { compassInWords, wayInWords, wholeAzimuth } from './compass.ts';

it('compassInWords names the nearest of eight directions', () => {
  const names = [
    'north',
    'northeast',
    'east',
    'southeast',
    'south',
    'southwest',
    'west',
    'northwest',
  ];
  names.forEach((name, k) => {
    for (const azimuth of [45 * k, 45 * k + 22, 45 * k - 22, 45 * k + 360, 45 * k - 360])
      expect(compassInWords(azimuth)).toBe(name);
  });
});

it('wholeAzimuth is below 360', () => {
  expect([0.4, 0.5, 359.4, 359.5].map(wholeAzimuth)).toEqual([0, 1, 359, 0]);
});

it('wayInWords names both directions, or the only one', () => {
  expect([wayInWords(270, 95), wayInWords(350, 10)]).toEqual(['From west to east', 'In the north']);
});
