import type { DatabaseSync } from 'node:sqlite';
import { fail, type Result, type StorageFailure } from '#shared/failure.ts';
import { isDamageCode, storageFailure } from '../files/attempt.ts';
import {
  isDamage,
  openDatabase,
  openOnDisk,
  openTemporary,
  replaceDamaged,
  requireSound,
  type Layout,
  type OpenedDatabase,
} from './database.ts';
import { makeBackup, suspect, type Backup } from './backups.ts';

/** Runs `work` with what was prepared for the current database. */
export type Use<P> = <T>(work: (prepared: P) => T) => T;

/** The database as its stores use it. It may be replaced while the app runs, so no store keeps the handle or a statement. */
export interface StoreDatabase {
  /**
   * Returns a function that runs work with what `prepare` makes of the current database. Calls `prepare` again when the
   * database is replaced. When the database turns out to be damaged, it is replaced and the work runs once more: it must
   * change nothing outside the database before it succeeds.
   */
  bound<P>(prepare: (database: DatabaseSync) => P): Use<P>;
  /** Why the current database is temporary, or null. Does not try the disk again. */
  failure(): StorageFailure | null;
}

/** A database that is never replaced. */
export const fixedDatabase = (database: DatabaseSync): StoreDatabase => ({
  bound(prepare) {
    const prepared = prepare(database);
    return (work) => work(prepared);
  },
  failure: () => null,
});

export interface KeptDatabase extends StoreDatabase {
  /** How it was opened at the start. */
  readonly opened: OpenedDatabase;
  current(): DatabaseSync;
  /**
   * `disk`, or why the current database is temporary. Tries the disk again, at most once a second. If that works, what
   * this run wrote into the temporary database is copied first.
   */
  medium(): 'disk' | StorageFailure;
  /** Called when another database has replaced the current one: what was read from that is out of date. */
  onReplaced(listener: () => void): void;
  /** Checks the whole database, and replaces it when it is damaged. Takes about a second for 200 MB. */
  check(): void;
  /** What became of an unusable or missing database, the last time that there was one; null: there was none. */
  readonly recovered: Recovery | null;
  /** Closes it. Tries the disk a last time if it is temporary. */
  close(): void;
}

export interface Recovery {
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  /** Where the unusable database is now; null: it was gone. */
  readonly aside: string | null;
  /** When the backup in its place was made; null: there was none. */
  readonly backupFrom: number | null;
  /** Whether a later version of the app wrote the unusable database. */
  readonly isNewer: boolean;
}

/** The shortest time between two attempts to open the database on the disk. */
const betweenTriesMs = 1_000;
/** The shortest time between two replacements: each leaves a file, and a broken disk damages every database. */
const betweenReplacementsMs = 10 * 60_000;

export interface StoreClock {
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
  /** Monotonic milliseconds. */
  readonly monotonic: () => number;
}

/**
 * Opens the database at `path`; if the disk refuses it, a temporary one until the disk takes it. A damaged database is
 * replaced by its newest backup, at the start as later: see `replaceDamaged`.
 */
export function keepDatabase(path: string, clock: StoreClock, layout: Layout): KeptDatabase {
  const first = openDatabase(path, clock.now(), layout);
  const listeners: (() => void)[] = [];
  let current = first;
  let generation = 0;
  let recovered = recoveryOf(first, clock.now());
  let triedAt = clock.monotonic();
  let replacedAt = -Infinity;
  let isInUse = false;

  /** Takes over another database; the caller closes the one before. */
  function moveTo(opened: OpenedDatabase): void {
    current = opened;
    generation += 1;
    recovered = recoveryOf(opened, clock.now()) ?? recovered;
  }
  function tellReplaced(): void {
    for (const listener of listeners) listener();
  }

  /** Moves to the database on the disk, with the content of the temporary one. False: it did not work. */
  function reopen(): boolean {
    let opened: OpenedDatabase | null = null;
    try {
      opened = openOnDisk(path, clock.now(), layout);
      current.carryOver?.(opened.database);
    } catch (error) {
      opened?.close();
      // The next attempt checks all of it.
      if (isDamage(error)) suspect(path);
      // Throws any error that is not the disk's.
      storageFailure(error);
      return false;
    }
    const temporary = current;
    moveTo(opened);
    temporary.close();
    tellReplaced();
    return true;
  }

  /** Moves to what replaces the damaged database. */
  function leaveDamaged(): void {
    const damaged = current;
    // Windows renames no open file.
    closeDamaged(damaged);
    moveTo(
      damaged.failure === null
        ? replaceDamaged(path, clock.now(), layout)
        : openTemporary(path, damaged.failure, clock.now(), layout),
    );
  }

  /** Runs `work`. When it meets damage, replaces the database and runs `work` once more. */
  function withWhole<T>(work: () => T): T {
    // Inside other work: that is what runs again.
    if (isInUse) return work();
    let isReplaced = false;
    isInUse = true;
    try {
      return work();
    } catch (error) {
      const now = clock.monotonic();
      if (!isDamage(error) || now - replacedAt < betweenReplacementsMs) throw error;
      replacedAt = now;
      leaveDamaged();
      isReplaced = true;
      return work();
    } finally {
      isInUse = false;
      if (isReplaced) tellReplaced();
    }
  }

  return {
    opened: first,
    current: () => current.database,
    bound(prepare) {
      let prepared: { readonly of: number; readonly value: ReturnType<typeof prepare> } | null =
        null;
      return (work) =>
        withWhole(() => {
          if (prepared?.of !== generation)
            prepared = { of: generation, value: prepare(current.database) };
          return work(prepared.value);
        });
    },
    failure: () => current.failure,
    medium() {
      const { failure } = current;
      if (failure === null) return 'disk';
      if (clock.monotonic() - triedAt < betweenTriesMs) return failure;
      triedAt = clock.monotonic();
      return reopen() ? 'disk' : failure;
    },
    onReplaced: (listener) => void listeners.push(listener),
    check() {
      try {
        withWhole(() => requireSound(current.database));
      } catch (error) {
        // It was replaced a moment ago.
        if (!isDamage(error)) throw error;
      }
    },
    get recovered() {
      return recovered;
    },
    close() {
      // Otherwise the content of the temporary database would be lost.
      if (current.failure !== null) reopen();
      current.close();
    },
  };
}

/** Closes a database whose files may be in any state. */
function closeDamaged(damaged: OpenedDatabase): void {
  try {
    damaged.close();
  } catch (error) {
    // Throws any error that is not the disk's.
    storageFailure(error);
  }
}

const recoveryOf = (
  { quarantined, backup, isNewer }: OpenedDatabase,
  at: number,
): Recovery | null =>
  quarantined === null && backup === null
    ? null
    : { at, aside: quarantined, backupFrom: backup?.at ?? null, isNewer };

/**
 * As `makeBackup`, for the database on the disk. Fails while a temporary database stands in for it: that one may be
 * empty, and its backups would replace the good ones. If the copy is damaged, checks the database itself.
 */
export async function backUpKept(
  kept: Pick<KeptDatabase, 'current' | 'failure' | 'check'>,
  path: string,
  now: number,
): Promise<Result<Backup>> {
  const failure = kept.failure();
  if (failure !== null) return fail(failure);
  const made = await makeBackup(kept.current(), path, now);
  if (!made.ok && made.failure.kind === 'storage' && isDamageCode(made.failure.code)) kept.check();
  return made;
}
