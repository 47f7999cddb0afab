import type { ReadResult } from '../scenarios/choice.ts';
import { epochOf, orbitOf, type Elements } from './orbit.ts';

/** The elements of the station on 2026-08-20. */
export const bundledElements: Elements = {
  line1: '1 25544U 98067A   26232.17880947  .00009753  00000+0  18154-3 0  9994',
  line2: '2 25544  51.6332 343.3775 0007674  65.0551 295.1235 15.49524101581676',
};

/** Catalogue number of the station. */
const stationNumber = '25544';
const lineLength = 69;

/**
 * Parses a file of two-line or three-line element sets. Returns the newest valid set: of the station if the file
 * contains it, otherwise of any satellite. If no set is valid, the message names the first faulty line.
 */
export function readElements(text: string): ReadResult<Elements> {
  const lines = text.split('\n').map((line) => line.trimEnd());
  const validSets: Elements[] = [];
  const faults: string[] = [];
  for (const [at, line1] of lines.entries()) {
    if (!line1.startsWith('1 ')) continue;
    const elements = { line1, line2: lines[at + 1] ?? '' };
    const fault = faultOfSet(elements, at + 1);
    if (fault === null) validSets.push(elements);
    else faults.push(fault);
  }
  const stationSets = validSets.filter(({ line1 }) => catalogueNumber(line1) === stationNumber);
  const [newest] = (stationSets.length > 0 ? stationSets : validSets).sort(
    (a, b) => epochOf(b) - epochOf(a),
  );
  if (newest !== undefined) return { ok: true, value: newest };
  return { ok: false, message: faults[0] ?? 'no line begins an element set, with "1 "' };
}

const catalogueNumber = (line: string): string => line.slice(2, 7).trim();

/** The error of a set whose first line has this number in the file; null for a valid set. */
function faultOfSet({ line1, line2 }: Elements, number: number): string | null {
  for (const [index, line] of [line1, line2].entries()) {
    const name = `line ${number + index}`;
    if (!line.startsWith(`${index + 1} `)) return `${name} does not begin with "${index + 1} "`;
    const fault = faultOfLine(line);
    if (fault !== null) return `${name} ${fault}`;
  }
  if (catalogueNumber(line1) !== catalogueNumber(line2)) {
    return `line ${number + 1} is of another satellite than line ${number}`;
  }
  const elements = { line1, line2 };
  try {
    orbitOf(elements)(epochOf(elements));
    return null;
  } catch {
    return `line ${number} begins elements that give no orbit`;
  }
}

function faultOfLine(line: string): string | null {
  if (line.length !== lineLength) return `has ${line.length} characters, not ${lineLength}`;
  const sum = checksum(line);
  const givenSum = line.slice(-1);
  return givenSum === String(sum)
    ? null
    : `has the checksum ${givenSum}, and its digits give ${sum}`;
}

/** The checksum of a line: the sum of its digits modulo 10; a minus counts as 1. */
function checksum(line: string): number {
  let sum = 0;
  for (const character of line.slice(0, -1)) {
    if (character >= '0' && character <= '9') sum += Number(character);
    else if (character === '-') sum += 1;
  }
  return sum % 10;
}
