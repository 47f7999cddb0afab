import type { DatabaseSync } from 'node:sqlite';
import { fail, type Result, type StorageFailure } from '#shared/failure.ts';
import type { Clock } from '#runtime/clock.ts';
import { isDamageCode, sqliteCode, storageFailure } from '../files/attempt.ts';
import {
  isDamageError,
  lockTimeoutMs,
  openDatabase,
  openOnDisk,
  openTemporaryDatabase,
  replaceDamagedDatabase,
  requireIntact,
  type Layout,
  type OpenedDatabase,
} from './database.ts';
import { makeBackup, msUntilBackup, noteSuspectedDamage, type Backup } from './backups.ts';

/** Runs `work` with the objects that were prepared for the current database. */
export type UsePrepared<P> = <T>(work: (prepared: P) => T) => T;

/**
 * The database as the stores use it. The database may be replaced while the app runs, so no store may hold the handle
 * or a statement. A temporary database refuses every write with the failure of the disk: each store then holds its rows
 * in memory, or computes them again later.
 */
export interface StoreDatabase {
  /**
   * Returns a function that runs `work` with the result of `prepare` for the current database. Calls `prepare` again
   * when the database is replaced. If `work` finds damage, the database is replaced and `work` runs a second time.
   * Therefore `work` must change nothing outside the database before its last access to the database has succeeded.
   */
  bound<P>(prepare: (database: DatabaseSync) => P): UsePrepared<P>;
  /** The reason why the current database is temporary, or null. Does not try the disk again. */
  failure(): StorageFailure | null;
}

/** A `StoreDatabase` whose database is never replaced. */
export const fixedDatabase = (database: DatabaseSync): StoreDatabase => ({
  bound(prepare) {
    const statements = prepare(database);
    return (work) => work(statements);
  },
  failure: () => null,
});

interface Recovery {
  /** The time of the replacement, in milliseconds since the Unix epoch. */
  readonly at: number;
  /** The new path of the unusable database; null: the database was missing. */
  readonly aside: string | null;
  /** The time of the backup that replaced the database; null: there was no backup. */
  readonly backupFrom: number | null;
  /** Whether a later version of the app wrote the unusable database. */
  readonly isNewer: boolean;
}

/**
 * The error of a write that a temporary database refused. Has the code of the disk's failure, as a system error has.
 */
class DiskRefusedError extends Error {
  readonly errno = 0;
  readonly code: string;
  constructor(failure: StorageFailure, cause: unknown) {
    super('the database is temporary', { cause });
    this.code = failure.code;
  }
}

/**
 * After a call has waited for a lock until `lockTimeoutMs`, the calls of this time, in milliseconds, fail at once if the
 * database is locked. SQLite blocks main while it waits, so a lock of another program blocks main once in this time.
 */
const lockPauseMs = 1_000;
/** The minimum time between two attempts to open the database on the disk, in milliseconds. */
const retryGapMs = 1_000;
/**
 * The minimum time between two replacements, in milliseconds. Each leaves a file, and a broken disk damages every new
 * database.
 */
const replacementGapMs = 10 * 60_000;

export type StoreClock = Pick<Clock, 'now' | 'monotonic'>;

/**
 * The app’s database while the app runs. While the database on the disk cannot be used, a temporary database replaces
 * it. A damaged database is replaced by its newest backup, at the start or later: see `replaceDamagedDatabase`.
 */
export class KeptDatabase implements StoreDatabase {
  /** The result of opening the database at the start. */
  readonly opened: OpenedDatabase;
  readonly #path: string;
  readonly #clock: StoreClock;
  readonly #layout: Layout;
  readonly #listeners: (() => void)[] = [];
  #current: OpenedDatabase;
  /** How often the current database has been replaced by another. */
  #generation = 0;
  #recovered: Recovery | null;
  /** The time of the last attempt to open the database on the disk, by the monotonic clock, in milliseconds. */
  #triedAt: number;
  #replacedAt = -Infinity;
  #isInUse = false;
  /** When a call last waited for a lock until `lockTimeoutMs`: monotonic clock, milliseconds. Null: calls wait again. */
  #lockedAt: number | null = null;

  constructor(path: string, clock: StoreClock, layout: Layout) {
    this.#path = path;
    this.#clock = clock;
    this.#layout = layout;
    this.opened = openDatabase(path, clock.now(), layout);
    this.#current = this.opened;
    this.#recovered = recoveryOf(this.opened, clock.now());
    this.#triedAt = clock.monotonic();
  }

  current(): DatabaseSync {
    return this.#current.database;
  }

  bound<P>(prepare: (database: DatabaseSync) => P): UsePrepared<P> {
    let cachedStatements: { readonly generation: number; readonly value: P } | null = null;
    return (work) =>
      this.#withWhole(() => {
        if (cachedStatements?.generation !== this.#generation)
          cachedStatements = { generation: this.#generation, value: prepare(this.current()) };
        return work(cachedStatements.value);
      });
  }

  failure(): StorageFailure | null {
    return this.#current.failure;
  }

