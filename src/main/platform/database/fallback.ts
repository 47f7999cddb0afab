import { chmodSync, copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { isMissingFileError } from '../files/attempt.ts';

type Fallback = ReturnType<typeof openEmptyDatabase>;

/** SQLite's name for a database without a file. */
export const inMemoryName = ':memory:';

type Connect = (path: string) => DatabaseSync;

/**
 * Opens a temporary database for this run, because the database at `path` cannot be used. The temporary database is a
 * copy in the system's temporary folder. If the copy fails or `path` is null, it is an empty database in memory. It
 * refuses writes with SQLITE_READONLY, so that each store holds its rows until they can be written to the disk.
 */
export function openFallback(path: string | null, connect: Connect): Fallback {
  const fallback = (path === null ? null : openCopyOf(path, connect)) ?? openEmptyDatabase(connect);
  fallback.database.exec('PRAGMA query_only = 1');
  return fallback;
}

/** Allows writes during `work` also if the database is temporary; such writes are lost at the end of the run. */
export function allowWritesDuring<T>(database: DatabaseSync, work: () => T): T {
  const isReadOnly = database.prepare('PRAGMA query_only').get()?.['query_only'] === 1;
  if (isReadOnly) database.exec('PRAGMA query_only = 0');
  try {
    return work();
  } finally {
    if (isReadOnly) database.exec('PRAGMA query_only = 1');
  }
}

function openCopyOf(path: string, connect: Connect): Fallback | null {
  let folder: string | null = null;
  try {
    folder = mkdtempSync(join(tmpdir(), 'overhead-'));
    const copy = join(folder, 'overhead.sqlite');
    copyFileSync(path, copy);
    // Make the copy writable, because a copy of a read-only file is read-only.
    chmodSync(copy, 0o600);
    // Copy the log too, because it may contain commits that are not in the database file.
    copyIfPresent(`${path}-wal`, `${copy}-wal`);
    const database = connect(copy);
    const copyFolder = folder;
    return {
      database,
      close() {
        database.close();
        rmSync(copyFolder, { recursive: true, force: true });
      },
    };
  } catch {
    // Use an empty database in memory instead.
    if (folder !== null) rmSync(folder, { recursive: true, force: true });
    return null;
  }
}

function openEmptyDatabase(connect: Connect) {
  const database = connect(inMemoryName);
  return { database, close: () => database.close() };
}

function copyIfPresent(from: string, to: string): void {
  try {
    copyFileSync(from, to);
  } catch (error) {
    if (!isMissingFileError(error)) throw error;
  }
}
