import { lstatSync, mkdirSync, readdirSync, writeFileSync, chmodSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder } from './atomic.ts';
import { systemCodeOf } from './attempt.ts';

/** Marks a folder whose whole content belongs to the app, so that it may be removed with everything in it. */
const marker = '.made-by-overhead';
const text =
  'Overhead created this folder. "Remove all my data" removes it with everything in it.\n';

/**
 * Creates a folder for content that the app does not name itself (Chromium's, the updater's), readable for this user
 * alone. False: the folder exists with other content; it stays unmarked.
 *
 * @throws the system's error
 */
export function makeOwnFolder(path: string): boolean {
  makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (systemCodeOf(error) !== 'EEXIST') throw error;
    if (isOwnFolder(path)) return true;
    // An empty folder may come from a run that was killed at this point.
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

const othersMask = 0o077;

/**
 * Removes the permissions of other users on the files and folders in `folder` whose names match, so that they are the
 * app's own. The folder itself is not changed, because other programs may use it too. Ignores errors. Windows has no
 * such modes, and closes the user's folder to others.
 */
export function closeToOthers(
  folder: string,
  isOwn: (name: string) => boolean,
  platform: NodeJS.Platform = process.platform,
): void {
  if (platform === 'win32') return;
  for (const name of namesIn(folder)) if (isOwn(name)) close(join(folder, name));
}

/** Do not follow a symbolic link. */
function close(path: string): void {
  try {
    const stat = lstatSync(path);
    if ((stat.isFile() || stat.isDirectory()) && (stat.mode & othersMask) !== 0)
      chmodSync(path, stat.mode & 0o777 & ~othersMask);
  } catch {
    // The file is missing, or belongs to another user.
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
