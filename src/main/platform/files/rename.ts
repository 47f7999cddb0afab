import { renameSync, rmSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { systemCodeOf } from './attempt.ts';

/**
 * On Windows a file that another program has open can be neither renamed, replaced nor removed. Virus scanners,
 * indexers and backups hold a new file for a moment, so these calls are repeated. On other systems an open file does
 * not matter, and these codes are final.
 */
const heldFileCodes: readonly (string | null)[] = ['EBUSY', 'EPERM', 'EACCES', 'ENOTEMPTY'];

const isHeldFile = (error: unknown): boolean =>
  process.platform === 'win32' && heldFileCodes.includes(systemCodeOf(error));

/** The waits between the tries of `renameFile`, in milliseconds. */
const waitsMs = [10, 20, 50, 100, 200, 400];
/** The waits of the synchronous functions, which block the app: at most 70 ms together. */
const blockingWaitsMs = [10, 20, 40];
/** The waits of `removeTreeSync`: at most 4.7 s together. */
const removalWaitsMs = [100, 200, 400, 1_000, 1_000, 2_000];

/** Renames a file; an existing file at `to` is replaced. Throws the system's error. */
export async function renameFile(from: string, to: string): Promise<void> {
  for (const waitMs of waitsMs) {
    try {
      await rename(from, to);
      return;
    } catch (error) {
      if (!isHeldFile(error)) throw error;
    }
    await delay(waitMs);
  }
  await rename(from, to);
}

/** As `renameFile`, synchronously. */
export const renameFileSync = (from: string, to: string): void =>
  repeatWhileHeld(() => renameSync(from, to));

/** Removes a file if it exists. Throws the system's error. */
export const unlinkFileSync = (path: string): void =>
  repeatWhileHeld(() => rmSync(path, { force: true }));

/**
 * Removes a file or a folder with its contents. On Windows, waits for files that another process has open. `rmSync` has
 * retries of its own, but repeats them without a wait. Throws the system's error.
 */
export const removeTreeSync = (path: string): void =>
  repeatWhileHeld(() => rmSync(path, { recursive: true }), removalWaitsMs);

function repeatWhileHeld(act: () => void, waits = blockingWaitsMs): void {
  for (const waitMs of waits) {
    try {
      act();
      return;
    } catch (error) {
      if (!isHeldFile(error)) throw error;
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, waitMs);
  }
  act();
}
