import { expect, it } from 'vitest';
import { pollFixes, createRandom, stationElements, orbitTruthOf } from '#test/support/orbit.ts';
import type { FittedOrbit } from '#shared/station/orbit.ts';
import type { Fix } from '#shared/station/station.ts';
import { OrbitEstimator } from './orbit-estimator.ts';
import type { FixBuffer } from './fix-buffer.ts';

const truth = orbitTruthOf(stationElements[0]);
const until = truth.epoch + 9000;
const fixes = pollFixes(truth, { until, everySeconds: 60, count: 95, random: createRandom(3) });

function storeOf(kept: readonly Fix[], orbit: FittedOrbit | null = null) {
  const saved: FittedOrbit[] = [];
  const store: Omit<FixBuffer, 'flush'> = {
    fixes: () => kept,
    saveFix: () => undefined,
    orbit: () => orbit,
    saveOrbit(next) {
      saved.push(next);
    },
  };
  return { store, saved };
}

function fitted(): FittedOrbit {
  const estimator = new OrbitEstimator(storeOf([]).store, until + 60);
  for (const fix of fixes) estimator.assimilate(fix);
  if (estimator.estimate === null) throw new Error('no orbit');
  return estimator.estimate.orbit;
}

it('OrbitEstimator fits once for each new fix from the third on, and stores each orbit', () => {
  const { store, saved } = storeOf([]);
  const estimator = new OrbitEstimator(store, until + 60);
  for (const fix of fixes.slice(0, 10)) estimator.assimilate(fix);
  expect(saved).toHaveLength(8);
  expect(estimator.estimate?.orbit).toBe(saved.at(-1));
});

it('OrbitEstimator starts with the stored orbit and fits again only if there are fixes newer than the orbit', () => {
  const orbit = fitted();
  const alone = storeOf([], orbit);
  expect(new OrbitEstimator(alone.store, until + 60).estimate?.orbit).toBe(orbit);
  const same = storeOf(fixes, orbit);
  expect(new OrbitEstimator(same.store, until + 60).estimate?.orbit).toBe(orbit);
  expect(same.saved).toHaveLength(0);
  const lost = storeOf(fixes);
  new OrbitEstimator(lost.store, until + 60);
  expect(lost.saved).toHaveLength(1);
});

it('OrbitEstimator keeps the orbit when new fixes contradict it and each other', () => {
  const orbit = fitted();
  const estimator = new OrbitEstimator(storeOf(fixes, orbit).store, until + 60);
  for (let k = 1; k < 4; k += 1) {
    const time = until + k * 60;
    estimator.assimilate({
      time,
      latitude: k % 2 ? 80 : -80,
      longitude: 50 * k,
      receivedAt: time * 1000,
    });
  }
  expect(estimator.estimate?.orbit).toMatchObject({ epoch: orbit.epoch, elements: orbit.elements });
});

it('OrbitEstimator does not search an orbit again among its first fixes, which contradict each other', () => {
  const random = createRandom(3);
  const scattered = Array.from({ length: 21 }, (_, k): Fix => {
    const time = until + k * 300;
    const latitude = random() * 100 - 50;
    return { time, latitude, longitude: random() * 360 - 180, receivedAt: time * 1000 };
  });
  let readCount = 0;
  const [oldest] = scattered;
  const { latitude } = oldest ?? expect.fail();
  Object.defineProperty(oldest, 'latitude', {
    get() {
      readCount += 1;
      return latitude;
    },
  });
  const estimator = new OrbitEstimator(storeOf([]).store, until);
  for (const fix of scattered.slice(0, -1)) estimator.assimilate(fix);
  expect(readCount).toBeGreaterThan(0);
  const countBefore = readCount;
  for (const fix of scattered.slice(-1)) estimator.assimilate(fix);
  // All fixes are read once for the reason why there is no orbit.
  expect([estimator.estimate, readCount]).toEqual([null, countBefore + 1]);
});

it('OrbitEstimator leaves out fixes that were received while the clock was ahead', () => {
  const ahead = {
    ...fixes[0],
    time: until + 30 * 86_400,
    receivedAt: (until + 30 * 86_400) * 1000,
  };
  const { store } = storeOf([...fixes, ahead as Fix]);
  const estimator = new OrbitEstimator(store, until + 60);
  expect(estimator.latest).toEqual(fixes.at(-1));
  expect(estimator.estimate?.orbit.epoch).toBe(fixes.at(-1)?.time);
});

it('OrbitEstimator drops fixes and an orbit dated in the future after the clock was corrected', () => {
  const far = fixes.slice(0, 5).map((fix) => ({ ...fix, time: fix.time + 30 * 86_400 }));
  const estimator = new OrbitEstimator(storeOf(far).store, until + 31 * 86_400);
  for (const fix of fixes.slice(0, 10)) estimator.assimilate(fix);
  expect(estimator.fixes).toHaveLength(10);
  expect(estimator.estimate?.orbit.epoch).toBe(fixes[9]?.time);
});
