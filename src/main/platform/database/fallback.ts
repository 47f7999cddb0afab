import { chmodSync, copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { recordChanges, type CarryOver } from './carry-over.ts';
import { isMissing } from '../files/quarantine.ts';

export interface Fallback {
  readonly database: DatabaseSync;
  readonly carryOver: CarryOver;
  readonly close: () => void;
}

/** SQLite's name for a database without a file. */
export const inMemory = ':memory:';

type Connect = (path: string) => DatabaseSync;

/**
 * A database for this run alone, when the disk takes none at `path`: a copy of what is there, in the system's
 * folder for temporary files, or an empty one in memory.
 */
export function openFallback(path: string, connect: Connect): Fallback {
  return copyOf(path, connect) ?? empty(connect);
}

function copyOf(path: string, connect: Connect): Fallback | null {
  let folder: string | null = null;
  try {
    folder = mkdtempSync(join(tmpdir(), 'overhead-'));
    const copy = join(folder, 'overhead.sqlite');
    copyFileSync(path, copy);
    // What may only be read there may be written here.
    chmodSync(copy, 0o600);
    // What was committed and not yet moved into the file itself.
    copyIfThere(`${path}-wal`, `${copy}-wal`);
    const database = connect(copy);
    const kept = folder;
    return {
      database,
      carryOver: recordChanges(database, true),
      close() {
        database.close();
        rmSync(kept, { recursive: true, force: true });
      },
    };
  } catch {
    // Whatever it was, an empty database in memory is left.
    if (folder !== null) rmSync(folder, { recursive: true, force: true });
    return null;
  }
}

function empty(connect: Connect): Fallback {
  const database = connect(inMemory);
  return { database, carryOver: recordChanges(database, false), close: () => database.close() };
}

function copyIfThere(from: string, to: string): void {
  try {
    copyFileSync(from, to);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}
