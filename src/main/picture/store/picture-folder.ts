import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, readdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fail, ok, type Result, type StorageFailure } from '#shared/failure.ts';
import { attemptStorageAsync, isMissingFileError } from '#platform/files/attempt.ts';
import { makeFolder, writeFileAtomic } from '#platform/files/atomic.ts';

/**
 * The names of the app's own pictures. A folder of the app may hold files of other programs, because `--user-data-dir`
 * may name a folder that is shared with them: only files with the app's own names are removed.
 */

/** A downloaded picture: its day, and the beginning of its hash. */
export const pictureNamePattern = /^(\d{4}-\d{2}-\d{2})-[\da-f]{8}\.(?:jpg|png|gif|webp)$/;

/** The files whose bytes were found right in this run: path, and size, time and inode at that time. */
const provenFiles = new Map<string, string>();

/**
 * Whether the bytes at `path` are those that the name of the picture file was made of. A disk may change the bytes of a
 * file, and not its size. Reads a file once in a run, and again when its size, time or inode has changed. True also if
 * the file cannot be read: the next reader then reports the error.
 */
export async function hasDownloadedBytes(path: string): Promise<boolean> {
  try {
    const { size, mtimeMs, ino } = await stat(path);
    const identity = `${size} ${mtimeMs} ${ino}`;
    if (provenFiles.get(path) === identity) return true;
    const hash = createHash('sha256');
    for await (const piece of createReadStream(path)) hash.update(piece as Buffer);
    const isRight = basename(path).slice(11, 19) === hash.digest('hex').slice(0, 8);
    if (isRight) provenFiles.set(path, identity);
    return isRight;
  } catch {
    return true;
  }
}

/** A thumbnail or a rendition of such a picture. */
export const drawnPictureNamePattern = /^\d{4}-\d{2}-\d{2}-[\da-f]{8}\.(?:jpg|png)$/;

/**
 * A file that no stored day names: a running download, the file of a day that is not saved yet, a leftover of a crash
 * or a repair, or a file of another program.
 */
export interface StrayFile {
  readonly name: string;
  readonly bytes: number;
  /** The time of the file's last change, in milliseconds since the Unix epoch. */
  readonly modifiedAt: number;
}

/**
 * Runs `work`. Returns a `storage` failure if the disk reports an error. Any other error is a defect: the promise
 * rejects.
 */
export async function catchStorageFailure<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
  const result = await attemptStorageAsync(work);
  return result.ok ? result.value : result;
}

/** Writes a whole file or nothing. Creates its folder. */
export const storeFile = (path: string, bytes: Uint8Array): Promise<Result<null>> =>
  attemptStorageAsync(async () => {
    makeFolder(dirname(path));
    await writeFileAtomic(path, (file) => file.writeFile(bytes));
    return null;
  });

export type OwnFolder = ReturnType<typeof ownFolder>;

/**
 * A folder of the app's own files. Expected failure: `storage`.
 *
 * @param whyBlocked returns the reason why no file may be removed now, or null. While a temporary database is used, no
 *   file may be removed, because that database may not list all files in use
 */
export function ownFolder(folder: string, whyBlocked: () => StorageFailure | null = () => null) {
  return {
    /** The names of the files; empty if there is no folder. */
    names: (): Promise<Result<readonly string[]>> =>
      catchStorageFailure(async () => {
        const names = await readdir(folder).catch((error: unknown) => {
          if (isMissingFileError(error)) return [];
          throw error;
        });
        return ok(names);
      }),

    /** The sizes and times of the names that are files. */
    async measure(names: readonly string[]): Promise<readonly StrayFile[]> {
      const files: StrayFile[] = [];
      for (const name of names) {
        // Ignore files that have been deleted since, and unreadable ones.
        const stats = await lstat(join(folder, name)).catch(() => null);
        if (stats?.isFile() === true)
          files.push({ name, bytes: stats.size, modifiedAt: stats.mtimeMs });
      }
      return files;
    },

    /** Removes a file. It is not a failure if the file is missing. */
    async remove(name: string): Promise<Result<null>> {
      const blockFailure = whyBlocked();
      if (blockFailure !== null) return fail(blockFailure);
      return catchStorageFailure(async () => {
        await rm(join(folder, name), { force: true });
        return ok(null);
      });
    },
  };
}
