import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openAppDatabase } from '#app/database.ts';
import type { OpenedDatabase } from '#platform/database/database.ts';
import { fixedDatabase } from '#platform/database/kept-database.ts';
import type { FittedOrbit } from '#shared/station/orbit.ts';
import type { Fix } from '#shared/station/station.ts';
import {
  truthWithBurn,
  fixAt,
  createRandom,
  stationElements,
  type OrbitTruth,
} from '#test/support/orbit.ts';
import { setServiceOf } from '#test/support/set-service.ts';
import { ephemerisOf } from '../orbit/ephemeris.ts';
import { fitOrbit } from '../orbit/fit.ts';
import type { EstimatedOrbit } from '../orbit-estimator.ts';
import { OrbitHistoryLog } from './history.ts';
import { createOrbitHistoryStore } from './history-store.ts';

let folder = '';
let opened: OpenedDatabase;
const open = (): OpenedDatabase => openAppDatabase(join(folder, 'overhead.sqlite'), 0);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'overhead-history-'));
  opened = open();
});
afterEach(() => {
  opened.close();
  rmSync(folder, { recursive: true });
});

const hour = 3600;
const day = 24 * hour;

/** Polls and fits as the app does, one fix in 15 minutes, and passes each orbit to the history. */
function live(truth: OrbitTruth, fixes: Fix[], from: number, to: number) {
  const random = createRandom(from);
  const store = createOrbitHistoryStore(fixedDatabase(opened.database), 'live');
  const history = new OrbitHistoryLog(store);
  let estimate: EstimatedOrbit | null = null;
  let last = null;
  for (let t = from; t < to; t += 900) {
    fixes.push(fixAt(truth, t + random()));
    const fit = fitOrbit(fixes, estimate?.orbit);
    if (fit.ok) estimate = { orbit: fit.orbit, ephemeris: ephemerisOf(fit.orbit) };
    last = history.update(estimate, t * 1000);
  }
  const read = history.read();
  if (!read.ok) throw new Error(read.failure.kind);
  return { last, ...read.value };
}

it('OrbitHistoryLog records a height a day and each burn once, also across a restart', () => {
  const truth = truthWithBurn(stationElements[1], 1.5, createRandom(3));
  const fixes: Fix[] = [];
  const from = truth.epoch - 27 * hour;
  const first = live(truth, fixes, from, truth.epoch + 16 * hour);
  expect(first.burns).toHaveLength(1);
  const [burn] = first.burns;
  expect(first.last).toEqual(burn);
  expect(Math.abs((burn?.at ?? 0) / 1000 - truth.epoch)).toBeLessThan(900);
  expect(burn?.raisedKm).toBeCloseTo(2.66, 1);
  expect(burn?.detectedAt).toBeGreaterThan(truth.epoch * 1000 + 12 * 3600_000);
  opened.close();
  opened = open();
  const second = live(truth, fixes, truth.epoch + 16 * hour, truth.epoch + 32 * hour);
  expect(second.burns).toEqual(first.burns);
  expect(second.last).toEqual(burn);
  const days = second.heights.map(({ at }) => Math.floor(at / 86_400_000));
  expect(new Set(days).size).toBe(days.length);
  expect(days.length).toBeGreaterThanOrEqual(2);
  const km = second.heights.map((height) => height.km);
  expect(km[0]).toBeGreaterThan(400);
  expect((km.at(-1) ?? 0) - (km[0] ?? 0)).toBeCloseTo(2.6, 0);
});

it('OrbitHistoryLog records a burn once if the service shows it half a day later', () => {
  const [before, after] = [1e-6, 1.5].map((speed) =>
    truthWithBurn(stationElements[1], speed, createRandom(4)),
  ) as [OrbitTruth, OrbitTruth];
  const start = after.epoch - 26 * hour;
  const orbits = { before, after, changedAt: after.epoch };
  const service = setServiceOf(orbits, { from: start, to: start + 3 * day }, createRandom(40));
  const store = createOrbitHistoryStore(fixedDatabase(opened.database), 'live');
  const earlier = { at: (start - 2 * day) * 1000, sigmaSeconds: 60, raisedKm: 1, sigmaKm: 0.1 };
  store.addBurn({ ...earlier, detectedAt: start * 1000 });
  const history = new OrbitHistoryLog(store);
  const fixes: Fix[] = [];
  let orbit: FittedOrbit | undefined;
  for (let t = start; t < start + 2.2 * day; t += hour / 2) {
    fixes.push(service.fix(t));
    const fit = fitOrbit(fixes, orbit);
    if (!fit.ok) continue;
    ({ orbit } = fit);
    history.update({ orbit, ephemeris: ephemerisOf(orbit) }, t * 1000);
  }
  const read = history.read();
  const [first, burn, ...others] = read.ok ? read.value.burns : [];
  expect(first).toMatchObject(earlier);
  expect((orbit?.burn?.from ?? 0) - (burn?.at ?? NaN) / 1000).toBeGreaterThan(5 * hour);
  expect(others).toEqual([]);
});

it('OrbitHistoryLog records nothing without an orbit, and repeats a record that the disk refused', () => {
  const store = createOrbitHistoryStore(fixedDatabase(opened.database), 'live');
  expect(new OrbitHistoryLog(store).update(null, 0)).toBeNull();
  const truth = truthWithBurn(stationElements[1], 1.5, createRandom(3));
  opened.database.exec('PRAGMA query_only = ON');
  const fixes: Fix[] = [];
  const refused = live(truth, fixes, truth.epoch - 26 * hour, truth.epoch + 15 * hour);
  expect(refused).toMatchObject({ burns: [], heights: [], last: null });
  opened.database.exec('PRAGMA query_only = OFF');
  const written = live(truth, fixes, truth.epoch + 15 * hour, truth.epoch + 17 * hour);
  expect(written.burns).toHaveLength(1);
});

it.each([
  ['a burn with an infinite error', "INSERT INTO burn VALUES ('live', 1e12, 9e999, 1, 1, 1e12)"],
  ['a height of a negative time', "INSERT INTO orbit_height VALUES ('live', -1, -86400000, 410)"],
])('OrbitHistoryLog leaves out %s', (_what, insert) => {
  const store = createOrbitHistoryStore(fixedDatabase(opened.database), 'live');
  store.addHeight({ at: 1e12, km: 420 });
  opened.database.exec(insert);
  const known = { heights: [{ at: 1e12, km: 420 }], burns: [] };
  expect(store.read()).toEqual({ ok: true, value: known });
  expect(new OrbitHistoryLog(store).read()).toEqual({ ok: true, value: known });
});
