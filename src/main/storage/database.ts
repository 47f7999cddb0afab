import { renameSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { sqliteCode } from './attempt.ts';
import { migrations } from './migrations.ts';
import { asideName, isMissing } from './unusable.ts';

export interface OpenedDatabase {
  readonly database: DatabaseSync;
  /** Where a database that could not be read was put aside, or null. */
  readonly quarantined: string | null;
  readonly close: () => void;
}

/**
 * Opens (or makes) the one database at `path` and brings it to the newest version.
 * A file that is no database, is damaged, or was written by a newer version is put aside under another name,
 * never deleted, and a new one is begun. Throws only when the disk takes no file at all.
 */
export function openDatabase(path: string, now: number): OpenedDatabase {
  try {
    return opened(connect(path), null);
  } catch (error) {
    if (!isUnusable(error)) throw error;
    const aside = asideName(path, now);
    for (const suffix of ['', '-wal', '-shm']) moveIfThere(path + suffix, aside + suffix);
    return opened(connect(path), aside);
  }
}

const opened = (database: DatabaseSync, quarantined: string | null): OpenedDatabase => ({
  database,
  quarantined,
  close: () => database.close(),
});

class NewerVersionError extends Error {}
class DamagedError extends Error {}

function connect(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: 5_000 });
  try {
    // First of all: a newer version's file is put aside exactly as it was.
    if (versionOf(database) > migrations.length) throw new NewerVersionError();
    // FULL: when a commit returns, it is on the disk itself, power cut or not.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
    const check = database.prepare('PRAGMA quick_check(1)').get();
    if (check?.['quick_check'] !== 'ok') throw new DamagedError();
    migrate(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

const versionOf = (database: DatabaseSync): number =>
  Number(database.prepare('PRAGMA user_version').get()?.['user_version']);

function migrate(database: DatabaseSync): void {
  const version = versionOf(database);
  migrations.slice(version).forEach((migration, index) => {
    database.exec(
      `BEGIN IMMEDIATE; ${migration}; PRAGMA user_version = ${version + index + 1}; COMMIT;`,
    );
  });
}

/** Anything else (a full disk, no permission) is not the file's fault. */
function isUnusable(error: unknown): boolean {
  if (error instanceof NewerVersionError || error instanceof DamagedError) return true;
  const code = sqliteCode(error);
  return code === 'SQLITE_CORRUPT' || code === 'SQLITE_NOTADB';
}

function moveIfThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}
