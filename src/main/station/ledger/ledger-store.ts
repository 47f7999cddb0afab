import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { attemptStorage, attemptStorageWrite } from '#platform/files/attempt.ts';
import type { StoreDatabase } from '#platform/database/kept-database.ts';
import { forEachReadableRow } from '#platform/database/salvage.ts';
import { runTransaction } from '#platform/database/transact.ts';
import { parseJson } from '#shared/json.ts';
import { predictionSchema, scoreSchema, type Prediction } from '#shared/station/ledger.ts';
import { isPredictionRight } from '#shared/station/score.ts';
import { ledgerBreachOf, type LedgerAnchor } from './anchor-store.ts';

/** Entries are only added. `hash` covers the entry and the hash of the entry before it. */
export const stationLedgerSchema = `
  CREATE TABLE prediction_ledger (
    origin TEXT NOT NULL,
    number INTEGER NOT NULL,
    json TEXT NOT NULL,
    hash TEXT NOT NULL,
    PRIMARY KEY (origin, number)
  ) STRICT, WITHOUT ROWID;`;

/**
 * One row for each score, from which the sums over the ledger are computed. `of` is the number of the prediction's
 * entry, `number` that of the score's entry. `within` is 1 if the prediction was right within two standard deviations,
 * and 0 if it was wrong or the pass did not happen.
 */
export const ledgerScoreSchema = `
  CREATE TABLE prediction_score (
    origin TEXT NOT NULL,
    of INTEGER NOT NULL,
    number INTEGER NOT NULL,
    peak REAL NOT NULL,
    within INTEGER NOT NULL,
    PRIMARY KEY (origin, of)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX prediction_score_by_peak ON prediction_score (origin, peak);
  WITH entry AS (
    SELECT origin, number, iif(json_valid(json), json, '{}') AS json FROM prediction_ledger
  ), pair AS (
    SELECT s.origin, p.number AS of, s.number, p.json ->> '$.prediction.peak' AS peak,
      p.json ->> '$.prediction.sigma' AS sigma,
      (s.json ->> '$.score.outcome.peak') - (p.json ->> '$.prediction.peak') AS late,
      s.json ->> '$.score.outcome.sigma' AS actual
    FROM entry s JOIN entry p ON p.origin = s.origin AND p.number = s.json ->> '$.score.of'
  )
  INSERT OR IGNORE INTO prediction_score
    SELECT origin, of, number, peak,
      coalesce(late * late <= 4 * (sigma * sigma + actual * actual), 0)
    FROM pair WHERE typeof(peak) IN ('real', 'integer');`;

const entrySchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('said'), prediction: predictionSchema }),
  z.object({ kind: z.literal('scored'), score: scoreSchema }),
]);
export type LedgerEntry = z.infer<typeof entrySchema>;

export type LedgerStore = ReturnType<typeof createLedgerStore>;

/** Only predictions among this number of newest entries, about five months of them, are scored. */
const maxScoredEntries = 2_000;
/** One call checks the hashes of this number of entries. One call takes some milliseconds. */
const hashesPerCheck = 1_000;

const chainedHashOf = (lastHash: string, json: string): string =>
  createHash('sha256').update(`${lastHash}\n${json}`).digest('hex');

const parseEntry = (json: unknown): LedgerEntry | undefined =>
  entrySchema.safeParse(parseJson(String(json))).data;

/**
 * @param origin the position service: each has a separate ledger
 * @param anchor holds the length and the newest hash outside the database; null: neither is stored there
 */
