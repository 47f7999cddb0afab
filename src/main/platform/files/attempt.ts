import { statSync, type Stats } from 'node:fs';
import { fail, ok, type Result, type StorageFailure } from '#shared/failure.ts';

/**
 * The code of an error of the operating system, such as ENOSPC; null for any other value. Such an error also has
 * `errno`: `code` alone is no proof, because Node's own errors (ERR_INVALID_ARG_TYPE) and errors of libraries have a
 * code too.
 */
export function systemCodeOf(error: unknown): string | null {
  return error instanceof Error &&
    'errno' in error &&
    typeof error.errno === 'number' &&
    'code' in error &&
    typeof error.code === 'string'
    ? error.code
    : null;
}

/** Whether the error means that a file is missing. */
export const isMissingFileError = (error: unknown): boolean => systemCodeOf(error) === 'ENOENT';

/**
 * False only if the system reports that there is no file at `path`. True also after an error of the disk; the next read
 * then reports that error. (`existsSync` would return false after an error.)
 */
export const mayFileExist = (path: string): boolean => mayFileMatch(path, () => true);

/** Returns the same as `mayFileExist`, but false also if the file is empty. */
export const mayFileHaveBytes = (path: string): boolean =>
  mayFileMatch(path, ({ size }) => size > 0);

/** Returns the same as `mayFileExist`, but false also if the file has another size than `bytes`. */
export const mayFileBeWhole = (path: string, bytes: number): boolean =>
  mayFileMatch(path, ({ size }) => size === bytes);

function mayFileMatch(path: string, matches: (stats: Stats) => boolean): boolean {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats !== undefined && matches(stats);
  } catch (error) {
    return systemCodeOf(error) !== 'ENOTDIR';
  }
}

// SQLite's primary result codes for errors that are caused by the disk or the file, not by the statement.
const sqliteCodes: Readonly<Record<number, string>> = {
  5: 'SQLITE_BUSY',
  6: 'SQLITE_LOCKED',
  8: 'SQLITE_READONLY',
  10: 'SQLITE_IOERR',
  11: 'SQLITE_CORRUPT',
  13: 'SQLITE_FULL',
  14: 'SQLITE_CANTOPEN',
  26: 'SQLITE_NOTADB',
};

/** Whether the code of a storage failure means that a database file is damaged or is no database. */
export const isDamageCode = (code: string | null): boolean =>
  code === 'SQLITE_CORRUPT' || code === 'SQLITE_NOTADB';

/** Runs `use`. Returns a `storage` failure if the disk reports an error. Throws any other error, which is a defect. */
export function attemptStorage<T>(use: () => T): Result<T, StorageFailure> {
  try {
    return ok(use());
  } catch (error) {
    return fail(storageFailure(error));
  }
}

/** As `attemptStorage`, for a write without a result. */
export const attemptStorageWrite = (write: () => unknown): Result<null, StorageFailure> =>
  attemptStorage(() => {
    write();
    return null;
  });

/** As `attemptStorage`, for asynchronous work. */
export async function attemptStorageAsync<T>(
  use: () => Promise<T>,
): Promise<Result<T, StorageFailure>> {
  try {
    return ok(await use());
  } catch (error) {
    return fail(storageFailure(error));
  }
}

/** The `storage` failure for an error of the disk; null for any other error, which is a defect. */
export function diskFailure(error: unknown): StorageFailure | null {
  const code = sqliteCode(error) ?? systemCodeOf(error);
  return code === null ? null : { kind: 'storage', code };
}

/** The `storage` failure for an error of the disk. Throws any other error again. */
export function storageFailure(error: unknown): StorageFailure {
  const failure = diskFailure(error);
  if (failure === null) throw error;
  return failure;
}

/**
 * The name of SQLite's result code, such as `SQLITE_FULL`, for an error that the disk or the file caused. Null for any
 * other error, and for an error that does not come from SQLite.
 */
export function sqliteCode(error: unknown): string | null {
  if (!(error instanceof Error && 'errcode' in error)) return null;
  // The low byte of an extended result code is the primary code.
  return sqliteCodes[Number(error.errcode) & 0xff] ?? null;
}
