import { randomUUID } from 'node:crypto';
import {
  closeSync,
  constants,
  copyFileSync,
  fsyncSync,
  mkdirSync,
  openSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { copyFile, lstat, open, realpath, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { isMissingFileError, systemCodeOf } from './attempt.ts';
import { renameFile, renameFileSync, unlinkFileSync } from './rename.ts';

/**
 * These functions write a file in four steps: write a draft in the same folder, sync the draft, rename the draft, sync
 * the folder. After a crash or a power cut the old or the new file exists, never a part. The draft has a random name
 * and is created with O_EXCL. Therefore no symbolic link that another program has created is followed, and no file of
 * the user is overwritten. On an error, the functions remove the draft and throw the system's error.
 */

interface WriteOptions {
  /** Permission bits of a new file. Default: 0666 without the bits of the umask. */
  readonly mode?: number;
  /**
   * If true, an existing file keeps its permissions, and if `path` is a link of the user, the target of the link is
   * written.
   */
  readonly anew?: boolean;
}

/** The flag to create a file. Fails if the name exists, also as a symbolic link, because O_EXCL follows no link. */
const exclusiveFlag = 'wx';
const defaultMode = 0o666;

/** A new name for a draft beside `path`. */
export const draftPath = (path: string): string =>
  join(dirname(path), `.overhead-${randomUUID()}.part`);

/** Matches the name of every draft, and of the files that SQLite creates beside a draft. */
export const draftName =
  /^\.overhead-[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\.part(-shm|-wal|-journal)?$/;

/** Creates a draft with `write`, syncs the draft, renames it to `path`, and syncs the folder. */
async function replaceByDraft(
  path: string,
  write: (draft: string) => Promise<unknown>,
): Promise<void> {
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
    await renameFile(draft, path);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    throw error;
  }
  syncFolder(dirname(path));
}

/** As `replaceByDraft`, synchronously. */
function replaceByDraftSync(path: string, write: (draft: string) => void): void {
  const draft = draftPath(path);
  try {
    write(draft);
    placeDraft(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/** Writes a file by way of a draft; `fill` writes the content. */
export const writeFileAtomic = async (
  path: string,
  fill: (file: FileHandle) => Promise<unknown>,
  { mode = defaultMode, anew = false }: WriteOptions = {},
): Promise<void> => {
  const existingFile = anew ? await fileToRewrite(path) : null;
  await replaceByDraft(existingFile?.path ?? path, async (draft) => {
    const file = await open(draft, exclusiveFlag, existingFile?.mode ?? mode);
    try {
      // Set the mode again, because the umask may have removed permissions.
      if (existingFile !== null) await file.chmod(existingFile.mode);
      await fill(file);
    } finally {
      await file.close();
    }
  });
};

/**
 * The path and the mode of the existing file to rewrite: the file at `path`, or the target if `path` is a link. Null if
 * there is no file, or if the file or the link belongs to another user; a write then replaces it.
 */
async function fileToRewrite(path: string): Promise<{ path: string; mode: number } | null> {
  try {
    const { uid } = await lstat(path);
    if (process.getuid !== undefined && uid !== process.getuid()) return null;
    const resolvedPath = await realpath(path);
    const { mode } = await stat(resolvedPath);
    return { path: resolvedPath, mode: mode & 0o777 };
  } catch (error) {
    if (isMissingFileError(error)) return null;
    throw error;
  }
}

/** As `writeFileAtomic`, for a short text, synchronously. */
export const writeFileAtomicSync = (
  path: string,
  text: string,
  { mode = defaultMode }: WriteOptions = {},
): void =>
  replaceByDraftSync(path, (draft) => writeFileSync(draft, text, { flag: exclusiveFlag, mode }));

/** Copies a file; an existing file at `to` is replaced only by a complete copy. */
export const copyFileAtomic = (from: string, to: string): Promise<void> =>
  replaceByDraft(to, (draft) => copyFile(from, draft, constants.COPYFILE_EXCL));

/**
 * As `copyFileAtomic`, synchronously.
 *
 * @param finish called with the path of the copy before it replaces `to`; if it throws, `to` is not changed
 */
export const copyFileAtomicSync = (
  from: string,
  to: string,
  finish?: (copy: string) => void,
): void =>
  replaceByDraftSync(to, (draft) => {
    copyFileSync(from, draft, constants.COPYFILE_EXCL);
    finish?.(draft);
  });

/** Creates an empty draft beside `path`, for a library that needs the path of a file. Returns the path of the draft. */
export function createDraft(path: string, mode: number): string {
  const draft = draftPath(path);
  const file = openSync(draft, exclusiveFlag, mode);
  try {
    closeSync(file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
  return draft;
}

/** Syncs a finished draft, renames it to `path`, and syncs the folder. */
export function placeDraft(draft: string, path: string): void {
  syncFile(draft);
  renameFileSync(draft, path);
  syncFolder(dirname(path));
}

/** Creates an empty file, unless the name exists already. */
export function createEmptyFile(path: string, mode: number): void {
  try {
    closeSync(openSync(path, exclusiveFlag, mode));
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
 * Creates a folder and its missing parents, and syncs the names of the new folders. If the name of a new folder were
 * not synced, a power cut could remove the folder together with synced files in it.
 */
export function makeFolder(path: string, mode?: number): void {
  const firstNewFolder = mkdirSync(path, { recursive: true, mode });
  if (firstNewFolder === undefined) return;
  for (let folder = resolve(path); folder.length >= firstNewFolder.length; folder = dirname(folder))
    syncFolder(dirname(folder));
}

/** Removes a file if it exists, and syncs the folder, so that the file does not exist again after a power cut. */
export function removeFile(path: string): void {
  unlinkFileSync(path);
  syncFolder(dirname(path));
}

/** Syncs the folder and all its parents, because another program may have created one of these folders just now. */
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
    // A folder that is writable but not readable cannot be synced.
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
