import { expect, test } from 'vitest';
import { heapGrowth, leastDays } from './heap.ts';

const days = (count: number, bytes: (day: number) => number): number[] =>
  Array.from({ length: count }, (_, index) => bytes(index + 1));

test.each([0, 1, 3, leastDays - 1])('does not judge the heap of %d days', (count) => {
  expect(heapGrowth(days(count, () => 50))).toBeNull();
});

test('compares the last days with those after the warm-up', () => {
  expect(heapGrowth(days(leastDays, (day) => (day < 7 ? 10 : 50)))).toBe(0);
  expect(heapGrowth(days(30, (day) => 100 + day))).toBeCloseTo(129 / 108 - 1);
});

test('ignores one day that differs', () => {
  expect(heapGrowth(days(30, (day) => (day === 8 || day === 29 ? 1_000 : 50)))).toBe(0);
});
