import { createHash } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  fsyncSync,
  openSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

const pieceBytes = 2 ** 20;

/** The sha512 of a file in base64. */
export function sha512Of(path: string): string {
  const handle = openSync(path, 'r');
  try {
    const hash = createHash('sha512');
    const piece = Buffer.allocUnsafe(pieceBytes);
    for (;;) {
      const bytes = readSync(handle, piece, 0, piece.length, null);
      if (bytes === 0) return hash.digest('base64');
      hash.update(piece.subarray(0, bytes));
    }
  } finally {
    closeSync(handle);
  }
}

/**
 * Puts a copy of `source` in the place of `target`, keeping its name and the file it points to. The copy is made
 * beside it, compared with `sha512`, brought to disk and renamed: at every moment there is the old file or the new one,
 * whole. A program that runs from the old one keeps it until it ends.
 *
 * @throws what the system says (ENOSPC, EROFS, EACCES …); the target is then as it was
 */
export function replaceFile(source: string, target: string, sha512: string): void {
  const real = realpathSync(target);
  const part = join(dirname(real), `.${basename(real)}.new`);
  try {
    // Left behind by a run that was killed, or put there as a trap: never written through.
    rmSync(part, { force: true });
    copyFileSync(source, part, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    chmodSync(part, (statSync(real).mode & 0o777) | 0o100);
    if (sha512Of(part) !== sha512) throw new WrongFileError('the copy is not what was signed');
    sync(part);
    renameSync(part, real);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
  try {
    // Makes the new name outlive a power failure. The file is in its place also where folders cannot be synced.
    sync(dirname(real));
  } catch {
    return;
  }
}

export class WrongFileError extends Error {
  override readonly name = 'WrongFileError';
}

function sync(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
