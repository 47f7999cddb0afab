import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { sharedData } from '../../../../test/support/shared-data.ts';
import { bundledElements, readElements } from './elements.ts';

const { line1, line2 } = bundledElements;
/** Elements of the station from a year before the bundled ones. */
const older = [
  '1 25544U 98067A   25194.43411487  .00010152  00000-0  18227-3 0  9995',
  '2 25544  51.6340 176.9702 0002675   6.8375 353.2650 15.50520436519237',
];
const read = (...lines: readonly string[]) => readElements(lines.join('\n'));

describe('readElements', () => {
  test.each([
    ['three lines', ['ISS (ZARYA)', line1, line2]],
    ['lines that end with CR LF', [`${line1}\r`, `${line2}\r`]],
    ['several sets, the newest first', ['A', line1, line2, 'B', ...older]],
    [
      'an invalid set that is newer than a valid one',
      [...older, line1, line2, line1.replace('26232', '26332'), line2],
    ],
  ])('reads a file with %s', (_what, lines) => {
    expect(read(...lines)).toEqual({ ok: true, value: bundledElements });
  });

  test('prefers the elements of the ISS to newer elements, and returns others if the ISS is missing', () => {
    const other = [renumbered(line1.replace('26232', '26300')), renumbered(line2)];
    expect(read(...other, line1, line2)).toEqual({ ok: true, value: bundledElements });
    expect(read(...other)).toMatchObject({ ok: true, value: { line1: other[0] } });
  });

  test.each([
    ['no elements', ['<html>', '</html>'], 'no line begins an element set'],
    ['a wrong digit', ['ISS', line1.replace('26232', '26233'), line2], 'line 2 has the checksum 4'],
    ['a line too short', [line1, line2.slice(0, -1)], 'line 2 has 68 characters, not 69'],
    ['no second line', ['', line1], 'line 3 does not begin with "2 "'],
    ['two satellites', [line1, renumbered(line2)], 'line 2 is of another satellite than line 1'],
    ['no orbit', [line1, orbitless(line2)], 'line 1 begins elements that give no orbit'],
  ])('rejects a file and states the reason: %s', (_what, lines, message) => {
    expect(read(...lines)).toEqual({
      ok: false,
      message: expect.stringContaining(message) as unknown,
    });
  });

  const file = sharedData('iss/elements.txt');
  test.skipIf(file === null)('reads a real file (skipped: no shared data)', () => {
    const text = readFileSync(file ?? '', 'utf8');
    expect(readElements(text)).toEqual({ ok: true, value: bundledElements });
  });
});

/** Returns the line with a correct checksum. */
function signed(line: string): string {
  const digits = line.slice(0, -1).replaceAll('-', '1').replace(/\D/g, '');
  const sum = Array.from(digits, Number).reduce((a, b) => a + b, 0);
  return line.slice(0, -1) + String(sum % 10);
}

function renumbered(line: string): string {
  return signed(line.replace('25544', '12345'));
}

/** Returns a line with a mean motion of zero, which gives no position. */
function orbitless(line: string): string {
  return signed(line.replace('15.49524101', '00.00000000'));
}
