import { existsSync, readFileSync } from 'node:fs';
import { expect } from 'vitest';

/** A number with a sign, fraction and exponent, in text. */
const number = /-?\d+(?:\.\d+)?(?:e[+-]\d+)?/g;

/**
 * Compares lines with a stored file, which `npx vitest run --project unit PATH -u` writes again. The comparison shows
 * that the code returns something else, not which of the two is right. A number may differ from the stored one by
 * `tolerance` of its value, but by at most `largest`, because processors round differently.
 *
 * @param file absolute path
 */
export async function expectRecord(
  lines: readonly string[],
  file: string,
  tolerance = 1e-6,
  largest = Infinity,
): Promise<void> {
  const stored = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  const text = [...lines, '']
    .map((line, k) => withStoredNumbers(line, stored[k] ?? '', tolerance, largest))
    .join('\n');
  await expect(text).toMatchFileSnapshot(file);
}

/** The line, with each number that is almost equal to that of the stored line replaced by the stored number. */
function withStoredNumbers(
  line: string,
  stored: string,
  tolerance: number,
  largest: number,
): string {
  const storedNumbers = stored.match(number) ?? [];
  let index = 0;
  return line.replaceAll(number, (text) => {
    const other = storedNumbers[index++];
    if (other === undefined) return text;
    const size = Math.max(Math.abs(Number(text)), Math.abs(Number(other)));
    const limit = Math.min(tolerance * size + 1e-9, largest);
    return Math.abs(Number(text) - Number(other)) <= limit ? other : text;
  });
}

/** Numbers as text, nine significant digits each. */
export const figures = (...values: readonly number[]): string =>
  values.map((value) => String(Number(value.toPrecision(9)))).join(' ');
