import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { readPositionSets } from '#services/arguments.ts';
import { readSets } from '#services/position/replay.ts';
import { decodeTextFile } from '#services/text-file.ts';
import type { ParsedStart } from './args.ts';

/**
 * Checks the file of `--position-sets` early, because the services read the file much later. Makes its path absolute,
 * because the app runs in another folder.
 */
export function checkPositionSets(parsed: ParsedStart): ParsedStart {
  if (parsed.kind !== 'start' || parsed.options.positionSets === null) return parsed;
  const given = parsed.options.positionSets;
  try {
    const { path } = readPositionSets(given);
    const text = decodeTextFile(readFileSync(path));
    if (text === null)
      return { kind: 'wrong', message: `--position-sets: ${path} is not text in UTF-8 or UTF-16` };
    const read = readSets(text);
    if (!read.ok) return { kind: 'wrong', message: `--position-sets: ${path}: ${read.message}` };
    const positionSets = resolve(path) + given.slice(path.length);
    return { kind: 'start', options: { ...parsed.options, positionSets } };
  } catch (error) {
    return { kind: 'wrong', message: `--position-sets: ${(error as Error).message}` };
  }
}
