import { m } from '#words';
import { expect, it } from 'vitest';
import type { Night } from '#shared/station/sky/sky.ts';
import { darknessInWords, phaseInWords, twilightInWords } from './sky-words.ts';

it('phaseInWords names the eight phases of the Moon in their order', () => {
  const names = Array.from({ length: 360 }, (_, phase) => phaseInWords(phase));
  const order = names.filter((name, k) => name !== names[k - 1]);
  expect(order).toEqual([
    'new Moon',
    'waxing crescent',
    'first quarter',
    'waxing gibbous',
    'full Moon',
    'waning gibbous',
    'last quarter',
    'waning crescent',
    'new Moon',
  ]);
});

it.each([
  [12, /^Daylight: the Sun is 12° high/],
  [-3, /^Civil twilight: .* still too bright/],
  [-6.5, /^Nautical twilight/],
  [-17, /^Astronomical twilight/],
  [-40, /^Night: the Sun is 40° below/],
])('twilightInWords describes the darkness with the Sun at %d°', (elevation, words) => {
  expect(twilightInWords(elevation)).toMatch(words);
});

it('darknessInWords omits missing twilights where the Sun never rises', () => {
  const none = [null, null, null, null] satisfies Night['dusk'];
  const night = { dusk: none, dawn: none, lowest: -20, highest: -19 };
  expect(darknessInWords(night)).toEqual([m.sky_dark_always()]);
});
