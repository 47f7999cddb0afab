import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, ok, type StorageFailure } from '#shared/failure.ts';
import type { OwnFolder, StrayFile } from '../ports.ts';
import { storageFailure } from '#platform/files/attempt.ts';
import { isMissing } from '#platform/files/quarantine.ts';

/**
 * What only this app writes into. Each call works on the disk in the background, a file after the other.
 *
 * @param blocked why nothing may be removed now, or null: a temporary database does not know which files are in use
 */
export function ownFolder(
  folder: string,
  blocked: () => StorageFailure | null = () => null,
): OwnFolder {
  return {
    async names() {
      try {
        return ok(await readdir(folder));
      } catch (error) {
        return isMissing(error) ? ok([]) : fail(storageFailure(error));
      }
    },

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
      try {
        await rm(join(folder, name), { force: true });
        return ok(null);
      } catch (error) {
        return fail(storageFailure(error));
      }
    },
  };
}
