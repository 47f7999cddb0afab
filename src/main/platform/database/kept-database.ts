import type { DatabaseSync } from 'node:sqlite';
import type { StorageFailure } from '#shared/failure.ts';
import { storageFailure } from '../files/attempt.ts';
import { openDatabase, openOnDisk, type Layout, type OpenedDatabase } from './database.ts';
import { suspect } from './backups.ts';

/** The database as its stores use it. It may be replaced while the app runs, so that no store keeps the handle. */
export interface StoreDatabase {
  /** Returns what `prepare` makes of the current database; calls `prepare` again when the database is replaced. */
  bound<T>(prepare: (database: DatabaseSync) => T): () => T;
  /** Why the current database is temporary, or null. Does not try the disk again. */
  failure(): StorageFailure | null;
}

/** A database that is never replaced. */
export const fixedDatabase = (database: DatabaseSync): StoreDatabase => ({
  bound(prepare) {
    const prepared = prepare(database);
    return () => prepared;
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
  /** Called when the database on the disk has replaced the temporary one. */
  onReopened(listener: () => void): void;
  /** Call when the database turns out to be damaged: the next start checks all of it. */
  suspect(): void;
  /** What became of an unusable or missing database, also of one that was opened later; null: there was none. */
  readonly recovered: Recovery | null;
  /** Closes it. Tries the disk a last time if it is temporary. */
  close(): void;
}

interface Recovery {
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  /** Where the unusable database is now; null: it was gone. */
  readonly aside: string | null;
  /** When the backup in its place was made; null: there was none. */
  readonly backupFrom: number | null;
}

/** The shortest time between two attempts to open the database on the disk. */
const betweenTriesMs = 1_000;

export interface StoreClock {
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
  /** Monotonic milliseconds. */
  readonly monotonic: () => number;
}

/** Opens the database at `path`; if the disk refuses it, a temporary one until the disk takes it. */
export function keepDatabase(path: string, clock: StoreClock, layout: Layout): KeptDatabase {
  const first = openDatabase(path, clock.now(), layout);
  const listeners: (() => void)[] = [];
  let current = first;
  let generation = 0;
  let recovered = recoveryOf(first, clock.now());
  let triedAt = clock.monotonic();

  /** Moves to the database on the disk, with the content of the temporary one. False: it did not work. */
  function reopen(): boolean {
    let opened: OpenedDatabase | null = null;
    try {
      opened = openOnDisk(path, clock.now(), layout);
      current.carryOver?.(opened.database);
    } catch (error) {
      opened?.close();
      // Throws any error that is not the disk's.
      storageFailure(error);
      return false;
    }
    const temporary = current;
    current = opened;
    generation += 1;
    recovered = recoveryOf(opened, clock.now()) ?? recovered;
    temporary.close();
    for (const listener of listeners) listener();
    return true;
  }

  return {
    opened: first,
    current: () => current.database,
    bound(prepare) {
      let prepared = prepare(current.database);
      let preparedIn = generation;
      return () => {
        if (preparedIn !== generation) prepared = prepare(current.database);
        preparedIn = generation;
        return prepared;
      };
    },
    failure: () => current.failure,
    medium() {
      const { failure } = current;
      if (failure === null) return 'disk';
      if (clock.monotonic() - triedAt < betweenTriesMs) return failure;
      triedAt = clock.monotonic();
      return reopen() ? 'disk' : failure;
    },
    onReopened: (listener) => void listeners.push(listener),
    suspect: () => suspect(path),
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

const recoveryOf = ({ quarantined, backup }: OpenedDatabase, at: number): Recovery | null =>
  quarantined === null && backup === null
    ? null
    : { at, aside: quarantined, backupFrom: backup?.at ?? null };
