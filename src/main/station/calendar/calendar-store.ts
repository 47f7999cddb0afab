import type { DatabaseSync } from 'node:sqlite';
import { attemptStorage, attemptStorageWrite } from '#platform/files/attempt.ts';
import type { StoreDatabase } from '#platform/database/kept-database.ts';
import { runTransaction } from '#platform/database/transact.ts';
import { parseJson } from '#shared/json.ts';
import { entrySchema, subjectTime, type CalendarEntry } from './entries.ts';

/** The exported events, so that a later export updates them. */
export type CalendarStore = ReturnType<typeof createCalendarStore>;

/**
 * The largest number of stored events, about those of a year. There is no limit of age, because the system clock may be
 * ahead for a while.
 */
const maxEvents = 2_000;

/** @param origin the position service; each service has its own events */
export function createCalendarStore(source: StoreDatabase, origin: string) {
  const use = source.bound(prepareCalendarStatements);
  return {
    read: () =>
      attemptStorage(() =>
        use(({ select }) => select.all(origin)).flatMap((row) => {
          // Skip an invalid row: its event is exported as a new event.
          const entry = entrySchema.safeParse(parseJson(String(row['json']))).data;
          return entry === undefined ? [] : [entry];
        }),
      ),

    /**
     * Writes in one transaction, and removes the earliest events if there are more than 2,000. Fails with `storage`.
     */
    write: (entries: readonly CalendarEntry[]) =>
      attemptStorageWrite(() =>
        use(({ database, remove, upsert }) =>
          runTransaction(database, () => {
            for (const entry of entries)
              upsert.run(origin, entry.uid, subjectTime(entry.subject), JSON.stringify(entry));
            remove.run(origin, origin, maxEvents);
          }),
        ),
      ),
  };
}

function prepareCalendarStatements(database: DatabaseSync) {
  return {
    database,
    select: database.prepare('SELECT json FROM calendar_event WHERE origin = ? ORDER BY time'),
    upsert: database.prepare(
      `INSERT INTO calendar_event (origin, uid, time, json) VALUES (?, ?, ?, ?)
       ON CONFLICT (origin, uid) DO UPDATE SET time = excluded.time, json = excluded.json`,
    ),
    remove: database.prepare(
      `DELETE FROM calendar_event WHERE origin = ? AND uid NOT IN
       (SELECT uid FROM calendar_event WHERE origin = ? ORDER BY time DESC LIMIT ?)`,
    ),
  };
}
