import { fail, ok, type Result } from '../../shared/failure.ts';

// The primary result codes of SQLite that are the fault of the disk or the file, not of the statement.
const sqliteCodes: Readonly<Record<number, string>> = {
  5: 'SQLITE_BUSY',
  8: 'SQLITE_READONLY',
  10: 'SQLITE_IOERR',
  11: 'SQLITE_CORRUPT',
  13: 'SQLITE_FULL',
  14: 'SQLITE_CANTOPEN',
  26: 'SQLITE_NOTADB',
};

/** Runs a write to the disk. What the disk refuses is a `storage` failure; anything else is a defect. */
export function attemptWrite(write: () => unknown): Result<null> {
  try {
    write();
    return ok(null);
  } catch (error) {
    const code = storageCode(error);
    if (code === null) throw error;
    return fail({ kind: 'storage', code });
  }
}

function storageCode(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if ('errcode' in error) return sqliteCode(error);
  if ('errno' in error && 'code' in error) return String(error.code);
  return null;
}

/** The name of SQLite's primary result code, such as `SQLITE_FULL`; null for any other error. */
export function sqliteCode(error: unknown): string | null {
  if (!(error instanceof Error && 'errcode' in error)) return null;
  // An extended code holds its primary code in the low byte.
  return sqliteCodes[Number(error.errcode) & 0xff] ?? null;
}
