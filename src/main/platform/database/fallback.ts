import { chmodSync, copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DatabaseSync, constants } from 'node:sqlite';
import { parseJson } from '#shared/json.ts';
import { isMissing } from '../files/attempt.ts';
import { transact } from './transact.ts';

interface Fallback {
  readonly database: DatabaseSync;
  readonly carryOver: CarryOver;
  readonly close: () => void;
}

/** SQLite's name for a database without a file. */
export const inMemory = ':memory:';

type Connect = (path: string) => DatabaseSync;

/**
 * A database for this run only, when the one at `path` cannot be used: a copy in the system's temporary folder, or an
 * empty one in memory.
 *
 * @param tables those whose changes are carried over to the database at `path`
 */
export function openFallback(path: string, connect: Connect, tables: readonly string[]): Fallback {
  return copyOf(path, connect, tables) ?? empty(connect, tables);
}

function copyOf(path: string, connect: Connect, tables: readonly string[]): Fallback | null {
  let folder: string | null = null;
  try {
    folder = mkdtempSync(join(tmpdir(), 'overhead-'));
    const copy = join(folder, 'overhead.sqlite');
    copyFileSync(path, copy);
    // The original may be read-only.
    chmodSync(copy, 0o600);
    // Commits that are not in the main file yet.
    copyIfThere(`${path}-wal`, `${copy}-wal`);
    const database = connect(copy);
    const kept = folder;
    return {
      database,
      carryOver: recordChanges(database, tables, true),
      close() {
        database.close();
        rmSync(kept, { recursive: true, force: true });
      },
    };
  } catch {
    // Use an empty database in memory instead.
    if (folder !== null) rmSync(folder, { recursive: true, force: true });
    return null;
  }
}

function empty(connect: Connect, tables: readonly string[]): Fallback {
  const database = connect(inMemory);
  const carryOver = recordChanges(database, tables, false);
  return { database, carryOver, close: () => database.close() };
}

function copyIfThere(from: string, to: string): void {
  try {
    copyFileSync(from, to);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

/** Applies all recorded changes, or none, to another database of the same version. */
export type CarryOver = (target: DatabaseSync) => void;

/**
 * Records changes from now on with SQLite's session extension.
 *
 * @param isCopy whether the database is a copy of the target; otherwise it started empty, and its values are merged with
 * the target's
 */
function recordChanges(
  database: DatabaseSync,
  tables: readonly string[],
  isCopy: boolean,
): CarryOver {
  const sessions = tables.map((table) => database.createSession({ table }));
  return (target) =>
    transact(target, () => {
      const before = isCopy ? new Map<string, string>() : memoryOf(target);
      for (const session of sessions)
        if (!target.applyChangeset(session.changeset(), { onConflict }))
          throw new Error('the changes could not be applied');
      const write = target.prepare('UPDATE memory SET json = ? WHERE key = ?');
      for (const [key, json] of memoryOf(target)) {
        const known = before.get(key);
        if (known === undefined || known === json) continue;
        write.run(JSON.stringify(merged(parseJson(known), parseJson(json))), key);
      }
    });
}

/** This run's row replaces the target's; changes of rows that are gone there are left out. */
const onConflict = (conflict: number): number =>
  conflict === constants.SQLITE_CHANGESET_DATA || conflict === constants.SQLITE_CHANGESET_CONFLICT
    ? constants.SQLITE_CHANGESET_REPLACE
    : constants.SQLITE_CHANGESET_OMIT;

const memoryOf = (database: DatabaseSync): Map<string, string> =>
  new Map(
    database
      .prepare('SELECT key, json FROM memory')
      .all()
      .map(({ key, json }) => [String(key), String(json)]),
  );

const isTree = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `later` was written without knowing `earlier`: lists are joined, and missing properties are kept. */
function merged(earlier: unknown, later: unknown): unknown {
  if (later === null || later === undefined) return earlier;
  if (Array.isArray(earlier) && Array.isArray(later)) {
    const all = (earlier as unknown[]).concat(later as unknown[]);
    return [...new Set(all.map((entry) => JSON.stringify(entry)))].map(parseJson);
  }
  if (!isTree(earlier) || !isTree(later)) return later;
  const keys = new Set([...Object.keys(earlier), ...Object.keys(later)]);
  return Object.fromEntries([...keys].map((key) => [key, merged(earlier[key], later[key])]));
}
