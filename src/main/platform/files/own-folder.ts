import { lstatSync, mkdirSync, readdirSync, writeFileSync, chmodSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder } from './atomic.ts';
import { systemCodeOf } from './attempt.ts';

/**
 * The file that marks a folder whose whole content belongs to the app: the app may remove the folder with its content.
 */
const markerName = '.made-by-overhead';
const markerText =
  'Overhead created this folder. "Remove all my data" removes it with everything in it.\n';

/**
 * Creates a folder for files of Chromium or the updater, whose names the app does not choose. The folder is readable
 * for this user alone, and is marked. Returns false if the path is taken by a file, a link or an unmarked folder with
 * content, none of which is changed.
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
    // An empty folder may come from an earlier run that was killed before it wrote the marker.
    if (!isFolder(path) || readdirSync(path).length > 0) return false;
  }
  writeFileSync(join(path, markerName), markerText, { flag: 'wx', mode: 0o600 });
  return true;
}

/** Whether the app created the folder. A symbolic link to such a folder does not count. */
export const isOwnFolder = (path: string): boolean =>
  isFolder(path) &&
  (lstatSync(join(path, markerName), { throwIfNoEntry: false })?.isFile() ?? false);

const isFolder = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

const othersPermissionMask = 0o077;

/**
 * Removes the permissions of other users on the files and folders in `folder` for whose names `isOwn` returns true.
 * Does not change `folder` itself, because other programs may use it too. Ignores errors. Does nothing on Windows,
 * where the folder of the user is closed to other users.
 */
export function removePermissionsOfOthers(folder: string, isOwn: (name: string) => boolean): void {
  if (process.platform === 'win32') return;
  for (const name of namesIn(folder)) if (isOwn(name)) makePrivate(join(folder, name));
}

/** Removes the permissions of other users on a file or a folder. Ignores a symbolic link. */
function makePrivate(path: string): void {
  try {
    const stat = lstatSync(path);
    if ((stat.isFile() || stat.isDirectory()) && (stat.mode & othersPermissionMask) !== 0)
      chmodSync(path, stat.mode & 0o777 & ~othersPermissionMask);
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
