import { lstat, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fail, ok, type Result, type StorageFailure } from '#shared/failure.ts';
import { attemptAsync, isMissing } from '#platform/files/attempt.ts';
import { makeFolder, writeWhole } from '#platform/files/atomic.ts';
import type { OwnFolder, StrayFile } from '../ports.ts';

/** Returns what the disk refuses as a `storage` failure. Rejects with any other error: a defect. */
export async function storing<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
  const done = await attemptAsync(work);
  return done.ok ? done.value : done;
}

/** Writes a whole file and creates its folder. */
export const storeFile = (path: string, bytes: Uint8Array): Promise<Result<null>> =>
  attemptAsync(async () => {
    makeFolder(dirname(path));
    await writeWhole(path, (file) => file.writeFile(bytes));
    return null;
  });

/**
 * A folder that only this app writes into.
 *
 * @param blocked why nothing may be removed now, or null: a temporary database does not know which files are in use
 */
export function ownFolder(
  folder: string,
  blocked: () => StorageFailure | null = () => null,
): OwnFolder {
  return {
    names: () =>
      storing(async () => {
        const names = await readdir(folder).catch((error: unknown) => {
          if (isMissing(error)) return [];
          throw error;
        });
        return ok(names);
      }),

    async measure(names) {
      const found: StrayFile[] = [];
      for (const name of names) {
        // Gone meanwhile or unreadable: ignore it.
        const seen = await lstat(join(folder, name)).catch(() => null);
        if (seen?.isFile() === true)
          found.push({ name, bytes: seen.size, modifiedAt: seen.mtimeMs });
      }
      return found;
    },

    async remove(name) {
      const why = blocked();
      if (why !== null) return fail(why);
      return storing(async () => {
        await rm(join(folder, name), { force: true });
        return ok(null);
      });
    },
  };
}
