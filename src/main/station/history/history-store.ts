import type { DatabaseSync } from 'node:sqlite';
import type { z } from 'zod';
import { attemptStorage, attemptStorageWrite } from '#platform/files/attempt.ts';
import type { StoreDatabase } from '#platform/database/kept-database.ts';
import { burnSchema, heightSchema, type Burn, type OrbitHistory } from '#shared/station/burn.ts';

export type OrbitHistoryStore = ReturnType<typeof createOrbitHistoryStore>;

const dayMs = 86_400_000;

/** The valid rows; a damaged disk may have left invalid ones. */
const parseValidRows = <T>(schema: z.ZodType<T>, rows: readonly unknown[]): T[] =>
  rows.flatMap((row) => {
    const parseResult = schema.safeParse(row);
    return parseResult.success ? [parseResult.data] : [];
  });

/** @param origin the position service; each has a separate history */
export function createOrbitHistoryStore(source: StoreDatabase, origin: string) {
  const use = source.bound(prepareHistoryStatements);
  return {
    read: () =>
      attemptStorage(() => ({
        heights: parseValidRows(
          heightSchema,
          use(({ heights }) => heights.all(origin)),
        ),
        burns: parseValidRows(
          burnSchema,
          use(({ burns }) => burns.all(origin)),
        ),
      })),

    /** Only the first height of a day is stored. Fails with `storage`. */
    addHeight: ({ at, km }: OrbitHistory['heights'][number]) =>
      attemptStorageWrite(() =>
        use(({ addHeight }) => addHeight.run(origin, Math.floor(at / dayMs), at, km)),
      ),
    addBurn: ({ at, sigmaSeconds, raisedKm, sigmaKm, detectedAt }: Burn) =>
      attemptStorageWrite(() =>
        use(({ addBurn }) => addBurn.run(origin, at, sigmaSeconds, raisedKm, sigmaKm, detectedAt)),
      ),
  };
}

function prepareHistoryStatements(database: DatabaseSync) {
  return {
    heights: database.prepare('SELECT at, km FROM orbit_height WHERE origin = ? ORDER BY day'),
    burns: database.prepare(
      `SELECT at, sigma_seconds AS sigmaSeconds, raised_km AS raisedKm, sigma_km AS sigmaKm, detected_at AS detectedAt
       FROM burn WHERE origin = ? ORDER BY at`,
    ),
    addHeight: database.prepare(
      'INSERT INTO orbit_height (origin, day, at, km) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
    ),
    addBurn: database.prepare(
      `INSERT INTO burn (origin, at, sigma_seconds, raised_km, sigma_km, detected_at)
       VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    ),
  };
}
