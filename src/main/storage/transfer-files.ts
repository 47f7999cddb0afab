import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fail, ok, type Result } from '../../shared/failure.ts';
import type { TransferFiles } from '../domain/journal/transfer/transfer.ts';
import { storageFailure } from './attempt.ts';
import { syncFolder } from './sync.ts';

/** As much as one string holds. */
const readLimit = 500_000_000;
/** UTF-16 units that are written at a time. */
const chunkLength = 256 * 1024;

export const transferFiles: TransferFiles = {
  async write(path, parts) {
    const draft = `${path}.part`;
    try {
      const failed = await writeAll(draft, parts);
      if (failed !== null) {
        await rm(draft, { force: true });
        return failed;
      }
      await rename(draft, path);
      syncFolder(dirname(path));
      return ok(null);
    } catch (error) {
      await rm(draft, { force: true }).catch(() => undefined);
      return fail(storageFailure(error));
    }
  },

  async read(path) {
    try {
      const { size } = await stat(path);
      if (size > readLimit) return fail({ kind: 'too-large', limit: readLimit, unit: 'bytes' });
      return ok(await readFile(path, 'utf8'));
    } catch (error) {
      return fail(storageFailure(error));
    }
  },
};

/** Gives back the first part that failed, or null when all is on the disk. */
async function writeAll(
  path: string,
  parts: Iterable<Result<string>>,
): Promise<Result<never> | null> {
  const file = await open(path, 'w');
  try {
    let chunk = '';
    for (const part of parts) {
      if (!part.ok) return part;
      chunk += part.value;
      if (chunk.length < chunkLength) continue;
      await file.write(chunk);
      chunk = '';
    }
    await file.write(chunk);
    await file.sync();
    return null;
  } finally {
    await file.close();
  }
}
