import type { DatabaseSync } from 'node:sqlite';
import type { Result } from '#shared/failure.ts';
import { parseJson } from '#shared/json.ts';
import { fittedOrbitSchema, type FittedOrbit } from '#shared/station/orbit.ts';
import { fixSchema, type Fix } from '#shared/station/station.ts';
import { attemptStorage, attemptStorageWrite } from '#platform/files/attempt.ts';
import type { StoreDatabase } from '#platform/database/kept-database.ts';
import { runTransaction } from '#platform/database/transact.ts';

/** When a fix is saved, stored fixes that are earlier by more than this, in seconds, are deleted: no fit uses them. */
const retentionSeconds = 30 * 86_400;
/**
 * When a fix is saved, stored fixes that are later by more than this, in seconds, are deleted: the clock was ahead when
 * those fixes were received.
 */
const maxSecondsAhead = 120;

export type StationStore = ReturnType<typeof createStationStore>;

/**
 * The fixes and the orbit of one service in the database.
 *
 * @param origin the service; fixes of another service are never read
 */
export function createStationStore(source: StoreDatabase, origin: string) {
  const use = source.bound(prepareStationStatements);
  return {
    fixes(limit: number): readonly Fix[] {
      const rows = attemptStorage(() => use(({ select }) => select.all(origin, limit)));
      if (!rows.ok) return [];
      // Skip an invalid row; otherwise the app could not start.
      return rows.value.flatMap((row) => fixSchema.safeParse(row).data ?? []).reverse();
    },
    orbit(): FittedOrbit | null {
      const row = attemptStorage(() => use(({ selectOrbit }) => selectOrbit.get(origin)));
      if (!row.ok || row.value === undefined) return null;
      return fittedOrbitSchema.safeParse(parseJson(String(row.value['json']))).data ?? null;
    },
    /**
     * Stores fixes for 30 days, and the orbit unless it is null, in one transaction. Of two fixes with the same time
     * the first stays. Fails with `storage`.
     */
    save: (fixes: readonly Fix[], orbit: FittedOrbit | null): Result<null> =>
      attemptStorageWrite(() =>
        use(({ database, insert, prune, upsertOrbit }) =>
          runTransaction(database, () => {
            for (const { time, latitude, longitude, receivedAt } of fixes) {
              insert.run(origin, time, latitude, longitude, receivedAt);
              prune.run(origin, time - retentionSeconds, time + maxSecondsAhead);
            }
            if (orbit !== null) upsertOrbit.run(origin, JSON.stringify(orbit));
          }),
        ),
      ),
  };
}

function prepareStationStatements(database: DatabaseSync) {
  const select = database.prepare(
    `SELECT time, latitude, longitude, received_at AS receivedAt
     FROM fix WHERE origin = ? ORDER BY time DESC LIMIT ?`,
  );
  const insert = database.prepare(
    `INSERT INTO fix (origin, time, latitude, longitude, received_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (origin, time) DO NOTHING`,
  );
  // The limits are relative to the saved fix and not to the clock, because a clock set years ahead would delete
  // everything.
  const prune = database.prepare('DELETE FROM fix WHERE origin = ? AND (time < ? OR time > ?)');
  const selectOrbit = database.prepare('SELECT json FROM orbit WHERE origin = ?');
  const upsertOrbit = database.prepare(
    `INSERT INTO orbit (origin, json) VALUES (?, ?)
     ON CONFLICT (origin) DO UPDATE SET json = excluded.json`,
  );

  return { database, select, insert, prune, selectOrbit, upsertOrbit };
}