export function createLedgerStore(
  source: StoreDatabase,
  origin: string,
  anchor: LedgerAnchor | null = null,
) {
  const use = source.bound((database) => openLedger(database, origin));

  return {
    /**
     * True while the database is a temporary one. Nothing may be appended then: predictions must be durable, and an
     * empty temporary database does not contain the hash that the next entry continues.
     */
    isTemporary: () => source.failure() !== null,

    /**
     * All entries in order, and the number of the first entry whose hash is wrong or that cannot be read; null: there
     * is none.
     */
    read: () =>
      attemptStorage(() =>
        use(({ all }) => {
          const entries: LedgerEntry[] = [];
          let [lastHash, number] = ['', 0];
          let brokenAt: number | null = null;
          for (const row of all.iterate(origin)) {
            const json = String(row['json']);
            const entry = parseEntry(json);
            number += 1;
            const isIntact =
              row['number'] === number &&
              row['hash'] === chainedHashOf(lastHash, json) &&
              entry !== undefined;
            if (!isIntact) brokenAt ??= number;
            if (entry !== undefined) entries.push(entry);
            lastHash = String(row['hash']);
          }
          return { entries, brokenAt };
        }),
      ),

    /** Predictions without a score among the newest entries, in the order of their numbers. */
    open: () => attemptStorage(() => use((ledger) => ledger.open())),

    /**
     * Predictions that have a score and culminate after `time` (Unix seconds). Such predictions exist after the clock
     * was set back.
     */
    scoredAfter: (time: number) => attemptStorage(() => use((ledger) => ledger.scoredAfter(time))),

    /** The sums, and the last `count` scored predictions. Each call also checks the hashes of a thousand entries. */
    view: (count: number) =>
      attemptStorage(() =>
        use((ledger) => ({
          ...ledger.sums(count),
          brokenAt: ledger.checkSome(),
          breach: ledgerBreachOf(anchor?.read(origin) ?? null, ledger),
        })),
      ),

    next: () => attemptStorage(() => use(({ last }) => last().number + 1)),

    /**
     * Appends the entries in one transaction. Leaves out an entry that could not be read again. Fails with `storage`.
     */
    append: (entries: readonly LedgerEntry[]) =>
      attemptStorageWrite(() => {
        const readableEntries = entries.filter((entry) => entrySchema.safeParse(entry).success);
        use((ledger) => {
          const breach = ledgerBreachOf(anchor?.read(origin) ?? null, ledger);
          runTransaction(ledger.database, () => {
            for (const entry of readableEntries) ledger.add(entry);
          });
          const { number, hash } = ledger.last();
          anchor?.write(origin, { length: number, hash, breach });
        });
      }),
  };
}

const predictionsIn = (rows: readonly Readonly<Record<string, unknown>>[]): Prediction[] =>
  rows.flatMap(({ json }) => {
    const entry = parseEntry(json);
    return entry?.kind === 'said' ? [entry.prediction] : [];
  });

function openLedger(database: DatabaseSync, origin: string) {
  const statements = prepareLedger(database);
  /** Predictions without a score; null after an entry was added, until they are read again. */
  let unscoredPredictions: readonly Prediction[] | null = null;
  const checkSome = createHashCheck(statements, origin);

  const lastEntry = (): { number: number; hash: string } => {
    const row = statements.last.get(origin);
    return { number: Number(row?.['number'] ?? 0), hash: String(row?.['hash'] ?? '') };
  };
  const hashAt = (number: number): string | null => {
    const hash = statements.byNumber.get(origin, number)?.['hash'];
    return hash === undefined ? null : String(hash);
  };

  return {
    database,
    all: statements.all,
    last: lastEntry,
    hashAt,
    open: () =>
      (unscoredPredictions ??= predictionsIn(
        statements.open.all(origin, lastEntry().number - maxScoredEntries),
      )),
    scoredAfter: (time: number) => predictionsIn(statements.scoredAfter.all(origin, time)),
    sums(count: number) {
      const { scored, within } = statements.sums.get(origin) ?? {};
      const rows = statements.scored.all(origin, count).flatMap((row) => {
        const [prediction, score] = [parseEntry(row['prediction']), parseEntry(row['score'])];
        return prediction?.kind === 'said' && score?.kind === 'scored'
          ? [{ prediction: prediction.prediction, score: score.score }]
          : [];
      });
      return {
        last: rows,
        predictions: lastEntry().number - Number(scored ?? 0),
        scored: Number(scored ?? 0),
        within: Number(within ?? 0),
      };
    },
    checkSome,
    /** Appends an entry. Must run inside a transaction. */
    add(entry: LedgerEntry): void {
      const json = JSON.stringify(entry);
      const { number, hash } = lastEntry();
      unscoredPredictions = null;
      statements.insert.run(origin, number + 1, json, chainedHashOf(hash, json));
      addScore(number + 1, entry);
    },
    /**
     * Appends an entry that has a number and a hash already, if it continues the ledger. Must run inside a transaction.
     */
    addNext(number: number, json: string, hash: string): void {
      const chainEnd = lastEntry();
      if (number !== chainEnd.number + 1 || hash !== chainedHashOf(chainEnd.hash, json)) return;
      statements.insert.run(origin, number, json, hash);
      const entry = parseEntry(json);
      if (entry !== undefined) addScore(number, entry);
    },
  };

  function addScore(number: number, entry: LedgerEntry): void {
    if (entry.kind !== 'scored') return;
    const { score } = entry;
    const entryOfPrediction = parseEntry(statements.byNumber.get(origin, score.of)?.['json']);
    if (entryOfPrediction?.kind !== 'said') return;
    const { prediction } = entryOfPrediction;
    const isInside = isPredictionRight(prediction, score) ? 1 : 0;
    statements.insertScore.run(origin, score.of, number, prediction.peak, isInside);
  }
}

