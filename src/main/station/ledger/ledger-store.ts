import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { attempt, attemptWrite } from '#platform/files/attempt.ts';
import type { StoreDatabase } from '#platform/database/kept-database.ts';
import { transact } from '#platform/database/transact.ts';
import type { Result } from '#shared/failure.ts';
import { parseJson } from '#shared/json.ts';
import { predictionSchema, scoreSchema } from '#shared/station/ledger.ts';

/** Entries are only ever added. `hash` covers the entry and the hash of the entry before it. */
export const stationLedgerSchema = `
  CREATE TABLE prediction_ledger (
    origin TEXT NOT NULL,
    number INTEGER NOT NULL,
    json TEXT NOT NULL,
    hash TEXT NOT NULL,
    PRIMARY KEY (origin, number)
  ) STRICT, WITHOUT ROWID;`;

const entrySchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('said'), prediction: predictionSchema }),
  z.object({ kind: z.literal('scored'), score: scoreSchema }),
]);
export type LedgerEntry = z.infer<typeof entrySchema>;

export interface LedgerStore {
  /**
   * True while the database is a temporary one. Nothing may be appended then: predictions must be durable, and an empty
   * temporary database does not know the hash that the next entry continues.
   */
  isTemporary(): boolean;
  /** All entries in order, and the number of the first whose hash is wrong or that cannot be read, or null. */
  read(): Result<{ readonly entries: readonly LedgerEntry[]; readonly brokenAt: number | null }>;
  /** The number of the next entry. */
  next(): Result<number>;
  /** In one transaction. Fails with `storage`. */
  append(entries: readonly LedgerEntry[]): Result<null>;
}

const hashOf = (before: string, json: string): string =>
  createHash('sha256').update(`${before}\n${json}`).digest('hex');

/** @param origin the position service: each has a ledger of its own */
export function createLedgerStore(source: StoreDatabase, origin: string): LedgerStore {
  const opened = source.bound(prepare);
  const last = (): { number: number; hash: string } => {
    const row = opened().selectLast.get(origin);
    return { number: Number(row?.['number'] ?? 0), hash: String(row?.['hash'] ?? '') };
  };
  return {
    isTemporary: () => source.failure() !== null,
    read: () =>
      attempt(() => {
        const entries: LedgerEntry[] = [];
        let [before, number] = ['', 0];
        let brokenAt: number | null = null;
        for (const row of opened().selectAll.iterate(origin)) {
          const json = String(row['json']);
          const entry = entrySchema.safeParse(parseJson(json)).data;
          number += 1;
          const isIntact =
            row['number'] === number && row['hash'] === hashOf(before, json) && entry !== undefined;
          if (!isIntact) brokenAt ??= number;
          if (entry !== undefined) entries.push(entry);
          before = String(row['hash']);
        }
        return { entries, brokenAt };
      }),
    next: () => attempt(() => last().number + 1),
    append: (entries) =>
      attemptWrite(() =>
        transact(opened().database, () => {
          let { number, hash } = last();
          for (const entry of entries) {
            const json = JSON.stringify(entry);
            number += 1;
            hash = hashOf(hash, json);
            opened().insert.run(origin, number, json, hash);
          }
        }),
      ),
  };
}

function prepare(database: DatabaseSync) {
  return {
    database,
    selectAll: database.prepare(
      'SELECT number, json, hash FROM prediction_ledger WHERE origin = ? ORDER BY number',
    ),
    selectLast: database.prepare(
      'SELECT number, hash FROM prediction_ledger WHERE origin = ? ORDER BY number DESC LIMIT 1',
    ),
    insert: database.prepare(
      'INSERT INTO prediction_ledger (origin, number, json, hash) VALUES (?, ?, ?, ?)',
    ),
  };
}
