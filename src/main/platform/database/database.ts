import { DatabaseSync } from 'node:sqlite';
import { closeSync, copyFileSync, existsSync, openSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { StorageFailure } from '#shared/failure.ts';
import { indexed } from '#shared/search-words.ts';
import {
  copyWholeSync,
  createDraft,
  createEmpty,
  placeDraft,
  syncFolders,
} from '../files/atomic.ts';
import { attempt, isDamageCode, isMissing, sqliteCode, storageFailure } from '../files/attempt.ts';
import { asideName, asidesOf, putAside } from '../files/quarantine.ts';
import { inMemory, openFallback } from './fallback.ts';
import {
  backUpNow,
  clearSuspicion,
  discardDraft,
  isSound,
  isSuspected,
  newestBackup,
  removeDrafts,
  suspect,
  untouched,
  type Backup,
} from './backups.ts';
import { transact } from './transact.ts';

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
  return orTemporary(path, now, layout, () => openOnDisk(path, now, layout));
}

/**
 * Puts the closed, damaged database at `path` aside. The newest intact backup replaces it, with the readable rows of
 * the damaged one. If the disk refuses a database, a temporary one is used.
 */
export const replaceDamaged = (path: string, now: number, layout: Layout): OpenedDatabase =>
  orTemporary(path, now, layout, () => replaceUnusable(path, now, layout, true));

function orTemporary(
  path: string,
  now: number,
  layout: Layout,
  open: () => OpenedDatabase,
): OpenedDatabase {
  try {
    return open();
  } catch (error) {
    return openTemporary(path, storageFailure(error), now, layout);
  }
}

/**
 * A temporary database for this run, which refuses writes: a copy of the database at `path`, or an empty database.
 *
 * @param path the database to copy; null: the temporary database is empty
 */
export function openTemporary(
  path: string | null,
  failure: StorageFailure,
  now: number,
  layout: Layout,
): OpenedDatabase {
  const fallback = openFallback(path, (copy) => connect(copy, now, layout.migrations));
  return { ...fallback, quarantined: null, isNewer: false, backup: null, failure };
}

/** As `openDatabase`, but throws the error of the disk instead of using a temporary database. */
export function openOnDisk(path: string, now: number, layout: Layout): OpenedDatabase {
  // The app may have ended after it put a damaged database aside, before the replacement was in place.
  if (!isThere(path)) return replaceUnusable(path, now, layout, isSuspected(path));
  try {
    takeBackNewer(path, now, layout);
    return openWhole(path, now, layout, { quarantined: null, isNewer: false, backup: null });
  } catch (error) {
    if (!isUnusable(error)) throw error;
    return replaceUnusable(path, now, layout, isDamage(error));
  }
}

/** Whether a file exists at `path`. Throws if the disk cannot tell: the database may exist and must not be replaced. */
const isThere = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined;

function openWhole(
  path: string,
  now: number,
  { migrations }: Layout,
  replaced: Pick<OpenedDatabase, 'quarantined' | 'isNewer' | 'backup'>,
): OpenedDatabase {
  const database = connect(path, now, migrations, path);
  clearSuspicion(path);
  const close = (): void => database.close();
  return { ...replaced, database, failure: null, close };
}

/** The suffixes of SQLite's files beside a database. SQLite would apply an old log to a new database. */
const logs = ['-wal', '-shm'];

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
  if (isDamaged) suspect(path);
  const wasThere = isThere(path);
  const movedTo = putAside(path, now, logs);
  const aside = wasThere ? movedTo : isDamaged ? (asidesOf(path)[0] ?? null) : null;
  const damaged = isDamaged ? aside : null;
  const backup = newestBackup(path, layout.migrations.length, now);
  if (backup !== null || damaged !== null)
    place(path, backup?.path ?? null, now, layout, (replacement) => {
      if (damaged !== null)
        readAside(damaged, (from) => layout.salvage(from, replacement, 'damaged', now));
    });
  const isNewer = wasThere && !isDamaged;
  return openWhole(path, now, layout, { quarantined: aside, isNewer, backup });
}

/**
 * An earlier version of the app puts the database of a later version aside and continues with a backup. When the later
 * version runs again, this function restores that database and adds the rows that the earlier version has written.
 */
