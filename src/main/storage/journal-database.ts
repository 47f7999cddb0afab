import type { DatabaseSync } from 'node:sqlite';
import type { StorageFailure } from '../domain/journal/ports.ts';
import { storageFailure } from './attempt.ts';
import { openDatabase, openOnDisk, type OpenedDatabase } from './database.ts';
import type { JournalDatabase } from './journal-store.ts';
import { suspect } from './suspicion.ts';

export interface KeptDatabase extends JournalDatabase {
  /** The one that was opened at the start. */
  readonly database: DatabaseSync;
  readonly opened: OpenedDatabase;
  /** Why the current one is not on the disk, or null. Only says so: `medium` is what tries again. */
  trouble(): StorageFailure | null;
  close(): void;
}

/** The disk is asked again at most this often while it takes no database. */
const betweenTriesMs = 1_000;

/**
 * The database at `path`, now or, when the disk takes none at the start, as soon as it does.
 *
 * @param clock `now` in milliseconds since the Unix epoch
 */
export function keepDatabase(
  path: string,
  clock: { readonly now: () => number; readonly monotonic: () => number },
): KeptDatabase {
  const first = openDatabase(path, clock.now());
  let current = first;
  let triedAt = clock.monotonic();
  return {
    database: first.database,
    opened: first,
    current: () => current.database,
    trouble: () => current.trouble,
    medium() {
      const { trouble } = current;
      if (trouble === null) return 'disk';
      if (clock.monotonic() - triedAt < betweenTriesMs) return trouble;
      triedAt = clock.monotonic();
      try {
        current = openOnDisk(path, clock.now());
        return 'reopened';
      } catch (error) {
        storageFailure(error);
        return trouble;
      }
    },
    suspect: () => suspect(path),
    recovered:
      first.quarantined === null && first.backup === null
        ? null
        : {
            at: clock.now(),
            aside: first.quarantined,
            backupFrom: first.backup?.at ?? null,
          },
    close() {
      if (current !== first) current.close();
      first.close();
    },
  };
}
