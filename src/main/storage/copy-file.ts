import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fail, ok, type Result } from '../../shared/failure.ts';
import { storageFailure } from './attempt.ts';
import { syncFile, syncFolder } from './sync.ts';

/** Copies a file to `to`: whole, or not at all; a file that was there is replaced only by a whole one. */
export async function copyWhole(from: string, to: string): Promise<Result<null>> {
  // A name that nobody else has there: `to` lies in a folder of the person's own.
  const draft = join(dirname(to), `.${randomUUID()}.part`);
  try {
    await copyFile(from, draft, constants.COPYFILE_EXCL);
    syncFile(draft);
    await rename(draft, to);
    syncFolder(dirname(to));
    return ok(null);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    return fail(storageFailure(error));
  }
}
