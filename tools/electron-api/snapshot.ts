import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../setup/paths.ts';
import type { ElectronUse } from './uses.ts';

const path = join(root, 'tools', 'electron-api', 'snapshot.txt');

/** A use as one line: `App.setLoginItemSettings [darwin, win32]: setLoginItemSettings(settings: Settings): void;`. */
const lineOf = ({ name, platforms, isDeprecated, declarations }: ElectronUse): string =>
  [
    name,
    platforms.length === 0 ? '' : ` [${platforms.join(', ')}]`,
    isDeprecated ? ' (deprecated)' : '',
    `: ${declarations.join(' ')}`,
  ].join('');

/**
 * The differences between the reviewed snapshot and these uses, one per line. `-`: a line only in the snapshot; `+`: a
 * use that is not in the snapshot.
 */
export function differencesTo(
  uses: readonly ElectronUse[],
  reviewed = readFileSync(path, 'utf8'),
): string[] {
  const was = new Set(reviewed.split('\n').filter((line) => line !== ''));
  const is = new Set(uses.map(lineOf));
  return [
    ...[...was].filter((line) => !is.has(line)).map((line) => `- ${line}`),
    ...[...is].filter((line) => !was.has(line)).map((line) => `+ ${line}`),
  ].sort((a, b) => a.slice(2).localeCompare(b.slice(2), 'en'));
}

/** Replaces the reviewed snapshot. */
export const replaceSnapshot = (uses: readonly ElectronUse[]): void =>
  writeFileSync(path, `${uses.map(lineOf).join('\n')}\n`);
