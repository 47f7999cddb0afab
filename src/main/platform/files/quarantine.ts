import { readdirSync, renameSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { syncFolder } from './atomic.ts';
import { isMissing } from './attempt.ts';

/** The name of a file that was put aside; `now` in milliseconds since the Unix epoch. */
export const asideName = (path: string, now: number): string =>
  `${asideStart(path)}${new Date(now).toISOString().replaceAll(/[:.]/g, '-')}`;

const stamp = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/;
const asideStart = (path: string): string => `${path}.unusable-`;

/**
 * Puts an unusable file aside if it exists: renames it, never deletes it. Throws the system's error.
 *
 * @param suffixes the suffixes of the files that belong to it, such as `-wal` of a database
 * @returns its new path
 */
export function putAside(path: string, now: number, suffixes: readonly string[] = []): string {
  const aside = asideName(path, now);
  for (const suffix of ['', ...suffixes]) moveIfThere(path + suffix, aside + suffix);
  // After a power cut, a new file at `path` must not be combined with the files that belonged to this one.
  syncFolder(dirname(path));
  return aside;
}

/** The files that were put aside under such a name, the newest first. Throws the disk's error for the folder. */
export function asidesOf(path: string): string[] {
  const folder = dirname(path);
  const start = asideStart(basename(path));
  return readdirSync(folder)
    .filter((name) => name.startsWith(start) && stamp.test(name.slice(start.length)))
    .toSorted()
    .reverse()
    .map((name) => join(folder, name));
}

function moveIfThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}
