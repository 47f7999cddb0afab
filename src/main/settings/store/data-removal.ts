import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createEmptyFile } from '#platform/files/atomic.ts';
import { attemptStorage } from '#platform/files/attempt.ts';
import { removalMark, removeOwnData, type DataRemoval } from './own-data.ts';

export interface RemovalSystem {
  readonly platform: NodeJS.Platform;
  /** Absolute path of the data folder. */
  readonly data: string;
  /** Absolute path of the folder that contains `settings.json`; on Windows it is not the data folder. */
  readonly settings: string;
  /** Absolute path of the folder of the log. Electron creates the folder when the app requests the path. */
  readonly logs: () => string;
  /** The arguments of this process. */
  readonly args: readonly string[];
  /** Removes a file or a folder. Throws if the removal fails. */
  readonly remove: (path: string) => void;
  /** As `remove`, but waits for files that another process has open. */
  readonly removeWhenFree: (path: string) => void;
  /** Starts the app again after the end of this process. */
  readonly relaunch: (args: readonly string[]) => void;
  readonly report: (removal: DataRemoval) => void;
}

/** The argument of a process that only finishes a removal. Without the mark in the data folder nothing is removed. */
const finishRemovalSwitch = '--finish-removal';

/**
 * Removes the app's data at the end of the app. Windows does not delete open files, and Chromium holds its files open
 * until the process ends: another process then removes the remaining files (`finishRemoval`).
 */
export function removeAtEnd(system: RemovalSystem): void {
  const { platform, data, settings, logs, args, remove, relaunch, report } = system;
  const removal = removeOwnData(data, logs(), remove, settings);
  const isHeld = platform === 'win32' && removal.failed.length > 0;
  if (isHeld && attemptStorage(() => createEmptyFile(join(data, removalMark), 0o600)).ok)
    relaunch([...args, finishRemovalSwitch]);
  else report(removal);
}

/**
 * Finishes the removal that an earlier process began, if there was one. Call it before anything in the data folder is
 * opened.
 *
 * @returns whether this process was started only for the removal, and must end
 */
export function finishRemoval(system: RemovalSystem): boolean {
  const { data, settings, logs, args, removeWhenFree, report } = system;
  const isOnlyForThis = args.includes(finishRemovalSwitch);
  // The mark is removed first, so that a failed removal is reported once and not tried again at each start.
  const isMarked = attemptStorage(() => rmSync(join(data, removalMark))).ok;
  if (isMarked) {
    // Chromium's other processes may still have files open for a moment.
    const removal = removeOwnData(data, logs(), removeWhenFree, settings);
    if (isOnlyForThis) report(removal);
  }
  return isOnlyForThis;
}