  /** `disk`, or the reason why the current database is temporary. Tries the disk again, at most once a second. */
  medium(): 'disk' | StorageFailure {
    const { failure } = this.#current;
    if (failure === null) return 'disk';
    if (this.#clock.monotonic() - this.#triedAt < retryGapMs) return failure;
    this.#triedAt = this.#clock.monotonic();
    return this.#reopen() ? 'disk' : failure;
  }

  /**
   * Calls the listener after another database has replaced the current database: all data read before are out of date.
   */
  onReplaced(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Checks the whole database, and replaces it when it is damaged. Takes about a second for 200 MB. */
  check(): void {
    try {
      this.#withWhole(() => requireIntact(this.current()));
    } catch (error) {
      // Ignore damage that remains: the database has been replaced in the last ten minutes.
      if (!isDamageError(error)) throw error;
    }
  }

  /** The time until the next backup is due, in milliseconds; 0 if the backup is overdue or there is no backup yet. */
  msUntilBackup(now: number): number {
    return msUntilBackup(this.#path, now);
  }

  /**
   * As `makeBackup`, for the database on the disk. Fails while the database is temporary: a temporary database may be
   * empty, and backups of it would push out the good backups. If the copy is damaged, checks the database itself.
   */
  async backUp(now: number): Promise<Result<Backup>> {
    const failure = this.failure();
    if (failure !== null) return fail(failure);
    const backup = await makeBackup(this.current(), this.#path, now);
    if (!backup.ok && backup.failure.kind === 'storage' && isDamageCode(backup.failure.code))
      this.check();
    return backup;
  }

  /** The last replacement of an unusable or missing database; null: there was none. */
  get recovered(): Recovery | null {
    return this.#recovered;
  }

  close(): void {
    this.#current.close();
  }

  /** Makes `opened` the current database; the caller closes the previous database. */
  #moveTo(opened: OpenedDatabase): void {
    this.#current = opened;
    this.#lockedAt = null;
    this.#generation += 1;
    this.#recovered = recoveryOf(opened, this.#clock.now()) ?? this.#recovered;
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }

  /** Switches from the temporary database to the database on the disk. Returns false if that still cannot be opened. */
  #reopen(): boolean {
    let openedDatabase: OpenedDatabase;
    try {
      openedDatabase = openOnDisk(this.#path, this.#clock.now(), this.#layout);
    } catch (error) {
      // The next attempt checks the whole database.
      if (isDamageError(error)) noteSuspectedDamage(this.#path);
      // Throws any error that does not come from the disk.
      storageFailure(error);
      return false;
    }
    const temporaryDatabase = this.#current;
    this.#moveTo(openedDatabase);
    temporaryDatabase.close();
    this.#notify();
    return true;
  }

  /** Closes the damaged database, and makes its replacement the current database. */
  #leaveDamaged(): void {
    const damagedDatabase = this.#current;
    // Close the database first, because Windows does not rename an open file.
    closeDamaged(damagedDatabase);
    const now = this.#clock.now();
    this.#moveTo(
      damagedDatabase.failure === null
        ? replaceDamagedDatabase(this.#path, now, this.#layout)
        : openTemporaryDatabase(this.#path, damagedDatabase.failure, now, this.#layout),
    );
  }

  /** Runs `work`. If `work` finds damage, replaces the database and runs `work` a second time. */
  #withWhole<T>(work: () => T): T {
    // In a nested call, only run `work`: the outer call replaces a damaged database and runs everything again.
    if (this.#isInUse) return work();
    let isReplaced = false;
    this.#isInUse = true;
    try {
      return this.#refusing(work);
    } catch (error) {
      const now = this.#clock.monotonic();
      if (!isDamageError(error) || now - this.#replacedAt < replacementGapMs) throw error;
      this.#replacedAt = now;
      this.#leaveDamaged();
      isReplaced = true;
      return this.#refusing(work);
    } finally {
      this.#isInUse = false;
      if (isReplaced) this.#notify();
    }
  }

  /**
   * Runs `work`. A write that a temporary database refuses fails with the failure of the disk. After a lock that another
   * program held for too long, calls do not wait for a while.
   */
  #refusing<T>(work: () => T): T {
    const now = this.#clock.monotonic();
    if (this.#lockedAt !== null && now - this.#lockedAt >= lockPauseMs) this.#pauseWaiting(null);
    try {
      return work();
    } catch (error) {
      if (sqliteCode(error) === 'SQLITE_BUSY' && this.#lockedAt === null)
        this.#pauseWaiting(this.#clock.monotonic());
      const { failure } = this.#current;
      if (failure === null || sqliteCode(error) !== 'SQLITE_READONLY') throw error;
      throw new DiskRefusedError(failure, error);
    }
  }

  #pauseWaiting(since: number | null): void {
    this.#lockedAt = since;
    this.current().exec(`PRAGMA busy_timeout = ${since === null ? lockTimeoutMs : 0}`);
  }
}

/** Closes a damaged database. Ignores errors of the disk. */
function closeDamaged(damaged: OpenedDatabase): void {
  try {
    damaged.close();
  } catch (error) {
    // Throws any error that does not come from the disk.
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
