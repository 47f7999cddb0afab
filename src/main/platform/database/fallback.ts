import { chmodSync, copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DatabaseSync, constants } from 'node:sqlite';
import { isMissing } from '../files/attempt.ts';
import { transact } from './transact.ts';

interface Fallback {
  readonly database: DatabaseSync;
  readonly carryOver: CarryOver;
  readonly close: () => void;
}

/** SQLite's name for a database without a file. */
export const inMemory = ':memory:';

/** What is copied from a temporary database once the disk takes the database. */
export interface CarryOverRules {
  /** The tables whose changed rows are copied. */
  readonly carriedOver: readonly string[];
  /**
   * For a temporary database that started empty. Called before its rows replace those of `target`; the function that it
   * returns is called afterwards, in the same transaction, and may merge the replaced rows into the new ones.
   */
  readonly merge: (target: DatabaseSync) => () => void;
}

type Connect = (path: string) => DatabaseSync;

/**
 * A database for this run only, when the one at `path` cannot be used: a copy in the system's temporary folder, or an
 * empty one in memory. With the path null, the empty one.
 */
export function openFallback(
  path: string | null,
  connect: Connect,
  rules: CarryOverRules,
): Fallback {
  return (path === null ? null : copyOf(path, connect, rules)) ?? empty(connect, rules);
}

function copyOf(path: string, connect: Connect, rules: CarryOverRules): Fallback | null {
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
      carryOver: recordChanges(database, rules, true),
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

function empty(connect: Connect, rules: CarryOverRules): Fallback {
  const database = connect(inMemory);
  const carryOver = recordChanges(database, rules, false);
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
 * @param isCopy whether the database is a copy of the target; otherwise it started empty
 */
function recordChanges(
  database: DatabaseSync,
  { carriedOver, merge }: CarryOverRules,
  isCopy: boolean,
): CarryOver {
  const sessions = carriedOver.map((table) => database.createSession({ table }));
  return (target) =>
    transact(target, () => {
      const mergeReplaced = isCopy ? null : merge(target);
      for (const session of sessions)
        if (!target.applyChangeset(session.changeset(), { onConflict }))
          throw new Error('the changes could not be applied');
      mergeReplaced?.();
    });
}

/** This run's row replaces the target's; changes of rows that are gone there are left out. */
const onConflict = (conflict: number): number =>
  conflict === constants.SQLITE_CHANGESET_DATA || conflict === constants.SQLITE_CHANGESET_CONFLICT
    ? constants.SQLITE_CHANGESET_REPLACE
    : constants.SQLITE_CHANGESET_OMIT;