function takeBackNewer(path: string, now: number, layout: Layout): void {
  const asides = asidesOf(path);
  if (asides.length === 0) return;
  const version = settledVersion(path);
  const newest = layout.migrations.length;
  if (version >= newest) return;
  const newer = asides.find((aside) => {
    const asideVersion = attempt(() => settledVersion(aside));
    return asideVersion.ok && asideVersion.value > version && isSound(aside, newest);
  });
  if (newer === undefined) return;
  place(path, newer, now, layout, (replacement) => {
    readAside(path, (from) => layout.salvage(from, replacement, 'older', now));
    copyWholeSync(path, asideName(path, now));
  });
  attempt(() => rmSync(newer));
}

/** Writes the log of a database into the file, and returns the version of the database. */
function settledVersion(path: string): number {
  const database = new DatabaseSync(path, { timeout: lockedMs });
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
function place(
  path: string,
  source: string | null,
  now: number,
  { migrations }: Layout,
  fill: (replacement: DatabaseSync) => void,
): void {
  const draft = createDraft(path, 0o600);
  try {
    if (source !== null) copyFileSync(source, draft);
    const replacement = connect(draft, now, migrations);
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
function readAside(path: string, read: (from: DatabaseSync) => void): void {
  const opened = attempt(
    () => new DatabaseSync(existsSync(`${path}-wal`) ? path : untouched(path), { readOnly: true }),
  );
  if (!opened.ok) return;
  try {
    read(opened.value);
  } finally {
    opened.value.close();
  }
}

class NewerVersionError extends Error {}
class DamagedError extends Error {}

/** How long SQLite waits for another program's lock, in milliseconds. The whole app is blocked while SQLite waits. */
const lockedMs = 250;
/**
 * The size in bytes up to which a database is checked at every start. A larger database is checked by the daily backup.
 */
const checkedBytes = 2 * 1024 * 1024;

/**
 * Opens, checks and migrates a database.
 *
 * @param backedUp the path of the database to back up before an upgrade; null: no backup is made
 */
function connect(
  path: string,
  now: number,
  migrations: readonly string[],
  backedUp: string | null = null,
): DatabaseSync {
  const isSmall = sizeOf(path) <= checkedBytes;
  requireWritable(path);
  const database = new DatabaseSync(path, { timeout: lockedMs });
  // The views and triggers of the full-text indexes call this function.
  database.function('indexed', { deterministic: true }, (text) =>
    typeof text === 'string' ? indexed(text) : null,
  );
  try {
    // Read the version before any write, because the file of a newer version must be put aside unchanged.
    const version = versionOf(database);
    if (version > migrations.length) throw new NewerVersionError();
    // FULL: a commit that returned survives a power cut.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
    if (isSmall || isSuspected(path) || version < migrations.length) requireSound(database);
    if (backedUp !== null && version > 0 && version < migrations.length)
      backUpNow(database, backedUp, version, now);
    migrate(database, version, migrations);
    // This transaction fails if another program holds a lock.
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

/** Checks the whole database. If the database is damaged, throws an error for which `isDamage` returns true. */
export function requireSound(database: DatabaseSync): void {
  const check = database.prepare('PRAGMA quick_check(1)').get();
  if (check?.['quick_check'] !== 'ok') throw new DamagedError();
}

/** Whether an error means that the file is damaged (SQLITE_CORRUPT) or is not a database (SQLITE_NOTADB). */
export const isDamage = (error: unknown): boolean =>
  error instanceof DamagedError || isDamageCode(sqliteCode(error));

/** Whether an error is caused by the content of the file, not by the disk (full, no permission). */
const isUnusable = (error: unknown): boolean =>
  error instanceof NewerVersionError || isDamage(error);

/**
 * Creates a missing file, readable by this user only. Throws if the file is read-only: SQLite would open such a file
 * and begin a write transaction without an error. Call this before SQLite opens the file, because closing a file drops
 * all locks of this process on the file.
 */
function requireWritable(path: string): void {
  if (path === inMemory) return;
  try {
    closeSync(openSync(path, 'r+'));
  } catch (error) {
    if (!isMissing(error)) throw error;
    // SQLite would create the file with the mode of the umask. The files `-wal` and `-shm` get the mode of this file.
    createEmpty(path, 0o600);
    // The folder may be new: SQLite syncs the names in the folder, but not the name of the folder.
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
