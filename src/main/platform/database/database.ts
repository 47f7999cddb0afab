import { DatabaseSync } from 'node:sqlite';
import { closeSync, existsSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { StorageFailure } from '#shared/failure.ts';
import { createEmpty, syncFolders } from '../files/atomic.ts';
import { isMissing, sqliteCode, storageFailure } from '../files/attempt.ts';
import { type CarryOver, type CarryOverRules, inMemory, openFallback } from './fallback.ts';
import { backUpNow, putBackNewest, type Backup, clearSuspicion, isSuspected } from './backups.ts';
import { transact } from './transact.ts';
import { putAside } from '../files/quarantine.ts';

export interface Layout extends CarryOverRules {
  /** Entry n brings version n to version n + 1. */
  readonly migrations: readonly string[];
}

export interface OpenedDatabase {
  readonly database: DatabaseSync;
  /** The new path of an unusable database that was put aside, or null. */
  readonly quarantined: string | null;
  /** The backup that replaced it, or null. */
  readonly backup: Backup | null;
  /** Why this is a temporary database, or null: it is on the disk. */
  readonly failure: StorageFailure | null;
  /** Of a temporary database: copies what was written into it to the one on the disk. */
  readonly carryOver: CarryOver | null;
  readonly close: () => void;
}

/**
 * Opens or creates the database at `path` and migrates it to the newest version. A file that is not a database, is
 * damaged, or was written by a newer version is put aside, never deleted. The newest intact backup replaces it, or a
 * missing file; without a backup a new database is created. When the disk takes no database, a temporary one is used.
 *
 * @param now milliseconds since the Unix epoch
 */
export function openDatabase(path: string, now: number, layout: Layout): OpenedDatabase {
  try {
    return openOnDisk(path, now, layout);
  } catch (error) {
    const failure = storageFailure(error);
    const fallback = openFallback(path, (copy) => connect(copy, now, layout.migrations), layout);
    return { ...fallback, quarantined: null, backup: null, failure };
  }
}

/** As `openDatabase`, but throws the error of the disk instead of using a temporary database. */
export function openOnDisk(path: string, now: number, { migrations }: Layout): OpenedDatabase {
  const opened = (quarantined: string | null, backup: Backup | null): OpenedDatabase => {
    const database = connect(path, now, migrations);
    clearSuspicion(path);
    return {
      database,
      quarantined,
      backup,
      failure: null,
      carryOver: null,
      close: () => database.close(),
    };
  };
  // SQLite would replay the old log into the new file.
  const putDatabaseAside = (): string => putAside(path, now, ['-wal', '-shm']);
  const putBack = (): Backup | null => putBackNewest(path, migrations.length, now);
  try {
    if (existsSync(path)) return opened(null, null);
    // The app never removes the file alone, and may have ended before a backup was back.
    putDatabaseAside();
    return opened(null, putBack());
  } catch (error) {
    if (!isUnusable(error)) throw error;
    return opened(putDatabaseAside(), putBack());
  }
}

class NewerVersionError extends Error {}
class DamagedError extends Error {}

/** How long to wait for another program's lock, in milliseconds: the whole app waits. */
const lockedMs = 250;
/** A larger database is not checked at every start, but by the daily backup and after damage was found. */
const checkedBytes = 2 * 1024 * 1024;

function connect(path: string, now: number, migrations: readonly string[]): DatabaseSync {
  const isSmall = sizeOf(path) <= checkedBytes;
  requireWritable(path);
  const database = new DatabaseSync(path, { timeout: lockedMs });
  try {
    // Before anything else: a newer version's file must be put aside unchanged.
    const version = versionOf(database);
    if (version > migrations.length) throw new NewerVersionError();
    // FULL: a commit that returned survives a power cut.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
    if (isSmall || isSuspected(path) || version < migrations.length) {
      const check = database.prepare('PRAGMA quick_check(1)').get();
      if (check?.['quick_check'] !== 'ok') throw new DamagedError();
    }
    if (version > 0 && version < migrations.length) backUpNow(database, path, version, now);
    migrate(database, version, migrations);
    // Fails if another program holds a lock.
    transact(database, () => undefined);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

const versionOf = (database: DatabaseSync): number =>
  Number(database.prepare('PRAGMA user_version').get()?.['user_version']);

function migrate(database: DatabaseSync, version: number, migrations: readonly string[]): void {
  migrations.slice(version).forEach((migration, index) => {
    transact(database, () => {
      database.exec(migration);
      database.exec(`PRAGMA user_version = ${version + index + 1}`);
    });
  });
}

/** Whether the file itself is the problem, not the disk (full, no permission). */
function isUnusable(error: unknown): boolean {
  if (error instanceof NewerVersionError || error instanceof DamagedError) return true;
  const code = sqliteCode(error);
  return code === 'SQLITE_CORRUPT' || code === 'SQLITE_NOTADB';
}

/**
 * Throws if the file is read-only: SQLite opens such a file without an error, and even begins a write transaction. Call
 * it before the database is opened, because closing a file drops this process's locks on it. Creates a missing file,
 * readable by this user only.
 */
function requireWritable(path: string): void {
  if (path === inMemory) return;
  try {
    closeSync(openSync(path, 'r+'));
  } catch (error) {
    if (!isMissing(error)) throw error;
    // SQLite would use the umask. `-wal` and `-shm` get the mode of this file.
    createEmpty(path, 0o600);
    // The folder may be new: SQLite syncs its content, and not its own name.
    syncFolders(dirname(path));
  }
}

function sizeOf(path: string): number {
  try {
    return statSync(path).size;
  } catch (error) {
    if (isMissing(error)) return 0;
    throw error;
  }
}
