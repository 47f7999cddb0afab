import { closeSync, fsyncSync, openSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';

/** Returns when the content of the file is on the disk itself. */
export function syncFile(path: string): void {
  // Windows syncs only what may be written.
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Returns when the names in the folder are on the disk itself. Windows has no such call, and needs none. */
export function syncFolder(path: string): void {
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** Gives a finished file its name: after a power cut there is the old file or the new one, never a part. */
export function renameSynced(draft: string, final: string): void {
  syncFile(draft);
  renameSync(draft, final);
  syncFolder(dirname(final));
}
