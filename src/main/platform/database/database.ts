import { DatabaseSync } from 'node:sqlite';
import { closeSync, copyFileSync, existsSync, openSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { StorageFailure } from '#shared/failure.ts';
import { toIndexText } from '#shared/search-words.ts';
import {
  copyFileAtomicSync,
  createDraft,
  createEmptyFile,
  placeDraft,
  syncFolders,
} from '../files/atomic.ts';
import {
  attemptStorage,
  isDamageCode,
  isMissingFileError,
  sqliteCode,
  storageFailure,
} from '../files/attempt.ts';
import { asidePath, asidePathsOf, putAside } from '../files/quarantine.ts';
import { inMemoryName, openFallback } from './fallback.ts';
import {
  backUpBeforeUpgrade,
  clearSuspectedDamage,
  discardDraft,
  isDatabaseIntact,
  isDamageSuspected,
  newestBackup,
  removeDrafts,
  noteSuspectedDamage,
  immutableUrl,
  type Backup,
} from './backups.ts';
import { runTransaction } from './transact.ts';

export interface Layout {
  /** Entry n upgrades version n to version n + 1. */
  readonly migrations: readonly string[];
  /**
   * Copies the readable rows of `from`, a database of any version, into `to`. Kind `damaged`: the rows of `from` are
   * newer than those of `to`. Kind `older`: an earlier version of the app used `from` while `to` was put aside. Skips
   * rows that cannot be read; throws the errors of `to`.
   */
  readonly salvage: (from: DatabaseSync, to: DatabaseSync, kind: SalvageKind, now: number) => void;
}

export type SalvageKind = 'damaged' | 'older';

export interface OpenedDatabase {
  readonly database: DatabaseSync;
  /** The new path of an unusable database that was put aside, or null. */
  readonly quarantined: string | null;
  /** Whether the database was put aside because a later version of the app wrote it. */
  readonly isNewer: boolean;
  /** The backup that replaced the unusable database, or null. */
  readonly backup: Backup | null;
  /** Why this database is temporary and refuses writes; null: the database is on the disk. */
  readonly failure: StorageFailure | null;
  readonly close: () => void;
}

/**
 * Opens or creates the database at `path` and migrates it to the newest version. A file that is not a database, is
 * damaged, or was written by a newer version is put aside, never deleted. The newest intact backup replaces such
 * a file or a missing one; without a backup a new database is created. If the disk refuses a database, a temporary one
 * is used.
 *
 * @param now milliseconds since the Unix epoch
 */
export function openDatabase(path: string, now: number, layout: Layout): OpenedDatabase {
  // No draft is in use: no part of the app writes to the folder before the database is open.
  removeDrafts(dirname(path));
  return openOrTemporary(path, now, layout, () => openOnDisk(path, now, layout));
}

/**
 * Puts the closed, damaged database at `path` aside. The newest intact backup replaces it, with the readable rows of
 * the damaged one. If the disk refuses a database, a temporary one is used.
 */
export const replaceDamagedDatabase = (path: string, now: number, layout: Layout): OpenedDatabase =>
  openOrTemporary(path, now, layout, () => replaceUnusable(path, now, layout, true));

function openOrTemporary(
  path: string,
  now: number,
  layout: Layout,
  open: () => OpenedDatabase,
): OpenedDatabase {
  try {
    return open();
  } catch (error) {
    return openTemporaryDatabase(path, storageFailure(error), now, layout);
  }
}

/**
 * A temporary database for this run, which refuses writes: a copy of the database at `path`, or an empty database.
 *
 * @param path the database to copy; null: the temporary database is empty
 */
export function openTemporaryDatabase(
  path: string | null,
  failure: StorageFailure,
  now: number,
  layout: Layout,
): OpenedDatabase {
  const fallback = openFallback(path, (copy) => openAndMigrate(copy, now, layout.migrations));
  return { ...fallback, quarantined: null, isNewer: false, backup: null, failure };
}

/** As `openDatabase`, but throws the error of the disk instead of using a temporary database. */
export function openOnDisk(path: string, now: number, layout: Layout): OpenedDatabase {
  // The app may have ended after it put a damaged database aside, before the replacement was in place.
  if (!doesFileExist(path)) return replaceUnusable(path, now, layout, isDamageSuspected(path));
  try {
    restoreNewerDatabase(path, now, layout);
    return openIntactDatabase(path, now, layout, {
      quarantined: null,
      isNewer: false,
      backup: null,
    });
  } catch (error) {
    if (!isUnusable(error)) throw error;
    return replaceUnusable(path, now, layout, isDamageError(error));
  }
}

/** Whether a file exists at `path`. Throws if the disk cannot tell: the database may exist and must not be replaced. */
const doesFileExist = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false }) !== undefined;

