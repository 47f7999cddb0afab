import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Prediction, Score } from '#shared/station/ledger.ts';
import { isPredictionRight } from '#shared/station/score.ts';
import { openAppDatabase } from '#app/database.ts';
import { fixedDatabase } from '#platform/database/kept-database.ts';
import { createRandom } from '#test/support/orbit.ts';
import {
  createLedgerStore,
  newPredictionSchema,
  salvageLedger,
  type NewPrediction,
} from './ledger-store.ts';

let folder = '';
let database: DatabaseSync;
let other: DatabaseSync;
const closings: (() => void)[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'overhead-ledger-store-'));
  database = open('overhead.sqlite');
  other = open('other.sqlite');
});
afterEach(() => {
  for (const close of closings.splice(0)) close();
  rmSync(folder, { recursive: true });
});
function open(name: string): DatabaseSync {
  const opened = openAppDatabase(join(folder, name), 0);
  closings.push(() => opened.close());
  return opened.database;
}

/** A new store, as after a restart. */
const storeOf = (source = database, origin = 'live') =>
  createLedgerStore(fixedDatabase(source), origin);
function valueOf<T>(result: { ok: true; value: T } | { ok: false }): T {
  if (!result.ok) throw new Error('the database refused');
  return result.value;
}

/** The prediction with the number `id`: its pass culminates `id` seconds after a fixed time. */
const predicted = (id: number, more: Partial<Prediction> = {}): Prediction => ({
  id,
  predictedAt: id,
  observer: { latitude: 1, longitude: 2, altitude: 0 },
  rise: 1e9 + id,
  peak: 1e9 + id,
  set: 1e9 + id,
  peakElevation: 20,
  visible: true,
  sigma: 1,
  replaces: null,
  ...more,
});
const unnumbered = (prediction: Prediction): NewPrediction => newPredictionSchema.parse(prediction);
const newPredictions = (from: number, to: number): NewPrediction[] =>
  Array.from({ length: to - from + 1 }, (_, n) => unnumbered(predicted(from + n)));
/** The score of a pass that culminated `late` seconds after the prediction, or did not happen. */
const scoreOf = ({ peak }: Prediction, late: number | null): Score => ({
  scoredAt: 1,
  outcome: late === null ? null : { rise: 0, peak: peak + late, set: 0, sigma: 1 },
});
const scored = (id: number, late: number | null) => ({
  prediction: predicted(id),
  score: scoreOf(predicted(id), late),
});

it('createLedgerStore numbers predictions from 1, separately for each service, also after a restart', () => {
  storeOf().add(newPredictions(1, 2), []);
  storeOf(database, 'own').add(newPredictions(1, 1), []);
  storeOf().add(newPredictions(3, 3), []);
  expect(storeOf().open()).toEqual({ ok: true, value: [1, 2, 3].map((id) => predicted(id)) });
  expect(storeOf(database, 'own').open()).toEqual({ ok: true, value: [predicted(1)] });
});

it('createLedgerStore leaves out a prediction that does not fit the schema', () => {
  const store = storeOf();
  const fit = unnumbered(predicted(1));
  store.add([{ ...fit, sigma: Infinity }, { ...fit, peakElevation: NaN }, fit], []);
  expect(store.read()).toEqual({ ok: true, value: [{ prediction: predicted(1), score: null }] });
});

it('createLedgerStore skips a prediction that cannot be read, and keeps the others', () => {
  storeOf().add(newPredictions(1, 3), []);
  database.exec(`UPDATE prediction SET prediction = '{' WHERE id = 2`);
  expect(valueOf(storeOf().open()).map(({ id }) => id)).toEqual([1, 3]);
  expect(valueOf(storeOf().read()).map(({ prediction }) => prediction.id)).toEqual([1, 3]);
});

it('createLedgerStore never changes the score of a prediction', () => {
  const store = storeOf();
  store.add(newPredictions(1, 1), []);
  store.add([], [scored(1, 0.5)]);
  store.add([], [scored(1, 100)]);
  expect(valueOf(store.view(20))).toEqual({
    last: [scored(1, 0.5)],
    predictions: 1,
    scored: 1,
    within: 1,
  });
});

it('createLedgerStore returns the sums, the last scores and the predictions without a score', () => {
  const random = createRandom(20261122);
  const store = storeOf();
  const pairs = Array.from({ length: 150 }, (_, n) =>
    scored(n + 1, random() < 0.1 ? null : 6 * random() - 3),
  );
  for (const pair of pairs) {
    store.add([unnumbered(pair.prediction)], []);
    store.add([], [pair]);
  }
  store.add(newPredictions(151, 152), []);
  const within = pairs.filter(({ prediction, score }) => isPredictionRight(prediction, score));
  expect(within.length).toBeGreaterThan(20);
  expect(valueOf(store.view(20))).toEqual({
    last: pairs.toReversed().slice(0, 20),
    predictions: 152,
    scored: 150,
    within: within.length,
  });
  expect(valueOf(store.open()).map(({ id }) => id)).toEqual([151, 152]);
  expect(valueOf(store.scoredAfter(1e9 + 148)).map(({ id }) => id)).toEqual([149, 150]);
});

it('salvageLedger adds missing predictions and scores, and replaces neither', () => {
  storeOf().add(newPredictions(1, 3), []);
  storeOf().add([], [scored(1, 0.5)]);
  storeOf(other).add(newPredictions(1, 2), []);
  storeOf(other).add([unnumbered(predicted(9)), unnumbered(predicted(4))], []);
  storeOf(other).add(
    [],
    [scored(1, 100), scored(2, 1), { ...scored(9, 1), prediction: predicted(3) }],
  );
  salvageLedger(other, database);
  expect(valueOf(storeOf().read())).toEqual([
    scored(1, 0.5),
    scored(2, 1),
    // In the other database, number 3 is the prediction of another pass.
    { prediction: predicted(3), score: null },
    { prediction: predicted(4), score: null },
  ]);
});
