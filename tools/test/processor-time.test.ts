import { expect, it } from 'vitest';
import { readTimes } from './processor-time.ts';

it('readTimes accepts a program name with spaces and parentheses', () => {
  const stat =
    '7 (a b) c) S 5 7 7 0 -1 4194304 9 9 0 0 11 22 1234 66 20 0 1 0 100 1000 10 18446744073709551615';
  expect(readTimes(stat)).toEqual({ own: 0.33, children: 13 });
});