function openIntactDatabase(
  path: string,
  now: number,
  { migrations }: Layout,
  replaced: Pick<OpenedDatabase, 'quarantined' | 'isNewer' | 'backup'>,
): OpenedDatabase {
  const database = openAndMigrate(path, now, migrations, path);
  clearSuspectedDamage(path);
  const close = (): void => database.close();
  return { ...replaced, database, failure: null, close };
}

/** The suffixes of SQLite's files beside a database. SQLite would apply an old log to a new database. */
const logSuffixes = ['-wal', '-shm'];

/**
 * Puts the files at `path` aside and opens their replacement.
 *
 * @param isDamaged true: the file is damaged, or an interrupted run has put a damaged file aside; its readable rows are
 *   copied into the replacement. false: the file is missing or was written by a later version; no rows are copied
 */
function replaceUnusable(
  path: string,
  now: number,
  layout: Layout,
  isDamaged: boolean,
): OpenedDatabase {
  // If the app ends before the replacement is in place, this note makes the next start create the replacement.
  if (isDamaged) noteSuspectedDamage(path);
  const wasThere = doesFileExist(path);
  const newAside = putAside(path, now, logSuffixes);
  const asidePath = wasThere ? newAside : isDamaged ? (asidePathsOf(path)[0] ?? null) : null;
  const damagedPath = isDamaged ? asidePath : null;
  const backup = newestBackup(path, layout.migrations.length, now);
  if (backup !== null || damagedPath !== null)
    placeNewDatabase(path, backup?.path ?? null, now, layout, (replacement) => {
      if (damagedPath !== null)
        readSetAside(damagedPath, (from) => layout.salvage(from, replacement, 'damaged', now));
    });
  const isNewer = wasThere && !isDamaged;
  return openIntactDatabase(path, now, layout, { quarantined: asidePath, isNewer, backup });
}

/**
 * An earlier version of the app puts the database of a later version aside and continues with a backup. When the later
 * version runs again, this function restores that database and adds the rows that the earlier version has written.
 */
function restoreNewerDatabase(path: string, now: number, layout: Layout): void {
  const asides = asidePathsOf(path);
  if (asides.length === 0) return;
  const version = versionAfterCheckpoint(path);
  const newestVersion = layout.migrations.length;
  if (version >= newestVersion) return;
  const newerAside = asides.find((aside) => {
    const asideVersion = attemptStorage(() => versionAfterCheckpoint(aside));
    return (
      asideVersion.ok && asideVersion.value > version && isDatabaseIntact(aside, newestVersion)
    );
  });
  if (newerAside === undefined) return;
  placeNewDatabase(path, newerAside, now, layout, (replacement) => {
    readSetAside(path, (from) => layout.salvage(from, replacement, 'older', now));
    copyFileAtomicSync(path, asidePath(path, now));
  });
  attemptStorage(() => rmSync(newerAside));
}

/** Writes the log of a database into the file, and returns the version of the database. */
function versionAfterCheckpoint(path: string): number {
  const database = new DatabaseSync(path, { timeout: lockTimeoutMs });
  try {
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    return versionOf(database);
  } finally {
    database.close();
  }
}

/**
 * Creates a copy of the database `source`, or an empty database if `source` is null; migrates the new database; adds
 * rows with `fill`; and then moves it to `path`. If a step fails, nothing changes at `path`.
 */
function placeNewDatabase(
  path: string,
  source: string | null,
  now: number,
  { migrations }: Layout,
  fill: (replacement: DatabaseSync) => void,
): void {
  const draft = createDraft(path, 0o600);
  try {
    if (source !== null) copyFileSync(source, draft);
    const replacement = openAndMigrate(draft, now, migrations);
    try {
      fill(replacement);
    } finally {
      replacement.close();
    }
    placeDraft(draft, path);
  } finally {
    discardDraft(draft);
  }
}

