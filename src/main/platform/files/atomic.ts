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
 * The one way to write a file: a draft beside it, fsync, rename, fsync of the folder. After a crash or a power cut
 * there is the old file or the new one, never a part. The draft has a random name and is created exclusively, so that
 * neither a planted symbolic link is followed nor a file of the user's overwritten. Everything in here throws the
 * system's error; the draft is removed then.
 */

interface WriteOptions {
  /** Permission bits of a new file; without it, what the umask leaves of 0666. */
  readonly mode?: number;
  /**
   * Writes the file that is there anew: its permissions stay, and where the user has made a link to a file, that file is
   * written.
   */
  readonly anew?: boolean;
}

/** Fails when the name is taken, also by a symbolic link: O_EXCL follows none (open(2)). */
const createNew = 'wx';
const defaultMode = 0o666;

/** A new name for a draft beside `path`. */
export const draftPath = (path: string): string =>
  join(dirname(path), `.overhead-${randomUUID()}.part`);

/** Matches the name of every draft, and of what SQLite creates beside one. */
export const draftName =
  /^\.overhead-[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\.part(-shm|-wal|-journal)?$/;

/** Gives what `write` puts into a draft the name `path`. */
async function replace(path: string, write: (draft: string) => Promise<unknown>): Promise<void> {
  const draft = draftPath(path);
  try {
    await write(draft);
    // Windows syncs only what may be written.
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

/** As `replace`, at once. */
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
  const there = anew ? await fileAt(path) : null;
  await replace(there?.path ?? path, async (draft) => {
    const file = await open(draft, createNew, there?.mode ?? mode);
    try {
      // The umask may have taken permissions away.
      if (there !== null) await file.chmod(there.mode);
      await fill(file);
    } finally {
      await file.close();
    }
  });
};

/** The file at `path`, or behind a link of this user there; null if there is none. Another user's link is replaced. */
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

/** As `writeWhole`, for a short text, at once. */
export const writeWholeSync = (
  path: string,
  text: string,
  { mode = defaultMode }: WriteOptions = {},
): void => replaceSync(path, (draft) => writeFileSync(draft, text, { flag: createNew, mode }));

/** Copies a file; what is at `to` is replaced only by a whole copy. */
export const copyWhole = (from: string, to: string): Promise<void> =>
  replace(to, (draft) => copyFile(from, draft, constants.COPYFILE_EXCL));

/**
 * As `copyWhole`, at once.
 *
 * @param finish called with the path of the copy before it replaces `to`; what it throws leaves `to` unchanged
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

/** Gives a finished draft its name. */
export function placeDraft(draft: string, path: string): void {
  syncFile(draft);
  renameSync(draft, path);
  syncFolder(dirname(path));
}

/** Creates an empty file, unless something has that name: then nothing happens. */
export function createEmpty(path: string, mode: number): void {
  try {
    closeSync(openSync(path, createNew, mode));
  } catch (error) {
    if (systemCodeOf(error) !== 'EEXIST') throw error;
  }
}

function syncFile(path: string): void {
  // Windows syncs only what may be written.
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/**
 * Creates a folder and those above it that are missing. Their names are durable: a file that is synced in a new folder
 * is lost by a power cut if the name of the folder is not.
 */
export function makeFolder(path: string, mode?: number): void {
  const first = mkdirSync(path, { recursive: true, mode });
  if (first === undefined) return;
  for (let folder = resolve(path); folder.length >= first.length; folder = dirname(folder))
    syncFolder(dirname(folder));
}

/** Removes a file if it is there. After a power cut it is not back. */
export function removeFile(path: string): void {
  rmSync(path, { force: true });
  syncFolder(dirname(path));
}

/** As `syncFolder`, for the folder and all above it: of a folder that another program may have created just now. */
export function syncFolders(path: string): void {
  syncFolder(path);
  if (dirname(path) !== path) syncFolders(dirname(path));
}

/** Makes the names in the folder durable. Windows has no such call and needs none. */
export function syncFolder(path: string): void {
  if (process.platform === 'win32') return;
  let folder: number;
  try {
    folder = openSync(path, 'r');
  } catch {
    // A folder that may be written but not read: the file is in its place all the same.
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
