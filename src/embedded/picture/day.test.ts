import { expect, test } from 'vitest';
import { dayOf, sizesOf } from './day.ts';
import { addDays, countDays, firstDay } from './calendar.ts';
import { wordsOf } from './words.ts';
import { plainWorld } from './world.ts';

const newest = '2026-11-20';
const all = Array.from({ length: countDays(firstDay, newest) }, (_, n) =>
  dayOf(addDays(firstDay, n), plainWorld, newest),
);
/** Percent of all days, or of those given. */
const share = (matches: (day: (typeof all)[number]) => boolean, of = all): number =>
  (100 * of.filter(matches).length) / of.length;

test('kinds and shapes are as frequent as in the archive of the public service', () => {
  expect(share(({ kind }) => kind === 'video')).toBeCloseTo(3.6, 0);
  expect(share(({ kind }) => kind === 'other')).toBeCloseTo(0.5, 0);
  const images = all.filter(({ kind }) => kind === 'image');
  expect(share(({ shape }) => shape === 'portrait', images)).toBeCloseTo(8.3, 0);
  expect(share(({ shape }) => shape === 'panorama', images)).toBeCloseTo(5.2, 0);
  expect(share(({ shape }) => shape === 'small', images)).toBeCloseTo(3.1, 0);
  expect(share(({ copyright }) => copyright !== null)).toBeCloseTo(33, -1);
});

test('every shape has its proportions, and a larger picture behind it unless it is small', () => {
  for (const day of all) {
    const { standard, hd } = sizesOf(day);
    const aspect = standard.width / standard.height;
    const bounds = {
      landscape: [1.7, 1.8],
      portrait: [0.7, 0.8],
      panorama: [3, 4],
      small: [1.3, 1.4],
    }[day.shape];
    expect(aspect).toBeGreaterThanOrEqual(bounds[0] ?? NaN);
    expect(aspect).toBeLessThanOrEqual(bounds[1] ?? NaN);
    expect(hd.width / hd.height).toBeCloseTo(aspect, 10);
    expect(hd.width > standard.width).toBe(day.shape !== 'small');
  }
});

test('no two days in a row have the same title; no two days the same explanation', () => {
  const words = all.map(wordsOf);
  expect(new Set(words.map(({ explanation }) => explanation)).size).toBe(all.length);
  for (const [n, { title }] of words.entries()) expect(title).not.toBe(words[n - 1]?.title);
  expect(words.some(({ title }) => title.includes('&'))).toBe(true);
});

test('what a picture shows is said of this very picture', () => {
  const alt = (date: string) => wordsOf(dayOf(date, plainWorld, newest)).alt;
  expect(alt('2026-11-20')).toContain('a still lake');
  expect(alt('2026-11-19')).toContain('conifers');
  expect(alt('2026-11-18')).toContain('mountains');
  expect(alt('2026-10-31')).toContain('arches over the whole view');
});
