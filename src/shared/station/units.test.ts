import { afterEach, expect, it } from 'vitest';
import { setLanguage } from '../language/language.ts';
import {
  fromHeightUnit,
  heightInWords,
  heightUnit,
  kmPerUserUnit,
  placeHeightInWords,
  toHeightUnit,
  toUserUnits,
  usesMiles,
} from './units.ts';

afterEach(() => setLanguage({ language: 'en', formats: 'en' }));

it.each([
  ['en-US', true],
  ['en-GB', true],
  ['en-LR', true],
  ['my-MM', true],
  ['en-IE', false],
  ['de-DE', false],
  ['en', false],
  ['en-US-u-ms-metric', false],
  ['de-DE-u-ms-ussystem', true],
  ['de-DE-u-ms-uksystem', true],
])('usesMiles follows the choice of the user, else the region: %s', (formats, isMiles) => {
  setLanguage({ language: 'en', formats });
  expect(usesMiles()).toBe(isMiles);
  expect(toUserUnits(16.09344)).toEqual(isMiles ? [10, 'mile'] : [16.09344, 'kilometer']);
  expect(kmPerUserUnit()).toBe(isMiles ? 1.609344 : 1);
  expect(heightUnit()).toBe(isMiles ? 'foot' : 'meter');
  expect(toHeightUnit(524.4)).toBe(isMiles ? 1720 : 524);
  expect(fromHeightUnit(1000)).toBeCloseTo(isMiles ? 304.8 : 1000, 9);
});

it.each([
  ['en-US', '1,719\u00a0ft', '259.3\u00a0mi'],
  ['en-IE', '524\u00a0m', '417.3\u00a0km'],
])('heights of places and of the orbit are written in the units of %s', (formats, place, orbit) => {
  setLanguage({ language: 'en', formats });
  expect([placeHeightInWords(524), heightInWords(417.34)]).toEqual([place, orbit]);
});
