import type { DatabaseSync } from 'node:sqlite';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isFullRun } from '#test/support/runs.ts';
import { openAppDatabase } from '#app/database.ts';
import { fail } from '#shared/failure.ts';
import { fixedDatabase } from '#platform/database/kept-database.ts';
import type { Ledger } from '#shared/station/ledger.ts';
import { isPredictionRight } from '#shared/station/score.ts';
import { tenPlaces } from '#test/support/ground-truth.ts';
import {
  truthWithBurn,
  pollFixes,
  createRandom,
  stationElements,
  orbitTruthOf,
  type OrbitTruth,
} from '#test/support/orbit.ts';
import { ephemerisOf } from '../orbit/ephemeris.ts';
import { fitOrbit } from '../orbit/fit.ts';
import type { EstimatedOrbit } from '../orbit-estimator.ts';
import { passesOf } from '../sky/passes.ts';
import { createLedgerStore } from './ledger-store.ts';
import { PredictionLedger } from './ledger.ts';

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
  new PredictionLedger(createLedgerStore(fixedDatabase(database), 'live'));

function viewOf(ledger: PredictionLedger): Ledger {
  const view = ledger.view(1000);
  if (!view.ok) throw new Error(view.failure.kind);
  return view.value;
}

const plainTruth = orbitTruthOf(stationElements[1]);
const truthOfBurn = truthWithBurn(stationElements[1], 2, createRandom(4));

/** Returns a function that computes the result for each key once, because a fit takes a quarter of a second. */
function memoize<Args extends readonly unknown[], Result>(
  compute: (...args: Args) => Result,
  keyOf: (...args: Args) => string,
): (...args: Args) => Result {
  const results = new Map<string, Result>();
  return (...args) => {
    const key = keyOf(...args);
    if (!results.has(key)) results.set(key, compute(...args));
    return results.get(key) as Result;
  };
}

const fitAt = memoize(
  (truth: OrbitTruth, until: number, count: number): EstimatedOrbit => {
    const random = createRandom(Math.floor(until));
    const fit = fitOrbit(pollFixes(truth, { until, everySeconds: 600, count, random }));
    if (!fit.ok) throw new Error(fit.reason);
    return { orbit: fit.orbit, ephemeris: ephemerisOf(fit.orbit) };
  },
  (truth, until, count) => [truth === truthOfBurn, until, count].join(),
);
/** The orbit from fixes, one in ten minutes, until `until` (Unix seconds). Default: the fixes of a day. */
const estimateAt = (truth: OrbitTruth, until: number, count = 145): EstimatedOrbit =>
  fitAt(truth, until, count);

/** The passes of the five days after `t` (Unix seconds), by the orbit at that time. */
const passesAfter = memoize(
  (truth: OrbitTruth, t: number, place: typeof observer) =>
    passesOf(estimateAt(truth, t).ephemeris.earthFixed, place, { from: t, hours: 120 }),
  (truth, t, place) => [truth === truthOfBurn, t, JSON.stringify(place)].join(),
);

/** Updates the ledger at `t` as the app does. */
function updateAt(ledger: PredictionLedger, truth: OrbitTruth, t: number, place = observer): void {
  ledger.update(passesAfter(truth, t, place), place, estimateAt(truth, t), t * 1000);
}

