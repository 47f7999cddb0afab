import { createReadStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fail, ok, type Result } from '../../shared/failure.ts';
import type { TransferFiles } from '../domain/journal/transfer/transfer.ts';
import { storageFailure } from './attempt.ts';
import { syncFolder } from './sync.ts';

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

  async *read(path) {
    try {
      for await (const part of createReadStream(path, { encoding: 'utf8' })) yield ok(String(part));
    } catch (error) {
      yield fail(storageFailure(error));
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
