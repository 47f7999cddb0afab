import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite';
import { isDamageError } from './database.ts';
import { runTransaction } from './transact.ts';

type Row = Record<string, SQLOutputValue>;

/** The maximum number of row numbers that are tried one by one in the damaged part of a table. */
const maxTriedRows = 100_000;

/**
 * Calls `take` with every readable row of a table with damaged pages: first with the rows before and after the damaged
 * part, then with the rows in that part whose numbers can be read. May call `take` twice for a row. Uses no secondary
 * index. Does nothing if the table is missing.
 */
export function forEachReadableRow(
  from: DatabaseSync,
  table: string,
  columns: string,
  take: (row: Row) => void,
): void {
  const keys = columnsOf(from, table).filter(({ pk }) => pk > 0);
  if (keys.length === 0) return;
  const hasNumbers = hasRowNumbers(from, table);
  const selectSql = `SELECT ${columns}, ${hasNumbers ? 'rowid' : 'NULL'} AS row_number FROM ${table}`;
  const orderColumns = hasNumbers
    ? ['rowid']
    : keys.sort((a, b) => a.pk - b.pk).map(({ name }) => name);
  /** Reads the rows in one direction until damage. `last`: the number of the last row that was read, or null. */
  function scan(direction: 'ASC' | 'DESC'): {
    readonly isWhole: boolean;
    readonly last: number | null;
  } {
    let lastNumber: number | null = null;
    const orderSql = orderColumns.map((one) => `${one} ${direction}`).join(', ');
    const isWhole = isReadable(() => {
      for (const row of from.prepare(`${selectSql} ORDER BY ${orderSql}`).iterate()) {
        take(row);
        lastNumber = Number(row['row_number']);
      }
    });
    return { isWhole, last: lastNumber };
  }
  const upScan = scan('ASC');
  if (upScan.isWhole) return;
  const downScan = scan('DESC');
  if (!hasNumbers || (upScan.last === null && downScan.last === null)) return;
  const begin =
    upScan.last === null ? Math.max(1, Number(downScan.last) - maxTriedRows) : upScan.last + 1;
  const end = Math.min(downScan.last ?? Infinity, begin + maxTriedRows);
  for (let number = begin; number < end; number += 1)
    isReadable(() => {
      const row = from.prepare(`${selectSql} WHERE rowid = ?`).get(number);
      if (row !== undefined) take(row);
    });
}

/** Runs `read`; returns false if `read` finds damage. */
export function isReadable(read: () => void): boolean {
  try {
    read();
    return true;
  } catch (error) {
    if (!isDamageError(error)) throw error;
    return false;
  }
}

/** Copies the readable rows of `table`, replacing rows with the same key. Skips rows that do not fit into `to`. */
export function copyReadableRows(from: DatabaseSync, to: DatabaseSync, table: string): void {
  const namesInSource = columnsOf(from, table).map(({ name }) => name);
  const columns = columnsOf(to, table).filter(({ name }) => namesInSource.includes(name));
  const names = columns.map(({ name }) => name);
  const otherNames = columns.filter(({ pk }) => pk === 0).map(({ name }) => name);
  const keys = columns.filter(({ pk }) => pk > 0).map(({ name }) => name);
  if (keys.length === 0) return;
  const upsert = to.prepare(
    `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})
     ON CONFLICT (${keys.join(', ')}) DO UPDATE SET ${otherNames.map((name) => `${name} = excluded.${name}`).join(', ')}
     WHERE (${otherNames.join(', ')}) IS NOT (${otherNames.map((name) => `excluded.${name}`).join(', ')})`,
  );
  runTransaction(to, () =>
    forEachReadableRow(from, table, names.join(', '), (row) =>
      skipRowOnConstraintError(() =>
        upsert.run(...names.map((name): SQLInputValue => row[name] ?? null)),
      ),
    ),
  );
}

/** Runs `write`, and ignores the error if a value violates a constraint or has the wrong type. */
export function skipRowOnConstraintError(write: () => void): void {
  try {
    write();
  } catch (error) {
    if (!isConstraintError(error)) throw error;
  }
}

// The codes are SQLITE_CONSTRAINT (19) and SQLITE_MISMATCH (20).
const isConstraintError = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && [19, 20].includes(Number(error.errcode) & 0xff);

interface Column {
  readonly name: string;
  /** The position of the column in the primary key, from 1; 0: the column is not part of the key. */
  readonly pk: number;
}

/** The columns of a table; empty if the table is missing or the schema cannot be read. */
export function columnsOf(database: DatabaseSync, table: string): Column[] {
  let columns: Column[] = [];
  isReadable(() => {
    columns = database
      .prepare('SELECT name, pk FROM pragma_table_info(?)')
      .all(table)
      .map(({ name, pk }) => ({ name: String(name), pk: Number(pk) }));
  });
  return columns;
}

/** Whether the rows of a table have numbers (rowid); false for a table WITHOUT ROWID. */
function hasRowNumbers(database: DatabaseSync, table: string): boolean {
  const row = database.prepare('SELECT wr FROM pragma_table_list WHERE name = ?').get(table);
  return row?.['wr'] === 0;
}
