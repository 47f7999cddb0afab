import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ok, type Result } from '#shared/failure.ts';
import { attemptStorageAsync } from './attempt.ts';
import { transferFiles } from './transfer-files.ts';

/**
 * Temporary files for other programs, in a separate folder that is created with the first file and readable for this
 * user alone.
 *
 * @param parent absolute path of the system's folder of temporary files
 */
export function createTemporaryFiles(parent: string) {
  let folder: Promise<Result<string>> | null = null;
  return {
    /**
     * Writes a file, replacing an earlier one with the same name, and returns its path. The only failure is `storage`.
     */
    async write(name: string, text: string): Promise<Result<string>> {
      folder ??= attemptStorageAsync(() => mkdtemp(join(parent, 'overhead-')));
      const creation = await folder;
      if (!creation.ok) {
        folder = null;
        return creation;
      }
      const path = join(creation.value, name);
      const writeResult = await transferFiles.write(path, [ok(text)]);
      return writeResult.ok ? ok(path) : writeResult;
    },
    async dispose() {
      const creation = await folder;
      if (creation?.ok === true)
        await attemptStorageAsync(() => rm(creation.value, { recursive: true }));
    },
  };
}
