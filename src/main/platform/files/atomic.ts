import { randomUUID } from 'node:crypto';
import {
  closeSync,
  constants,
  copyFileSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import {
  copyFile,
  lstat,
  open,
  realpath,
  rename,
  rm,
  stat,
  type FileHandle,
} from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { isMissing, systemCodeOf } from './attempt.ts';

/**
 * The way to write every file: a draft beside it, fsync, rename, fsync of the folder. After a crash or a power cut the
 * old or the new file exists, never a part. The draft has a random name and is created exclusively, so that no planted
 * symbolic link is followed and no file of the user is overwritten. On an error, the functions remove the draft and
 * throw the system's error.
 */

interface WriteOptions {
  /** Permission bits of a new file. Default: 0666 without the bits of the umask. */
  readonly mode?: number;
  /** Rewrites an existing file: its permissions stay, and if it is a link of the user, the target is written. */
  readonly anew?: boolean;
}

/** Fails when the name is taken, also by a symbolic link: O_EXCL follows none (open(2)). */
const createNew = 'wx';
const defaultMode = 0o666;

/** A new name for a draft beside `path`. */
export const draftPath = (path: string): string =>
  join(dirname(path), `.overhead-${randomUUID()}.part`);

/** Matches the name of every draft, and of the files that SQLite creates beside a draft. */
export const draftName =
  /^\.overhead-[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\.part(-shm|-wal|-journal)?$/;

/** Renames a draft to `path` after `write` has filled it. */
async function replace(path: string, write: (draft: string) => Promise<unknown>): Promise<void> {
  const draft = draftPath(path);
  try {
    await write(draft);
    // Windows syncs only a file that is open for writing.
    const file = await open(draft, 'r+');
    try {
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    throw error;
  }
  syncFolder(dirname(path));
}

/** As `replace`, synchronously. */
function replaceSync(path: string, write: (draft: string) => void): void {
  const draft = draftPath(path);
  try {
    write(draft);
    placeDraft(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/** Writes a file; `fill` writes the content. */
export const writeWhole = async (
  path: string,
  fill: (file: FileHandle) => Promise<unknown>,
  { mode = defaultMode, anew = false }: WriteOptions = {},
): Promise<void> => {
  const existingFile = anew ? await fileAt(path) : null;
  await replace(existingFile?.path ?? path, async (draft) => {
    const file = await open(draft, createNew, existingFile?.mode ?? mode);
    try {
      // The umask may have removed permissions.
      if (existingFile !== null) await file.chmod(existingFile.mode);
      await fill(file);
    } finally {
      await file.close();
    }
  });
};

/**
 * The file at `path`, or the target if it is a link of this user; null if there is no file. Another user's link is
 * replaced.
 */
async function fileAt(path: string): Promise<{ path: string; mode: number } | null> {
  try {
    const { uid } = await lstat(path);
    if (process.getuid !== undefined && uid !== process.getuid()) return null;
    const real = await realpath(path);
    const { mode } = await stat(real);
    return { path: real, mode: mode & 0o777 };
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** As `writeWhole`, for a short text, synchronously. */
export const writeWholeSync = (
  path: string,
  text: string,
  { mode = defaultMode }: WriteOptions = {},
): void => replaceSync(path, (draft) => writeFileSync(draft, text, { flag: createNew, mode }));

/** Copies a file; an existing file at `to` is replaced only by a complete copy. */
export const copyWhole = (from: string, to: string): Promise<void> =>
  replace(to, (draft) => copyFile(from, draft, constants.COPYFILE_EXCL));

/**
 * As `copyWhole`, synchronously.
 *
 * @param finish called with the path of the copy before it replaces `to`; if it throws, `to` is not changed
 */
export const copyWholeSync = (from: string, to: string, finish?: (copy: string) => void): void =>
  replaceSync(to, (draft) => {
    copyFileSync(from, draft, constants.COPYFILE_EXCL);
    finish?.(draft);
  });

/** Creates an empty draft beside `path`, for a library that writes into a file by its name. Returns its path. */
export function createDraft(path: string, mode: number): string {
  const draft = draftPath(path);
  const file = openSync(draft, createNew, mode);
  try {
    closeSync(file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
  return draft;
}

/** Renames a finished draft to its final name. */
export function placeDraft(draft: string, path: string): void {
  syncFile(draft);
  renameSync(draft, path);
  syncFolder(dirname(path));
}

/** Creates an empty file, unless the name exists already. */
export function createEmpty(path: string, mode: number): void {
  try {
    closeSync(openSync(path, createNew, mode));
  } catch (error) {
    if (systemCodeOf(error) !== 'EEXIST') throw error;
  }
}

function syncFile(path: string): void {
  // Windows syncs only a file that is open for writing.
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/**
 * Creates a folder and its missing parents, and syncs their names: a synced file in a new folder is lost by a power cut
 * if the name of the folder was not synced.
 */
export function makeFolder(path: string, mode?: number): void {
  const first = mkdirSync(path, { recursive: true, mode });
  if (first === undefined) return;
  for (let folder = resolve(path); folder.length >= first.length; folder = dirname(folder))
    syncFolder(dirname(folder));
}

/** Removes a file if it exists. A power cut does not restore it. */
export function removeFile(path: string): void {
  rmSync(path, { force: true });
  syncFolder(dirname(path));
}

/** As `syncFolder`, for the folder and all above it, because another program may have created it just now. */
export function syncFolders(path: string): void {
  syncFolder(path);
  if (dirname(path) !== path) syncFolders(dirname(path));
}

/** Makes the names in the folder survive a power cut. Windows has no such call and needs none. */
export function syncFolder(path: string): void {
  if (process.platform === 'win32') return;
  let folder: number;
  try {
    folder = openSync(path, 'r');
  } catch {
    // The folder may be writable but not readable; the file has its name all the same.
    return;
  }
  try {
    fsyncSync(folder);
  } catch {
    // Some file systems cannot sync a folder.
  } finally {
    closeSync(folder);
  }
}
