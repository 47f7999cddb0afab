import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { pollFixes, createRandom, stationElements, orbitTruthOf } from '#test/support/orbit.ts';
import type { Fix } from '#shared/station/station.ts';
import { fitOrbit } from './orbit/fit.ts';
import type { OpenedDatabase } from '#platform/database/database.ts';
import { createStationStore } from './station-store.ts';
import { fixedDatabase } from '#platform/database/kept-database.ts';
import { openAppDatabase } from '#app/database.ts';

let folder = '';
let opened: OpenedDatabase;
const open = (): OpenedDatabase => openAppDatabase(join(folder, 'overhead.sqlite'), 0);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'overhead-station-store-'));
  opened = open();
});
afterEach(() => {
  opened.close();
  rmSync(folder, { recursive: true });
});

const day = 86_400;
const raise = (error: Error): never => {
  throw error;
};
const fix = (time: number): Fix => ({
  time,
  latitude: 1.25,
  longitude: -2.5,
  receivedAt: time * 1000 + 123,
});

it('createStationStore keeps fixes across a restart, in order, one for each time, for 30 days', () => {
  const store = createStationStore(fixedDatabase(opened.database), 'live');
  for (const time of [1.5, 31 * day, 2.5, 20 * day, 31 * day]) store.save([fix(time)], null);
  opened.close();
  opened = open();
  const again = createStationStore(fixedDatabase(opened.database), 'live');
  // Of two fixes with the same time, the first one stays.
  again.save([{ ...fix(31 * day), latitude: 9 }], null);
  expect(again.fixes(10)).toEqual([fix(20 * day), fix(31 * day)]);
  expect(again.fixes(1)).toEqual([fix(31 * day)]);
});

it('createStationStore separates fixes and orbits of different services', () => {
  const [truth, random] = [orbitTruthOf(stationElements[0]), createRandom(1)];
  const until = truth.epoch + 9000;
  const fitted = fitOrbit(pollFixes(truth, { until, everySeconds: 60, count: 60, random }));
  if (!fitted.ok) throw new Error(fitted.reason);
  const [live, embedded] = ['live', 'embedded'].map((origin) =>
    createStationStore(fixedDatabase(opened.database), origin),
  );
  live?.save([fix(1)], fitted.orbit);
  expect(live?.orbit()).toEqual(fitted.orbit);
  expect(live?.fixes(9)).toHaveLength(1);
  expect(embedded?.orbit()).toBeNull();
  expect(embedded?.fixes(9)).toEqual([]);
  // Fixes that contradict the orbit are stored without a new one.
  live?.save([fix(2)], null);
  expect(live?.orbit()).toEqual(fitted.orbit);
});

it('createStationStore ignores an invalid orbit and reports a failed write', () => {
  const store = createStationStore(fixedDatabase(opened.database), 'live');
  opened.database.exec(`INSERT INTO orbit (origin, json) VALUES ('live', '{"epoch":1}')`);
  expect(store.orbit()).toBeNull();
  opened.database.exec('PRAGMA query_only = 1');
  expect(store.save([fix(1)], null)).toMatchObject({ ok: false, failure: { kind: 'storage' } });
});

it('createStationStore skips an invalid fix, and returns nothing if the database cannot be read', () => {
  const store = createStationStore(fixedDatabase(opened.database), 'live');
  for (const time of [1, 2, 3]) store.save([fix(time)], null);
  opened.database.exec('UPDATE fix SET latitude = 95.5 WHERE time = 2');
  expect(store.fixes(10)).toEqual([fix(1), fix(3)]);
  const damage = Object.assign(new Error('malformed'), { code: 'ERR_SQLITE_ERROR', errcode: 11 });
  const damaged = { ...fixedDatabase(opened.database), bound: () => () => raise(damage) };
  const unreadable = createStationStore(damaged, 'live');
  expect([unreadable.fixes(10), unreadable.orbit()]).toEqual([[], null]);
});
