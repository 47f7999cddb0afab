import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { syncFolder } from './atomic.ts';
import { isMissingFileError } from './attempt.ts';
import { renameFileSync } from './rename.ts';

/** The new path of a file that is put aside at the time `now`, in milliseconds since the Unix epoch. */
export const asidePath = (path: string, now: number): string =>
  `${asidePrefix(path)}${new Date(now).toISOString().replaceAll(/[:.]/g, '-')}`;

const stampPattern = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/;
const asidePrefix = (path: string): string => `${path}.unusable-`;

/**
 * Puts an unusable file aside if it exists: renames it, never deletes it. Throws the system's error.
 *
 * @param suffixes the suffixes of files beside `path` that are put aside too, such as `-wal` for a database
 * @returns the new path of the file, also if there was no file
 */
export function putAside(path: string, now: number, suffixes: readonly string[] = []): string {
  const newPath = asidePath(path, now);
  for (const suffix of ['', ...suffixes]) moveIfExists(path + suffix, newPath + suffix);
  // Makes the renames durable: otherwise, after a power cut, a new file at `path` could be combined with the old file's
  // `-wal` or similar files.
  syncFolder(dirname(path));
  return newPath;
}

/**
 * The paths of the files that were put aside from `path`, newest first. Throws the error if the folder cannot be read.
 */
export function asidePathsOf(path: string): string[] {
  const folder = dirname(path);
  const namePrefix = asidePrefix(basename(path));
  return readdirSync(folder)
    .filter(
      (name) => name.startsWith(namePrefix) && stampPattern.test(name.slice(namePrefix.length)),
    )
    .toSorted()
    .reverse()
    .map((name) => join(folder, name));
}

function moveIfExists(from: string, to: string): void {
  try {
    renameFileSync(from, to);
  } catch (error) {
    if (!isMissingFileError(error)) throw error;
  }
}
