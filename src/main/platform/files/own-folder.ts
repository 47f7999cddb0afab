import { lstatSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { systemCodeOf } from '#shared/system-error.ts';

/** Marks a folder whose whole content belongs to the app, so that it may be removed with everything in it. */
const marker = '.made-by-overhead';
const text =
  'Overhead created this folder. "Remove all my data" removes it with everything in it.\n';

/**
 * Creates a folder for content that the app does not name itself (Chromium's, the updater's), readable for this user
 * alone. False: there is a folder with content that is not the app's; it stays unmarked.
 *
 * @throws the system's error
 */
export function makeOwnFolder(path: string): boolean {
  mkdirSync(dirname(path), { recursive: true });
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (systemCodeOf(error) !== 'EEXIST') throw error;
    if (isOwnFolder(path)) return true;
    // An empty one may be that of a run that was killed right here.
    if (!isFolder(path) || readdirSync(path).length > 0) return false;
  }
  writeFileSync(join(path, marker), text, { flag: 'wx', mode: 0o600 });
  return true;
}

/** Whether the app created the folder. A symbolic link to such a folder does not count. */
export const isOwnFolder = (path: string): boolean =>
  isFolder(path) && (lstatSync(join(path, marker), { throwIfNoEntry: false })?.isFile() ?? false);

const isFolder = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
