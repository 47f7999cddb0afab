import type { DatabaseSync } from 'node:sqlite';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openAppDatabase } from '#app/database.ts';
import { fixedDatabase } from '#platform/database/kept-database.ts';
import type { Ledger } from '#shared/station/ledger.ts';
import { tenPlaces } from '#test/support/ground-truth.ts';
import {
  boosted,
  poll,
  randomOf,
  stationElements,
  truthOf,
  type Truth,
} from '#test/support/orbit.ts';
import { ephemerisOf } from '../orbit/ephemeris.ts';
import { fitOrbit } from '../orbit/fit.ts';
import type { EstimatedOrbit } from '../orbit-estimator.ts';
import { passesOf } from '../sky/passes.ts';
import { createLedgerStore } from './ledger-store.ts';
import { createPredictionLedger, type PredictionLedger } from './ledger.ts';

const day = 86_400;
const diskFull = { kind: 'storage', code: 'SQLITE_FULL' } as const;
const observer = tenPlaces['Berlin'] ?? { latitude: 0, longitude: 0, altitude: 0 };

let folder = '';
let database: DatabaseSync;
let close: () => void;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'overhead-ledger-'));
  open();
});
afterEach(() => {
  close();
  rmSync(folder, { recursive: true });
});
function open(): void {
  const opened = openAppDatabase(join(folder, 'overhead.sqlite'), 0);
  ({ database } = opened);
  close = () => opened.close();
}
const ledgerOf = (): PredictionLedger =>
  createPredictionLedger(createLedgerStore(fixedDatabase(database), 'live'));

function viewOf(ledger: PredictionLedger): Ledger {
  const view = ledger.view(1000);
  if (!view.ok) throw new Error(view.failure.kind);
  return view.value;
}

/** The orbit from a day of fixes, one in ten minutes, until `until` (Unix seconds). */
function estimateAt(truth: Truth, until: number, count = 145): EstimatedOrbit {
  const random = randomOf(Math.floor(until));
  const fit = fitOrbit(poll(truth, { until, everySeconds: 600, count, random }));
  if (!fit.ok) throw new Error(fit.reason);
  return { orbit: fit.orbit, ephemeris: ephemerisOf(fit.orbit) };
}

/** As the app does once an hour: passes of five days from the orbit of that time. */
function updateAt(ledger: PredictionLedger, truth: Truth, t: number, place = observer): void {
  const estimate = estimateAt(truth, t);
  const passes = passesOf(estimate.ephemeris.earthFixed, place, { from: t, hours: 120 });
  ledger.update(passes, place, estimate, t * 1000);
}

