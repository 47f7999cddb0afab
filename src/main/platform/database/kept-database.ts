import type { DatabaseSync } from 'node:sqlite';
import type { StorageFailure } from '#shared/failure.ts';
import type { JournalStatus } from '#shared/journal/journal.ts';
import { storageFailure } from '../files/attempt.ts';
import { openDatabase, openOnDisk, type Migration, type OpenedDatabase } from './database.ts';
import { suspect } from './backups.ts';

/** The database as its stores see it: it may be replaced while the app runs, so that nobody keeps it. */
export interface StoreDatabase {
  /** Gives what `prepare` makes of the current database; made anew when another one has taken its place. */
  bound<T>(prepare: (database: DatabaseSync) => T): () => T;
}

/** A database that is never replaced. */
export const fixedDatabase = (database: DatabaseSync): StoreDatabase => ({
  bound(prepare) {
    const prepared = prepare(database);
    return () => prepared;
  },
});

export interface KeptDatabase extends StoreDatabase {
  /** How it was opened at the start. */
  readonly opened: OpenedDatabase;
  /** Grows when another database takes the place of the current one. */
  readonly generation: number;
  current(): DatabaseSync;
  /** Why the current one is not on the disk, or null. Only says so: `medium` is what tries again. */
  trouble(): StorageFailure | null;
  /**
   * `disk`, or why a temporary database stands in for the one on the disk. Tries the disk again, at most once a second.
   * When it works, what this run wrote into the temporary one is brought over first.
   */
  medium(): 'disk' | StorageFailure;
  /** Told when the database on the disk has taken the place of the temporary one. */
  onReopened(listener: () => void): void;
  /** Told when the database turns out to be damaged. */
  suspect(): void;
  /** As in `JournalStatus`, also of a database that was opened later. */
  readonly recovered: JournalStatus['recovered'];
  /** Tries the disk a last time if need be. */
  close(): void;
}

/** The disk is tried again at most this often while it takes no database. */
const betweenTriesMs = 1_000;

export interface StoreClock {
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
  /** Monotonic milliseconds. */
  readonly monotonic: () => number;
}

/** The database at `path`, now or, when the disk takes none at the start, as soon as it does. */
export function keepDatabase(
  path: string,
  clock: StoreClock,
  migrations: readonly Migration[],
): KeptDatabase {
  const first = openDatabase(path, clock.now(), migrations);
  const listeners: (() => void)[] = [];
  let current = first;
  let generation = 0;
  let recovered = recoveryOf(first, clock.now());
  let triedAt = clock.monotonic();

  /** Whether the database on the disk is the current one now, with what the temporary one has got. */
  function reopen(): boolean {
    let opened: OpenedDatabase | null = null;
    try {
      opened = openOnDisk(path, clock.now(), migrations);
      current.carryOver?.(opened.database);
    } catch (error) {
      opened?.close();
      // Anything else but the disk is a defect.
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
    get generation() {
      return generation;
    },
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
    trouble: () => current.trouble,
    medium() {
      const { trouble } = current;
      if (trouble === null) return 'disk';
      if (clock.monotonic() - triedAt < betweenTriesMs) return trouble;
      triedAt = clock.monotonic();
      return reopen() ? 'disk' : trouble;
    },
    onReopened: (listener) => void listeners.push(listener),
    suspect: () => suspect(path),
    get recovered() {
      return recovered;
    },
    close() {
      // What the temporary one has got would be deleted with it.
      if (current.trouble !== null) reopen();
      current.close();
    },
  };
}

const recoveryOf = (
  { quarantined, backup }: OpenedDatabase,
  at: number,
): JournalStatus['recovered'] =>
  quarantined === null && backup === null
    ? null
    : { at, aside: quarantined, backupFrom: backup?.at ?? null };
