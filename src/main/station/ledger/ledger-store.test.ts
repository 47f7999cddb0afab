import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isPredictionRight } from '#shared/station/score.ts';
import { openAppDatabase } from '#app/database.ts';
import { fixedDatabase } from '#platform/database/kept-database.ts';
import { createRandom } from '#test/support/orbit.ts';
import { createLedgerAnchor } from './anchor-store.ts';
import {
  createLedgerStore,
  ledgerScoreSchema,
  stationLedgerSchema,
  type LedgerEntry,
  type LedgerStore,
} from './ledger-store.ts';

let folder = '';
let database: DatabaseSync;
let close: () => void;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'overhead-ledger-store-'));
  const opened = openAppDatabase(join(folder, 'overhead.sqlite'), 0);
  ({ database, close } = opened);
});
afterEach(() => {
  close();
  rmSync(folder, { recursive: true });
});

const anchorPath = (): string => join(folder, 'ledger-anchor.json');
/** A new store on the same database, as after a restart. */
const anchored = (origin = 'live'): LedgerStore =>
  createLedgerStore(fixedDatabase(database), origin, createLedgerAnchor(anchorPath()));
const plain = (): LedgerStore => createLedgerStore(fixedDatabase(database), 'live');
const said = (id: number, more: object = {}): LedgerEntry => ({
  kind: 'said',
  prediction: {
    id,
    saidAt: id,
    observer: { latitude: 1, longitude: 2, altitude: 0 },
    rise: 1e9 + id,
    peak: 1e9 + id,
    set: 1e9 + id,
    peakElevation: 20,
    visible: true,
    sigma: 1,
    replaces: null,
    ...more,
  },
});
const scored = (of: number, late: number | null): LedgerEntry => ({
  kind: 'scored',
  score: {
    of,
    scoredAt: of,
    outcome: late === null ? null : { rise: 0, peak: 1e9 + of + late, set: 0, sigma: 1 },
  },
});
const predictions = (from: number, to: number): LedgerEntry[] =>
  Array.from({ length: to - from + 1 }, (_, n) => said(from + n));
const viewOf = (store: LedgerStore) => {
  const view = store.view(20);
  if (!view.ok) throw new Error(view.failure.kind);
  return view.value;
};

describe('the anchor file, which notes the length and the last hash of the ledger', () => {
  it('reveals that the last entries were removed, even after new entries were appended', () => {
    anchored().append(predictions(1, 9));
    expect(viewOf(anchored()).breach).toBeNull();
    database.exec('DELETE FROM prediction_ledger WHERE number > 4');
    const breach = { kind: 'cut', from: 5, to: 9 };
    expect(viewOf(anchored())).toMatchObject({ breach, brokenAt: null });
    anchored().append(predictions(5, 12));
    expect(viewOf(anchored())).toMatchObject({ breach, brokenAt: null });
  });

  it('reveals that the whole ledger was rewritten', () => {
    anchored().append(predictions(1, 9));
    database.exec('DELETE FROM prediction_ledger');
    plain().append(predictions(1, 12).map((_, n) => said(n + 1, { visible: false })));
    const breach = { kind: 'rewritten', from: 9, to: 9 };
    expect(viewOf(anchored())).toMatchObject({ breach, brokenAt: null });
    expect(viewOf(anchored('other')).breach).toBeNull();
  });

  it('reports no breach when entries were appended without an update of the anchor file', () => {
    anchored().append(predictions(1, 4));
    plain().append(predictions(5, 6));
    expect(viewOf(anchored()).breach).toBeNull();
  });

  it('is written again if its content is damaged', () => {
    anchored().append(predictions(1, 4));
    writeFileSync(anchorPath(), 'not JSON');
    database.exec('DELETE FROM prediction_ledger WHERE number > 3');
    expect(viewOf(anchored()).breach).toBeNull();
    anchored().append([said(4)]);
    expect(viewOf(anchored())).toMatchObject({ breach: null, predictions: 4 });
  });
});

it('createLedgerStore leaves out an entry that does not fit the schema', () => {
  const store = plain();
  store.append([said(1, { sigma: Infinity }), said(1, { peakElevation: NaN }), said(1)]);
  expect(store.read()).toMatchObject({ value: { entries: [said(1)], brokenAt: null } });
});

it('createLedgerStore returns the sums and the last scores of the whole ledger', () => {
  const random = createRandom(20261122);
  const store = plain();
  const pairs: { id: number; entry: LedgerEntry }[] = [];
  for (let id = 1; id <= 300; id += 2) {
    const late = random() < 0.1 ? null : 6 * random() - 3;
    pairs.push({ id, entry: scored(id, late) });
    store.append([said(id, { peak: 1e9 + id }), scored(id, late)]);
  }
  store.append([said(301), said(302)]);
  const whole = store.read();
  if (!whole.ok) throw new Error('read');
  const scores = whole.value.entries.flatMap((entry) =>
    entry.kind === 'scored' ? [entry.score] : [],
  );
  const within = scores.filter((score) => {
    const prediction = said(score.of);
    return prediction.kind === 'said' && isPredictionRight(prediction.prediction, score);
  });
  expect(within.length).toBeGreaterThan(20);
  const view = viewOf(store);
  expect(view).toMatchObject({ predictions: 152, scored: 150, within: within.length });
  expect(view.last.map(({ score }) => score)).toEqual(scores.toReversed().slice(0, 20));
  const open = store.open();
  expect(open.ok && open.value.map(({ id }) => id)).toEqual([301, 302]);
});

it('createLedgerStore returns the sums of a ledger that an earlier version wrote', () => {
  const store = plain();
  for (const [id, late] of [
    [1, 0.5],
    [3, 9],
    [5, null],
    [7, -2.8],
  ] as const)
    store.append([said(id), scored(id, late)]);
  const entries = 'SELECT * FROM prediction_ledger ORDER BY number';
  const rows = database.prepare(entries).all();
  const earlier = new DatabaseSync(':memory:');
  earlier.exec(stationLedgerSchema);
  const insert = earlier.prepare('INSERT INTO prediction_ledger VALUES (?, ?, ?, ?)');
  for (const { origin, number, json, hash } of rows)
    insert.run(origin ?? null, number ?? null, json ?? null, hash ?? null);
  insert.run('live', 9, 'not JSON', 'x');
  earlier.exec(ledgerScoreSchema);
  const sums = 'SELECT * FROM prediction_score ORDER BY of';
  expect(earlier.prepare(sums).all()).toEqual(database.prepare(sums).all());
  expect(viewOf(store)).toMatchObject({ scored: 4, within: 2 });
  earlier.close();
});

it('createLedgerStore finds a changed entry after two thousand others', () => {
  const store = plain();
  store.append(predictions(1, 2500));
  expect(viewOf(store).brokenAt).toBeNull();
  database.exec(
    `UPDATE prediction_ledger SET json = replace(json, 'true', 'false') WHERE number = 2200`,
  );
  const found = [1, 2, 3, 4, 5].map(() => viewOf(store).brokenAt);
  expect(found).toContain(2200);
  // The check starts again from the first entry, with the same result.
  expect(found.at(-1)).toBe(2200);
});
