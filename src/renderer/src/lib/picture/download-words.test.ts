import { expect, it } from 'vitest';
import { downloadInWords } from './download-words.ts';

const date = '2026-11-20';

it.each([
  [null, null],
  [{ date, bytes: 0, total: 7_300_000 }, '0 % of 7.3 MB'],
  [{ date, bytes: 3_066_000, total: 7_300_000 }, '42 % of 7.3 MB'],
  [{ date, bytes: 8_000_000, total: 7_300_000 }, '100 % of 7.3 MB'],
  [{ date, bytes: 3_100_000, total: null }, '3.1 MB so far'],
])('%j: %s', (download, words) => {
  expect(downloadInWords(download)).toBe(words);
});
