import { DatabaseSync } from 'node:sqlite';
import { closeSync, existsSync, openSync, statSync } from 'node:fs';
import type { StorageFailure } from '#shared/failure.ts';
import { createEmpty } from '../files/atomic.ts';
import { isMissing, sqliteCode, storageFailure } from '../files/attempt.ts';
import { type CarryOver, inMemory, openFallback } from './fallback.ts';
import { backUpNow, putBackNewest, type Backup, clearSuspicion, isSuspected } from './backups.ts';
import { transact } from './transact.ts';
import { putAside } from '../files/quarantine.ts';

/** Brings a database to the next version, in one transaction: SQL, or a function. */
export type Migration = string | ((database: DatabaseSync) => void);

export interface OpenedDatabase {
  readonly database: DatabaseSync;
  /** Where a database that could not be used was put aside, or null. */
  readonly quarantined: string | null;
  /** The backup that took its place, or null. */
  readonly backup: Backup | null;
  /** Null, or why the disk takes no database: this one is in memory then, with what could be read. */
  readonly trouble: StorageFailure | null;
  /** Of a temporary database: brings what was written into it to the one on the disk. */
  readonly carryOver: CarryOver | null;
  readonly close: () => void;
}

/**
 * Opens (or makes) the one database at `path` and brings it to the newest version.
 * A file that is no database, is damaged, or was written by a newer version is put aside under another name,
 * never deleted; the newest good backup takes its place, as it does that of a file that is gone, or else a new one is
 * begun. When the disk takes no
 * database, one in memory does the work until the app ends.
 *
 * @param now milliseconds since the Unix epoch
 * @param migrations entry n brings version n to version n + 1
 */
export function openDatabase(
  path: string,
  now: number,
  migrations: readonly Migration[],
): OpenedDatabase {
  try {
    return openOnDisk(path, now, migrations);
  } catch (error) {
    const trouble = storageFailure(error);
    const fallback = openFallback(path, (copy) => connect(copy, now, migrations));
    return { ...fallback, quarantined: null, backup: null, trouble };
  }
}

/** As `openDatabase`, on the disk or not at all: throws what the disk says. */
export function openOnDisk(
  path: string,
  now: number,
  migrations: readonly Migration[],
): OpenedDatabase {
  const opened = (quarantined: string | null, backup: Backup | null): OpenedDatabase => {
    const database = connect(path, now, migrations);
    clearSuspicion(path);
    return {
      database,
      quarantined,
      backup,
      trouble: null,
      carryOver: null,
      close: () => database.close(),
    };
  };
  // What is left of another file's log would be read into the new one.
  const setAside = (): string => putAside(path, now, ['-wal', '-shm']);
  const putBack = (): Backup | null => putBackNewest(path, migrations.length, now);
  try {
    if (existsSync(path)) return opened(null, null);
    // The app never removes the file alone, and may have ended before a backup was back.
    setAside();
    return opened(null, putBack());
  } catch (error) {
    if (!isUnusable(error)) throw error;
    return opened(setAside(), putBack());
  }
}

class NewerVersionError extends Error {}
class DamagedError extends Error {}

/** How long another program may hold the database before the app goes on without it: all of it stands still. */
const lockedMs = 250;
/** A larger database is not read as a whole at every start; the daily backup checks it, as does the start after damage was met. */
const checkedBytes = 2 * 1024 * 1024;

function connect(path: string, now: number, migrations: readonly Migration[]): DatabaseSync {
  const isSmall = sizeOf(path) <= checkedBytes;
  requireWritable(path);
  const database = new DatabaseSync(path, { timeout: lockedMs });
  try {
    // First of all: a newer version's file is put aside exactly as it was.
    const version = versionOf(database);
    if (version > migrations.length) throw new NewerVersionError();
    // FULL: when a commit returns, it is on the disk itself, power cut or not.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
    if (isSmall || isSuspected(path) || version < migrations.length) {
      const check = database.prepare('PRAGMA quick_check(1)').get();
      if (check?.['quick_check'] !== 'ok') throw new DamagedError();
    }
    if (version > 0 && version < migrations.length) backUpNow(database, path, version, now);
    migrate(database, version, migrations);
    // Somebody else may hold it.
    transact(database, () => undefined);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

const versionOf = (database: DatabaseSync): number =>
  Number(database.prepare('PRAGMA user_version').get()?.['user_version']);

function migrate(database: DatabaseSync, version: number, migrations: readonly Migration[]): void {
  migrations.slice(version).forEach((migration, index) => {
    transact(database, () => {
      if (typeof migration === 'string') database.exec(migration);
      else migration(database);
      database.exec(`PRAGMA user_version = ${version + index + 1}`);
    });
  });
}

/** Anything else (a full disk, no permission) is not the file's fault. */
function isUnusable(error: unknown): boolean {
  if (error instanceof NewerVersionError || error instanceof DamagedError) return true;
  const code = sqliteCode(error);
  return code === 'SQLITE_CORRUPT' || code === 'SQLITE_NOTADB';
}

/**
 * SQLite opens a read-only file without an error, and even begins a write transaction: so this asks before. It must
 * run before the database is opened, because closing a file drops the locks that this process holds on it.
 * A file that is missing is created, readable for this user alone.
 */
function requireWritable(path: string): void {
  if (path === inMemory) return;
  try {
    closeSync(openSync(path, 'r+'));
  } catch (error) {
    if (!isMissing(error)) throw error;
    // SQLite would create it with what the umask leaves; `-wal` and `-shm` get the modes of the file itself.
    createEmpty(path, 0o600);
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