/** Opens a database that was put aside, for reading only, and calls `read`. Does nothing if the open fails. */
function readSetAside(path: string, read: (from: DatabaseSync) => void): void {
  const openResult = attemptStorage(
    () =>
      new DatabaseSync(existsSync(`${path}-wal`) ? path : immutableUrl(path), { readOnly: true }),
  );
  if (!openResult.ok) return;
  try {
    read(openResult.value);
  } finally {
    openResult.value.close();
  }
}

class NewerVersionError extends Error {}
class DamagedError extends Error {}

/** How long SQLite waits for another program's lock, in milliseconds. The whole app is blocked while SQLite waits. */
export const lockTimeoutMs = 250;
/**
 * The size in bytes up to which a database is checked at every start. A larger database is checked by the daily backup.
 */
const maxCheckedBytes = 2 * 1024 * 1024;

/**
 * Opens, checks and migrates a database.
 *
 * @param backedUp the path of the database to back up before an upgrade; null: no backup is made
 */
function openAndMigrate(
  path: string,
  now: number,
  migrations: readonly string[],
  backedUp: string | null = null,
): DatabaseSync {
  const isSmall = sizeOf(path) <= maxCheckedBytes;
  requireWritable(path);
  const database = new DatabaseSync(path, { timeout: lockTimeoutMs });
  // The views and triggers of the full-text indexes call this function.
  database.function('indexed', { deterministic: true }, (text) =>
    typeof text === 'string' ? toIndexText(text) : null,
  );
  try {
    // Read the version before any write, because the file of a newer version must be put aside unchanged.
    const version = versionOf(database);
    if (version > migrations.length) throw new NewerVersionError();
    // FULL: a commit that returned survives a power cut.
    database.exec(`PRAGMA journal_mode = ${journalMode(path)}; PRAGMA synchronous = FULL;`);
    if (isSmall || isDamageSuspected(path) || version < migrations.length) requireIntact(database);
    if (backedUp !== null && version > 0 && version < migrations.length)
      backUpBeforeUpgrade(database, backedUp, version, now);
    migrateDatabase(database, version, migrations);
    // This transaction fails if another program holds a lock.
    runTransaction(database, () => undefined);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** A write-ahead log needs shared memory, which the path of a server on Windows does not offer (sqlite.org/wal.html). */
export const journalMode = (path: string): 'WAL' | 'TRUNCATE' =>
  path.startsWith(String.raw`\\`) ? 'TRUNCATE' : 'WAL';

const versionOf = (database: DatabaseSync): number =>
  Number(database.prepare('PRAGMA user_version').get()?.['user_version']);

function migrateDatabase(
  database: DatabaseSync,
  version: number,
  migrations: readonly string[],
): void {
  migrations.slice(version).forEach((migration, index) => {
    runTransaction(database, () => {
      database.exec(migration);
      database.exec(`PRAGMA user_version = ${version + index + 1}`);
    });
  });
}

/** Checks the whole database. If the database is damaged, throws an error for which `isDamageError` returns true. */
export function requireIntact(database: DatabaseSync): void {
  const checkRow = database.prepare('PRAGMA quick_check(1)').get();
  if (checkRow?.['quick_check'] !== 'ok') throw new DamagedError();
}

/** Whether an error means that the file is damaged (SQLITE_CORRUPT) or is not a database (SQLITE_NOTADB). */
export const isDamageError = (error: unknown): boolean =>
  error instanceof DamagedError || isDamageCode(sqliteCode(error));

/** Whether an error is caused by the content of the file, not by the disk (full, no permission). */
const isUnusable = (error: unknown): boolean =>
  error instanceof NewerVersionError || isDamageError(error);

/**
 * Creates a missing file, readable by this user only. Throws if the file is read-only: SQLite would open such a file
 * and begin a write transaction without an error. Call this before SQLite opens the file, because closing a file drops
 * all locks of this process on the file.
 */
function requireWritable(path: string): void {
  if (path === inMemoryName) return;
  try {
    closeSync(openSync(path, 'r+'));
  } catch (error) {
    if (!isMissingFileError(error)) throw error;
    // SQLite would create the file with the mode of the umask. The files `-wal` and `-shm` get the mode of this file.
    createEmptyFile(path, 0o600);
    // The folder may be new: SQLite syncs the names in the folder, but not the name of the folder.
    syncFolders(dirname(path));
  }
}

function sizeOf(path: string): number {
  try {
    return statSync(path).size;
  } catch (error) {
    if (isMissingFileError(error)) return 0;
    throw error;
  }
}