describe('PredictionLedger', () => {
  it('seals each pass once, when it is first announced, and scores it after a fix behind it', () => {
    const truth = truthOf(stationElements[1]);
    const start = truth.epoch;
    const ledger = ledgerOf();
    for (let hours = 0; hours <= 72; hours += 6) updateAt(ledger, truth, start + hours * 3600);
    const view = viewOf(ledger);
    const all = passesOf(truth.earthFixed, observer, { from: start, hours: 190 });
    // Said until 72 hours, for five days from then.
    const said = all.filter(({ rise }) => rise.t < start + 8 * day - 60);
    expect(Math.abs(view.predictions - said.length)).toBeLessThanOrEqual(1);
    const over = all.filter(({ set }) => set.t < start + 3 * day);
    expect(view.scored).toBe(over.length);
    expect(view.brokenAt).toBeNull();
    for (const { prediction, score } of view.last) {
      const { outcome } = score;
      const was = over.find(({ peak }) => Math.abs(peak.t - prediction.peak) < 900);
      expect(Math.abs((outcome?.peak ?? NaN) - (was?.peak.t ?? NaN))).toBeLessThan(0.3);
      expect(prediction.saidAt / 1000).toBeLessThan(prediction.rise);
    }
    expect(view.within / view.scored).toBeGreaterThan(0.8);
    // The latest pass first.
    const peaks = view.last.map(({ prediction }) => prediction.peak);
    expect(peaks).toEqual(peaks.toSorted((a, b) => b - a));
  });

  it('goes on after a restart, without saying anything twice', () => {
    const truth = truthOf(stationElements[1]);
    updateAt(ledgerOf(), truth, truth.epoch);
    const before = viewOf(ledgerOf()).predictions;
    close();
    open();
    updateAt(ledgerOf(), truth, truth.epoch + 60);
    expect(viewOf(ledgerOf()).predictions).toBe(before);
    updateAt(ledgerOf(), truth, truth.epoch + day);
    expect(viewOf(ledgerOf()).scored).toBeGreaterThan(2);
  });

  it('seals nothing in a temporary database, and goes on with the ledger of the disk', () => {
    const truth = truthOf(stationElements[1]);
    updateAt(ledgerOf(), truth, truth.epoch);
    const before = viewOf(ledgerOf()).predictions;
    const onDisk = fixedDatabase(database);
    const temporary = openAppDatabase(join(folder, 'other.sqlite'), 0);
    let isTemporary = true;
    const ledger = createPredictionLedger(
      createLedgerStore(
        {
          bound(prepare) {
            const [first, second] = [prepare(temporary.database), onDisk.bound(prepare)];
            return () => (isTemporary ? first : second());
          },
          failure: () => (isTemporary ? diskFull : null),
        },
        'live',
      ),
    );
    updateAt(ledger, truth, truth.epoch + 60);
    expect(viewOf(ledger).predictions).toBe(0);
    isTemporary = false;
    temporary.close();
    updateAt(ledger, truth, truth.epoch + 120);
    expect(viewOf(ledger)).toMatchObject({ predictions: before, brokenAt: null });
  });

  it('announces anew what a burn has changed, and keeps what was said before', () => {
    const truth = boosted(stationElements[1], 2, randomOf(4));
    const ledger = ledgerOf();
    updateAt(ledger, truth, truth.epoch - 3600);
    const before = viewOf(ledger).predictions;
    updateAt(ledger, truth, truth.epoch + 6 * 3600);
    const csv = ledger.csv();
    const replacing = (csv.ok ? csv.value : '')
      .split('\r\n')
      .filter((line) => /^\d/.test(line) && line.split(',')[10] !== '');
    expect(before).toBeGreaterThan(10);
    expect(replacing.length).toBeGreaterThan(before / 2);
    // Once: the next update after the same burn adds nothing.
    const after = viewOf(ledger).predictions;
    updateAt(ledger, truth, truth.epoch + 6 * 3600 + 60);
    expect(viewOf(ledger).predictions).toBe(after);
  });

  it('holds the times over a flat horizon, whatever hides the sky around the person', () => {
    const truth = truthOf(stationElements[1]);
    const estimate = estimateAt(truth, truth.epoch);
    const horizon = [30, 0, 40, 20, 0, 30, 10, 0];
    const options = { from: truth.epoch, hours: 120 };
    const over = passesOf(estimate.ephemeris.earthFixed, observer, { ...options, horizon });
    const flat = passesOf(estimate.ephemeris.earthFixed, observer, options);
    const ledger = ledgerOf();
    ledger.update(over, observer, estimate, truth.epoch * 1000);
    const csv = ledger.csv();
    const rises = (csv.ok ? csv.value : '')
      .split('\r\n')
      .slice(1, -1)
      .map((row) => row.split(',')[4]);
    expect(rises.length).toBeGreaterThan(5);
    const known = new Set(flat.map(({ rise }) => Math.round(rise.t)));
    for (const rise of rises) expect(known).toContain(Math.round(Date.parse(rise ?? '') / 1000));
    // Over hills most of them rise later.
    expect(over.filter(({ rise }) => !known.has(Math.round(rise.t))).length).toBeGreaterThan(3);
  });

  it('scores a pass that did not come as no pass', () => {
    const truth = truthOf(stationElements[1]);
    const ledger = ledgerOf();
    const estimate = estimateAt(truth, truth.epoch);
    const [pass] = passesOf(truth.earthFixed, observer, { from: truth.epoch, hours: 24 });
    if (pass === undefined) throw new Error('no pass');
    const wrong = (moment: typeof pass.peak) => ({ ...moment, t: moment.t + 2400 });
    const moved = { ...pass, rise: wrong(pass.rise), peak: wrong(pass.peak), set: wrong(pass.set) };
    ledger.update([moved], observer, estimate, truth.epoch * 1000);
    const later = truth.epoch + day;
    ledger.update([], observer, estimateAt(truth, later), later * 1000);
    expect(viewOf(ledger)).toMatchObject({
      scored: 1,
      within: 0,
      last: [{ score: { outcome: null } }],
    });
  });

  it('seals the passes of another place separately', () => {
    const truth = truthOf(stationElements[1]);
    const ledger = ledgerOf();
    updateAt(ledger, truth, truth.epoch);
    const before = viewOf(ledger).predictions;
    updateAt(ledger, truth, truth.epoch, tenPlaces['Tokyo']);
    expect(viewOf(ledger).predictions).toBeGreaterThan(before + 10);
  });

  it.each([
    [
      'a changed entry',
      'UPDATE prediction_ledger SET json = replace(json, \'"sigma":\', \'"sigma":1\') WHERE number = 3',
    ],
    ['an entry that was deleted', 'DELETE FROM prediction_ledger WHERE number = 3'],
    ['an entry that cannot be read', "UPDATE prediction_ledger SET json = '{' WHERE number = 3"],
    ['a changed hash', "UPDATE prediction_ledger SET hash = 'x' WHERE number = 3"],
  ])('names the place of %s', (_, change) => {
    const truth = truthOf(stationElements[1]);
    updateAt(ledgerOf(), truth, truth.epoch);
    expect(viewOf(ledgerOf()).brokenAt).toBeNull();
    database.exec(change);
    expect(viewOf(ledgerOf()).brokenAt).toBe(3);
  });

  it('does not count as announced what the disk refused, and announces it at the next update', () => {
    const truth = truthOf(stationElements[1]);
    const ledger = ledgerOf();
    database.exec('PRAGMA query_only = ON');
    updateAt(ledger, truth, truth.epoch);
    expect(viewOf(ledger).predictions).toBe(0);
    database.exec('PRAGMA query_only = OFF');
    updateAt(ledger, truth, truth.epoch + 3600);
    const view = viewOf(ledger);
    expect(view.predictions).toBeGreaterThan(10);
    const csv = ledger.csv();
    expect(csv.ok && csv.value.split('\r\n')[1]).toContain(
      new Date((truth.epoch + 3600) * 1000).toISOString().slice(0, 16),
    );
  });

  it('writes one line of CSV for each prediction', () => {
    const truth = truthOf(stationElements[1]);
    const ledger = ledgerOf();
    updateAt(ledger, truth, truth.epoch);
    updateAt(ledger, truth, truth.epoch + day);
    const csv = ledger.csv();
    const lines = (csv.ok ? csv.value : '').trimEnd().split('\r\n');
    expect(lines).toHaveLength(viewOf(ledger).predictions + 1);
    const columns = lines.map((line) => line.split(',').length);
    expect(new Set(columns)).toEqual(new Set([17]));
    expect(lines.some((line) => line.endsWith('within 2 sigma'))).toBe(true);
    expect(lines.some((line) => line.endsWith('not scored'))).toBe(true);
  });
});