describe('PredictionLedger', () => {
  it('adds one prediction for each pass, and scores it after a fix that is later than the pass', () => {
    const truth = plainTruth;
    const start = truth.epoch;
    const ledger = ledgerOf();
    for (const hours of [0, 24, 48, 72]) updateAt(ledger, truth, start + hours * 3600);
    const view = viewOf(ledger);
    const all = passesOf(truth.earthFixed, observer, { from: start, hours: 190 });
    // Predictions were made until hour 72, each time for the next five days.
    const expected = all.filter(({ rise }) => rise.t < start + 8 * day - 60);
    expect(Math.abs(view.predictions - expected.length)).toBeLessThanOrEqual(1);
    const over = all.filter(({ set }) => set.t < start + 3 * day);
    expect(view.scored).toBe(over.length);
    for (const { prediction, score } of view.last) {
      const { outcome } = score;
      const was = over.find(({ peak }) => Math.abs(peak.t - prediction.peak) < 900);
      expect(Math.abs((outcome?.peak ?? NaN) - (was?.peak.t ?? NaN))).toBeLessThan(0.3);
      expect(prediction.predictedAt / 1000).toBeLessThan(prediction.rise);
    }
    expect(view.within / view.scored).toBeGreaterThan(0.8);
    // The latest pass comes first.
    const peaks = view.last.map(({ prediction }) => prediction.peak);
    expect(peaks).toEqual(peaks.toSorted((a, b) => b - a));
  });

  it('continues after a restart, without predicting a pass twice', () => {
    const truth = plainTruth;
    updateAt(ledgerOf(), truth, truth.epoch);
    const before = viewOf(ledgerOf()).predictions;
    close();
    open();
    updateAt(ledgerOf(), truth, truth.epoch + 60);
    expect(viewOf(ledgerOf()).predictions).toBe(before);
    updateAt(ledgerOf(), truth, truth.epoch + day);
    expect(viewOf(ledgerOf()).scored).toBeGreaterThan(2);
  });

  it('predicts no pass twice when the clock is set back to before a scored pass', () => {
    const truth = plainTruth;
    const ledger = ledgerOf();
    updateAt(ledger, truth, truth.epoch);
    updateAt(ledger, truth, truth.epoch + day);
    const { predictions, scored } = viewOf(ledger);
    expect(scored).toBeGreaterThan(2);
    updateAt(ledger, truth, truth.epoch - 60);
    expect(viewOf(ledger)).toMatchObject({ predictions, scored });
  });

  it('adds nothing to a temporary database, and continues the ledger on the disk', () => {
    const truth = plainTruth;
    updateAt(ledgerOf(), truth, truth.epoch);
    const before = viewOf(ledgerOf()).predictions;
    const onDisk = fixedDatabase(database);
    const temporary = openAppDatabase(join(folder, 'other.sqlite'), 0);
    let isTemporary = true;
    const ledger = new PredictionLedger(
      createLedgerStore(
        {
          bound(prepare) {
            const other = fixedDatabase(temporary.database).bound(prepare);
            const disk = onDisk.bound(prepare);
            return (work) => (isTemporary ? other(work) : disk(work));
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
    expect(viewOf(ledger)).toMatchObject({ predictions: before });
  });

  it('stores the times for a flat horizon, whatever the local horizon is', () => {
    const truth = plainTruth;
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
    // Over the hills, more than three passes rise later.
    expect(over.filter(({ rise }) => !known.has(Math.round(rise.t))).length).toBeGreaterThan(3);
  });

  it('reports which predicted passes were changed by a burn, and scores both the old and the new prediction', () => {
    const truth = truthOfBurn;
    const ledger = ledgerOf();
    const seenFrom = ({ ephemeris }: EstimatedOrbit, from: number) =>
      passesOf(ephemeris.earthFixed, observer, { from, hours: 120 }).map((pass) => ({
        ...pass,
        visible: true,
      }));
    const before = truth.epoch - 3600;
    const known = estimateAt(truth, before);
    // The order of the predictions does not matter.
    ledger.update(seenFrom(known, before).toReversed(), observer, known, before * 1000);
    const at = truth.epoch + 16 * 3600;
    const estimate = estimateAt(truth, at);
    const passes = seenFrom(estimate, at);
    const forecast = { passes, passesUntil: (at + 5 * day) * 1000 };
    ledger.update(passes, observer, estimate, at * 1000);
    const changes = ledger.changes(forecast, observer, estimate, at * 1000);
    expect(changes.length).toBeGreaterThan(5);
    const predictedPeaks = changes.map(({ predicted }) => predicted.peak);
    expect(predictedPeaks).toEqual(predictedPeaks.toSorted((a, b) => a - b));
    for (const { predicted, current } of changes) {
      const pass = passes.find(({ peak }) => Math.abs(peak.t - predicted.peak) < 900);
      expect(current?.peak).toBeCloseTo(pass?.peak.t ?? NaN, 1);
    }
    // The raised orbit is slower: the passes come later, and the delay grows with time.
    const shifts = changes.flatMap(({ predicted, current }) =>
      current === null ? [] : [current.peak - predicted.peak],
    );
    expect(Math.min(...shifts)).toBeGreaterThan(0);
    expect(shifts.at(-1)).toBeGreaterThan(2 * (shifts[0] ?? Infinity));

    // Only a visible pass is reported as missing: the local horizon may have removed a hidden one.
    const seen = changes.find(({ predicted }) => predicted.visible);
    const seenAt = seen?.current?.peak ?? NaN;
    const without = passes.filter(({ peak }) => Math.abs(peak.t - seenAt) > 60);
    const fewer = ledger.changes({ ...forecast, passes: without }, observer, estimate, at * 1000);
    expect(fewer).toContainEqual({ predicted: seen?.predicted, current: null });
    const shorter = { ...forecast, passesUntil: (at + day) * 1000 };
    const near = ledger.changes(shorter, observer, estimate, at * 1000);
    expect(near.length).toBeLessThan(changes.length);
    expect(ledger.changes(forecast, tenPlaces['Tokyo'] ?? null, estimate, at * 1000)).toEqual([]);

    for (const hours of [30, 54]) updateAt(ledger, truth, truth.epoch + hours * 3600);
    const { last } = viewOf(ledger);
    const anew = last.filter(({ prediction }) => prediction.replaces !== null);
    expect(anew.length).toBeGreaterThan(2);
    const csv = ledger.csv();
    const rows = csv.ok ? csv.value.split('\r\n') : [];
    for (const { prediction, score } of anew) {
      const { id, replaces } = prediction;
      expect(rows[id]?.split(',')[10]).toBe(String(replaces));
      expect(rows[replaces ?? NaN]).toMatch(/,outside 2 sigma$/);
      const first = last.find((one) => one.prediction.id === prediction.replaces);
      if (first === undefined) throw new Error('not scored');
      expect(isPredictionRight(first.prediction, first.score)).toBe(false);
      expect(first.score.outcome?.peak).toBeCloseTo(score.outcome?.peak ?? NaN, 1);
      const late = ({ prediction: one, score: { outcome } }: typeof first): number =>
        Math.abs((outcome?.peak ?? NaN) - one.peak);
      expect(late({ prediction, score })).toBeLessThan(late(first) / 5);
    }
  });

  it('reports no change without a burn, an orbit or a place', () => {
    const truth = plainTruth;
    const ledger = ledgerOf();
    updateAt(ledger, truth, truth.epoch);
    const estimate = estimateAt(truth, truth.epoch + 3600);
    const forecast = { passes: [], passesUntil: Infinity };
    expect(ledger.changes(forecast, observer, estimate, 0)).toEqual([]);
    expect(ledger.changes(forecast, null, estimate, 0)).toEqual([]);
    expect(ledger.changes(forecast, observer, null, 0)).toEqual([]);
  });

  it('adds nothing without a place or an orbit', () => {
    const truth = plainTruth;
    const ledger = ledgerOf();
    const estimate = estimateAt(truth, truth.epoch);
    const from = truth.epoch;
    const passes = passesOf(estimate.ephemeris.earthFixed, observer, { from, hours: 24 });
    ledger.update(passes, null, estimate, from * 1000);
    ledger.update(passes, observer, null, from * 1000);
    expect(viewOf(ledger).predictions).toBe(0);
  });

  it('predicts no pass that has begun after the newest fix', () => {
    const ledger = ledgerOf();
    const estimate = estimateAt(plainTruth, plainTruth.epoch);
    const from = plainTruth.epoch;
    const passes = passesOf(estimate.ephemeris.earthFixed, observer, { from, hours: 24 });
    const [{ rise } = expect.fail(), ...others] = passes;
    expect(rise.t).toBeGreaterThan(estimate.orbit.epoch);
    ledger.update(passes, observer, estimate, rise.t * 1000);
    expect(viewOf(ledger).predictions).toBe(others.length);
  });

  it('predicts no pass before the newest fix when the clock is slow', () => {
    const truth = plainTruth;
    const ledger = ledgerOf();
    const estimate = estimateAt(truth, truth.epoch);
    const from = truth.epoch - day;
    const passes = passesOf(estimate.ephemeris.earthFixed, observer, { from, hours: 48 });
    ledger.update(passes, observer, estimate, from * 1000);
    const coming = passes.filter(({ rise }) => rise.t > estimate.orbit.epoch);
    expect(coming.length).toBeLessThan(passes.length);
    expect(viewOf(ledger).predictions).toBe(coming.length);
  });

  it('predicts no pass twice and continues to score passes after the clock was days ahead for a while', () => {
    const truth = plainTruth;
    const ledger = ledgerOf();
    updateAt(ledger, truth, truth.epoch);
    const before = viewOf(ledger).predictions;
    const estimate = estimateAt(truth, truth.epoch);
    ledger.update([], observer, estimate, (truth.epoch + 30 * day) * 1000);
    updateAt(ledger, truth, truth.epoch);
    expect(viewOf(ledger).predictions).toBe(before);
    updateAt(ledger, truth, truth.epoch + day);
    expect(viewOf(ledger).scored).toBeGreaterThan(2);
  });

  it('predicts no pass twice when the predictions could not be read', () => {
    const truth = plainTruth;
    updateAt(ledgerOf(), truth, truth.epoch);
    const before = viewOf(ledgerOf()).predictions;
    const store = createLedgerStore(fixedDatabase(database), 'live');
    let isBusy = true;
    const busy = fail({ kind: 'storage', code: 'SQLITE_BUSY' } as const);
    const ledger = new PredictionLedger({
      ...store,
      open: () => (isBusy ? busy : store.open()),
    });
    updateAt(ledger, truth, truth.epoch + 60);
    isBusy = false;
    updateAt(ledger, truth, truth.epoch + 120);
    expect(viewOf(ledger).predictions).toBe(before);
  });

  it.runIf(isFullRun)('scores nothing for a day after a jump of the service’s clock', () => {
    const truth = plainTruth;
    const ledger = ledgerOf();
    updateAt(ledger, truth, truth.epoch);
    let { orbit } = estimateAt(truth, truth.epoch);
    /** The orbit fitted to the fixes of a service that is 110 s late from the epoch on. */
    const estimateLate = (until: number): EstimatedOrbit => {
      const pollTo = (end: number, count: number) =>
        pollFixes(truth, { until: end, everySeconds: 600, count, random: createRandom(1) });
      const late = pollTo(until - 110, Math.floor((until - truth.epoch) / 600));
      const fit = fitOrbit(
        [...pollTo(truth.epoch, 145), ...late.map((fix) => ({ ...fix, time: fix.time + 110 }))],
        orbit,
      );
      if (!fit.ok) throw new Error(fit.reason);
      ({ orbit } = fit);
      return { orbit, ephemeris: ephemerisOf(orbit) };
    };
    for (const hours of [3, 8, 20]) {
      const until = truth.epoch + hours * 3600;
      const estimate = estimateLate(until);
      ledger.update([], observer, estimate, until * 1000);
    }
    expect(viewOf(ledger).scored).toBe(0);
    const later = truth.epoch + 30 * 3600;
    ledger.update([], observer, estimateLate(later), later * 1000);
    expect(viewOf(ledger).scored).toBeGreaterThan(0);
  });

  it('scores nothing for a day after a change of the orbit that is not confirmed as a burn', () => {
    const truth = plainTruth;
    const ledger = ledgerOf();
    updateAt(ledger, truth, truth.epoch);
    /** @param nodes of the orbits before and after the burn, degrees */
    const scoreAt = (
      hours: number,
      changedAgo: number,
      burnEndedAgo?: number,
      nodes: readonly [before: number, after: number] = [0, 0],
    ): number => {
      const until = truth.epoch + hours * 3600;
      const { orbit, ephemeris } = estimateAt(truth, until);
      const { memory } = orbit;
      const [first] = memory.sets;
      if (first === undefined) throw new Error('no set');
      const sets = [...memory.sets, { ...first, changed: true, times: [orbit.epoch - changedAgo] }];
      const from = truth.epoch - day;
      const burn =
        burnEndedAgo === undefined
          ? null
          : {
              from: 0,
              to: orbit.epoch - burnEndedAgo,
              before: { set: { ...first, node: nodes[0] } },
              after: { set: { ...first, node: nodes[1] } },
            };
      const changed = { ...orbit, burn, memory: { ...memory, from, sets } } as typeof orbit;
      ledger.update([], observer, { orbit: changed, ephemeris }, until * 1000);
      return viewOf(ledger).scored;
    };
    expect(scoreAt(24, 3600)).toBe(0);
    // An earlier burn does not explain the change.
    expect(scoreAt(24, 3600, 7200)).toBe(0);
    // A burn does not turn the plane: the clock of the service has jumped.
    for (const nodes of [
      [1, 1.03],
      [1.03, 1],
      [359.98, 0.01],
    ] as const)
      expect(scoreAt(24, 3600, 3600, nodes)).toBe(0);
    expect(scoreAt(24, 3600, 3600, [359.995, 0.005])).toBeGreaterThan(2);
  });

  it('scores the prediction of a pass that did not happen as wrong, without an outcome', () => {
    const truth = plainTruth;
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
    const csv = ledger.csv();
    expect(csv.ok && csv.value).toMatch(/,,,,,,,no pass\r\n$/);
  });

  it('predicts the passes of another place separately', () => {
    const truth = plainTruth;
    const ledger = ledgerOf();
    updateAt(ledger, truth, truth.epoch);
    const before = viewOf(ledger).predictions;
    updateAt(ledger, truth, truth.epoch, tenPlaces['Tokyo']);
    expect(viewOf(ledger).predictions).toBeGreaterThan(before + 10);
  });

  it('does not count a prediction that the disk refused, and adds it at the next update', () => {
    const truth = plainTruth;
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
    const truth = plainTruth;
    const ledger = ledgerOf();
    updateAt(ledger, truth, truth.epoch);
    updateAt(ledger, truth, truth.epoch + day);
    const csv = ledger.csv();
    const lines = (csv.ok ? csv.value : '').trimEnd().split('\r\n');
    expect(lines).toHaveLength(viewOf(ledger).predictions + 1);
    const columns = lines.map((line) => line.split(',').length);
    expect(new Set(columns)).toEqual(new Set([17]));
    const iso = (t: number): string => new Date(t * 1000).toISOString();
    const { last } = viewOf(ledger);
    for (const { prediction, score } of last) {
      const { id, predictedAt, rise, peak, set, peakElevation, visible, sigma } = prediction;
      const { outcome } = score;
      if (outcome === null) throw new Error('no pass');
      expect(lines[id]?.split(',')).toEqual([
        ...[String(id), iso(predictedAt / 1000), String(observer.latitude)],
        ...[String(observer.longitude), iso(rise), iso(peak), iso(set), peakElevation.toFixed(2)],
        ...[visible ? 'yes' : 'no', sigma.toFixed(3), ''],
        ...[iso(outcome.rise), iso(outcome.peak), iso(outcome.set), outcome.sigma.toFixed(3)],
        expect.stringMatching(/^-?\d+\.\d{3}$/),
        'within 2 sigma',
      ]);
      const late = Number(lines[id]?.split(',')[15]);
      expect(Math.abs(late - (outcome.peak - peak))).toBeLessThan(0.0006);
    }
    expect(last.length).toBeGreaterThan(2);
    expect(lines.some((line) => line.endsWith('not scored'))).toBe(true);
  });
});