function prepareLedger(database: DatabaseSync) {
  const select = (columns: string, rest: string) =>
    database.prepare(`SELECT ${columns} FROM prediction_ledger WHERE origin = ? ${rest}`);
  return {
    all: select('number, json, hash', 'ORDER BY number'),
    last: select('number, hash', 'ORDER BY number DESC LIMIT 1'),
    byNumber: select('json, hash', 'AND number = ?'),
    someAfter: select('number, json, hash', 'AND number > ? ORDER BY number LIMIT ?'),
    open: database.prepare(
      `SELECT l.json FROM prediction_ledger l LEFT JOIN prediction_score s
         ON s.origin = l.origin AND s.of = l.number
       WHERE l.origin = ? AND l.number > ? AND s.of IS NULL ORDER BY l.number`,
    ),
    sums: database.prepare(
      'SELECT count(*) AS scored, sum(within) AS within FROM prediction_score WHERE origin = ?',
    ),
    scored: database.prepare(
      `SELECT p.json AS prediction, s.json AS score
       FROM (SELECT of, number, peak FROM prediction_score WHERE origin = ?1 ORDER BY peak DESC LIMIT ?2) l
         JOIN prediction_ledger p ON p.origin = ?1 AND p.number = l.of
         JOIN prediction_ledger s ON s.origin = ?1 AND s.number = l.number
       ORDER BY l.peak DESC`,
    ),
    scoredAfter: database.prepare(
      `SELECT l.json FROM prediction_score s JOIN prediction_ledger l ON l.origin = s.origin AND l.number = s.of
       WHERE s.origin = ? AND s.peak > ? ORDER BY l.number`,
    ),
    insert: database.prepare(
      'INSERT INTO prediction_ledger (origin, number, json, hash) VALUES (?, ?, ?, ?)',
    ),
    insertScore: database.prepare(
      'INSERT OR IGNORE INTO prediction_score (origin, of, number, peak, within) VALUES (?, ?, ?, ?, ?)',
    ),
  };
}

/**
 * Returns a function that checks the hashes of the next thousand entries; after the last entry, it starts at the first.
 */
function createHashCheck({ someAfter }: ReturnType<typeof prepareLedger>, origin: string) {
  const start = { number: 0, hash: '', brokenAt: null as number | null };
  let lastCheck = start;
  /** The result of the last complete check. */
  let lastBrokenAt: number | null = null;
  /** Returns the number of the first entry that does not continue the ledger, or null. */
  return (): number | null => {
    const rows = someAfter.all(origin, lastCheck.number, hashesPerCheck);
    for (const { number, json, hash } of rows) {
      const isIntact =
        number === lastCheck.number + 1 && hash === chainedHashOf(lastCheck.hash, String(json));
      const brokenAt = lastCheck.brokenAt ?? (isIntact ? null : lastCheck.number + 1);
      lastCheck = { number: Number(number), hash: String(hash), brokenAt };
    }
    const { brokenAt } = lastCheck;
    if (rows.length === hashesPerCheck) return brokenAt ?? lastBrokenAt;
    lastBrokenAt = brokenAt;
    lastCheck = start;
    return brokenAt;
  };
}

/** Appends the readable entries of `from` that continue the ledgers of `to`. */
export function salvageLedger(from: DatabaseSync, to: DatabaseSync): void {
  const entries: { origin: string; number: number; json: string; hash: string }[] = [];
  forEachReadableRow(from, 'prediction_ledger', '*', ({ origin, number, json, hash }) =>
    entries.push({
      origin: String(origin),
      number: Number(number),
      json: String(json),
      hash: String(hash),
    }),
  );
  const ledgers = new Map<string, ReturnType<typeof openLedger>>();
  runTransaction(to, () => {
    for (const { origin, number, json, hash } of entries.sort((a, b) => a.number - b.number)) {
      const ledger = ledgers.get(origin) ?? openLedger(to, origin);
      ledgers.set(origin, ledger);
      ledger.addNext(number, json, hash);
    }
  });
}
