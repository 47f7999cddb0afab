import { expect, it } from 'vitest';
import { downloadInWords } from './download-words.ts';

const date = '2026-11-20';
/** A size in the format of the test's locale. */
const megabytes = (count: number): string => `${count.toLocaleString()}\u00a0MB`;

it.each([
  [null, null],
  [{ date, bytes: 0, total: 7_300_000 }, `0% of ${megabytes(7.3)}`],
  [{ date, bytes: 3_649_999, total: 7_300_000 }, `49% of ${megabytes(7.3)}`],
  [{ date, bytes: 3_650_000, total: 7_300_000 }, `50% of ${megabytes(7.3)}`],
  [{ date, bytes: 8_000_000, total: 7_300_000 }, `100% of ${megabytes(7.3)}`],
  [{ date, bytes: 3_140_000, total: null }, `${megabytes(3.1)} so far`],
  [{ date, bytes: 3_140_000, total: 0 }, `${megabytes(3.1)} so far`],
])('downloadInWords describes the download %j: %s', (download, words) => {
  expect(downloadInWords(download)).toBe(words);
});
