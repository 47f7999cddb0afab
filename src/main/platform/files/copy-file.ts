import { fail, ok, type Result } from '#shared/failure.ts';
import { copyWhole } from './atomic.ts';
import { storageFailure } from './attempt.ts';

/** Copies a file to `to`: whole, or not at all; a file that was there is replaced only by a whole one. */
export async function copyFile(from: string, to: string): Promise<Result<null>> {
  try {
    await copyWhole(from, to);
    return ok(null);
  } catch (error) {
    return fail(storageFailure(error));
  }
}
