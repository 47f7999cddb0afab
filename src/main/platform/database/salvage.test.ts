import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, it } from 'vitest';
import { columnsOf, copyReadableRows, forEachReadableRow, isReadable } from './salvage.ts';

const opened: DatabaseSync[] = [];
afterEach(() => {
  for (const database of opened.splice(0)) database.close();
});
function databaseWith(sql: string): DatabaseSync {
  const database = new DatabaseSync(':memory:');
  opened.push(database);
  database.exec(sql);
  return database;
}
const rowsOf = (database: DatabaseSync) =>
  database
    .prepare('SELECT * FROM t ORDER BY id')
    .all()
    .map((row) => ({ ...row }));

it('copyReadableRows copies the columns that both tables have, and replaces rows with the same key', () => {
  const from = databaseWith(`CREATE TABLE t (id TEXT PRIMARY KEY, v TEXT, old INTEGER, e TEXT);
    INSERT INTO t VALUES ('1', 'one', 7, NULL), ('2', 'two', 8, 'x'), ('3', NULL, 9, 'y'), ('four', 'z', 1, 'z')`);
  const to =
    databaseWith(`CREATE TABLE t (id INTEGER PRIMARY KEY, v TEXT NOT NULL, e TEXT, new TEXT DEFAULT 'n');
    INSERT INTO t VALUES (2, 'before', 'before', 'stays'), (5, 'five', NULL, 'stays')`);
  copyReadableRows(from, to, 't');
  // The row 3 violates a constraint, and the key of the row “four” is no number.
  expect(rowsOf(to)).toEqual([
    { id: 1, v: 'one', e: null, new: 'n' },
    { id: 2, v: 'two', e: 'x', new: 'stays' },
    { id: 5, v: 'five', e: null, new: 'stays' },
  ]);
  expect(to.isTransaction).toBe(false);
});

it('copyReadableRows changes no row whose values are equal', () => {
  const sql = `CREATE TABLE t (id INTEGER PRIMARY KEY, v TEXT, e TEXT);
    INSERT INTO t VALUES (1, 'one', NULL), (2, 'two', 'e')`;
  const [from, to] = [databaseWith(sql), databaseWith(sql)];
  to.exec(`CREATE TABLE changes (id); CREATE TRIGGER changed AFTER UPDATE ON t
    BEGIN INSERT INTO changes VALUES (new.id); END; UPDATE t SET e = 'f' WHERE id = 2; DELETE FROM changes`);
  copyReadableRows(from, to, 't');
  expect(to.prepare('SELECT id FROM changes').all()).toEqual([{ id: 2 }]);
});

it('copyReadableRows does nothing if the table is missing or has no key, and throws the errors of the disk', () => {
  const [empty, other] = [databaseWith(''), databaseWith('CREATE TABLE t (v TEXT)')];
  const full = databaseWith(`CREATE TABLE t (id INTEGER PRIMARY KEY, v TEXT);
    INSERT INTO t VALUES (1, 'one')`);
  copyReadableRows(empty, full, 't');
  copyReadableRows(full, empty, 't');
  copyReadableRows(full, other, 't');
  expect([rowsOf(full), other.prepare('SELECT * FROM t').all()]).toEqual([
    [{ id: 1, v: 'one' }],
    [],
  ]);
  expect(columnsOf(empty, 't')).toEqual([]);
  expect(columnsOf(full, 't')).toEqual([
    { name: 'id', pk: 1 },
    { name: 'v', pk: 0 },
  ]);
  const to = databaseWith('CREATE TABLE t (id INTEGER PRIMARY KEY, v TEXT); PRAGMA query_only = 1');
  expect(() => copyReadableRows(full, to, 't')).toThrow('readonly');
});

it.each([
  ['in the order of row numbers', '', ['2 9', '1 3', '2 1']],
  ['in the order of the key', 'WITHOUT ROWID', ['1 3', '2 1', '2 9']],
])('forEachReadableRow calls `take` once for each row, %s', (_what, kind, expected) => {
  const database =
    databaseWith(`CREATE TABLE t (v INTEGER, id INTEGER, PRIMARY KEY (id, v)) ${kind};
    INSERT INTO t (id, v) VALUES (2, 9), (1, 3), (2, 1)`);
  const rows: string[] = [];
  forEachReadableRow(database, 't', 'id, v', ({ id, v }) =>
    rows.push(`${String(id)} ${String(v)}`),
  );
  expect(rows).toEqual(expected);
});

it('isReadable returns false only for damage', () => {
  const damage = Object.assign(new Error('damaged'), { code: 'ERR_SQLITE_ERROR', errcode: 11 });
  const fails = (error: Error) => () => {
    throw error;
  };
  expect([isReadable(() => undefined), isReadable(fails(damage))]).toEqual([true, false]);
  expect(() => isReadable(fails(new TypeError('a defect')))).toThrow('a defect');
});
