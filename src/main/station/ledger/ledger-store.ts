import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { z } from 'zod';
import { attemptStorage, attemptStorageWrite } from '#platform/files/attempt.ts';
import type { StoreDatabase } from '#platform/database/kept-database.ts';
import { forEachReadableRow, skipRowOnConstraintError } from '#platform/database/salvage.ts';
import { runTransaction } from '#platform/database/transact.ts';
import { parseJson } from '#shared/json.ts';
import {
  predictionSchema,
  scoreSchema,
  type Prediction,
  type Score,
  type ScoredPrediction,
} from '#shared/station/ledger.ts';
import { isPredictionRight } from '#shared/station/score.ts';

/** A prediction before the store gives it a number. */
export const newPredictionSchema = predictionSchema.omit({ id: true });
export type NewPrediction = z.infer<typeof newPredictionSchema>;

export type LedgerStore = ReturnType<typeof createLedgerStore>;

/** Only predictions among this number of newest predictions, about five months of them, are scored. */
const maxScoredPredictions = 1_000;

type Row = Readonly<Record<string, SQLOutputValue>>;

/** The prediction in a row; undefined if it cannot be read. */
function predictionIn({ id, prediction = null }: Row): Prediction | undefined {
  const { data } = newPredictionSchema.safeParse(parseJson(String(prediction)));
  return data === undefined ? undefined : { id: Number(id), ...data };
}
const scoreIn = ({ score = null }: Row): Score | null =>
  score === null ? null : (scoreSchema.safeParse(parseJson(String(score))).data ?? null);

const predictionsIn = (rows: readonly Row[]): Prediction[] =>
  rows.flatMap((row) => predictionIn(row) ?? []);

/** @param origin the position service: each has separate predictions */
export function createLedgerStore(source: StoreDatabase, origin: string) {
  const use = source.bound((database) => openLedger(database, origin));

  return {
    /**
     * True while the database is a temporary one. Nothing may be added then: predictions must be durable, and an empty
     * temporary database does not contain the predictions that must not be made again.
     */
    isTemporary: () => source.failure() !== null,

    /** All predictions in the order of their numbers, each with its score or null. Skips unreadable predictions. */
    read: () => attemptStorage(() => use((ledger) => ledger.read())),

    /** Predictions without a score among the newest predictions, in the order of their numbers. */
    open: () => attemptStorage(() => use((ledger) => ledger.open())),

    /**
     * Predictions that have a score and culminate after `time` (Unix seconds). Such predictions exist after the clock
     * was set back.
     */
    scoredAfter: (time: number) => attemptStorage(() => use((ledger) => ledger.scoredAfter(time))),

    /** The sums, and the last `count` scored predictions. */
    view: (count: number) => attemptStorage(() => use((ledger) => ledger.view(count))),

    /**
     * Adds new predictions and the scores of earlier ones in one transaction. Leaves out a prediction that could not be
     * read again. Fails with `storage`.
     */
    add: (predictions: readonly NewPrediction[], scored: readonly ScoredPrediction[]) =>
      attemptStorageWrite(() => use((ledger) => ledger.add(predictions, scored))),
  };
}

function openLedger(database: DatabaseSync, origin: string) {
  const statements = prepareLedger(database);
  /** Predictions without a score; null after a change, until they are read again. */
  let openPredictions: readonly Prediction[] | null = null;
  const newestId = (): number => Number(statements.newest.get(origin)?.['id'] ?? 0);

  return {
    read: () =>
      statements.all.all(origin).flatMap((row) => {
        const prediction = predictionIn(row);
        return prediction === undefined ? [] : [{ prediction, score: scoreIn(row) }];
      }),
    open: () =>
      (openPredictions ??= predictionsIn(
        statements.open.all(origin, newestId() - maxScoredPredictions),
      )),
    scoredAfter: (time: number) => predictionsIn(statements.scoredAfter.all(origin, time)),
    view(count: number) {
      const { predictions, scored, within } = statements.sums.get(origin) ?? {};
      return {
        last: statements.lastScored.all(origin, count).flatMap((row): ScoredPrediction[] => {
          const [prediction, score] = [predictionIn(row), scoreIn(row)];
          return prediction === undefined || score === null ? [] : [{ prediction, score }];
        }),
        predictions: Number(predictions ?? 0),
        scored: Number(scored ?? 0),
        within: Number(within ?? 0),
      };
    },
    add(predictions: readonly NewPrediction[], scored: readonly ScoredPrediction[]): void {
      runTransaction(database, () => {
        let id = newestId();
        for (const prediction of predictions) {
          const { data } = newPredictionSchema.safeParse(prediction);
          if (data === undefined) continue;
          id += 1;
          statements.insert.run(origin, id, data.peak, JSON.stringify(data));
        }
        for (const { prediction, score } of scored) {
          const within = isPredictionRight(prediction, score) ? 1 : 0;
          statements.setScore.run(JSON.stringify(score), within, origin, prediction.id);
        }
      });
      openPredictions = null;
    },
  };
}

function prepareLedger(database: DatabaseSync) {
  const select = (rest: string) =>
    database.prepare(`SELECT id, prediction, score FROM prediction WHERE origin = ? ${rest}`);
  return {
    all: select('ORDER BY id'),
    open: select('AND id > ? AND within IS NULL ORDER BY id'),
    lastScored: select('AND within IS NOT NULL ORDER BY peak DESC LIMIT ?'),
    scoredAfter: select('AND peak > ? AND within IS NOT NULL ORDER BY id'),
    newest: database.prepare('SELECT max(id) AS id FROM prediction WHERE origin = ?'),
    sums: database.prepare(
      `SELECT count(*) AS predictions, count(within) AS scored, sum(within) AS within
       FROM prediction WHERE origin = ?`,
    ),
    insert: database.prepare(
      'INSERT INTO prediction (origin, id, peak, prediction) VALUES (?, ?, ?, ?)',
    ),
    setScore: database.prepare(
      'UPDATE prediction SET score = ?, within = ? WHERE origin = ? AND id = ? AND within IS NULL',
    ),
  };
}

/**
 * Copies the readable predictions of `from` into `to`. A prediction of `to` stays as it is, but gets the score that it
 * has in `from`. Skips a different prediction whose number `to` has already.
 */
export function salvageLedger(from: DatabaseSync, to: DatabaseSync): void {
  const columns = 'origin, id, peak, prediction, score, within';
  const upsert = to.prepare(
    `INSERT INTO prediction (${columns}) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (origin, id) DO UPDATE SET score = excluded.score, within = excluded.within
     WHERE within IS NULL AND prediction = excluded.prediction`,
  );
  runTransaction(to, () =>
    forEachReadableRow(from, 'prediction', columns, (row) =>
      skipRowOnConstraintError(() =>
        upsert.run(
          row['origin'] ?? null,
          row['id'] ?? null,
          row['peak'] ?? null,
          row['prediction'] ?? null,
          row['score'] ?? null,
          row['within'] ?? null,
        ),
      ),
    ),
  );
}
