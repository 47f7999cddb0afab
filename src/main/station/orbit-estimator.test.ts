import { expect, it } from 'vitest';
import { poll, randomOf, stationElements, truthOf } from '#test/support/orbit.ts';
import type { FittedOrbit } from '#shared/station/orbit.ts';
import type { Fix } from '#shared/station/station.ts';
import { createOrbitEstimator } from './orbit-estimator.ts';
import type { FixBuffer } from './fix-buffer.ts';

const truth = truthOf(stationElements[0]);
const until = truth.epoch + 9000;
const fixes = poll(truth, { until, everySeconds: 60, count: 95, random: randomOf(3) });

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
  const estimator = createOrbitEstimator(storeOf([]).store);
  for (const fix of fixes) estimator.assimilate(fix);
  if (estimator.estimate === null) throw new Error('no orbit');
  return estimator.estimate.orbit;
}

it('fits once for each new fix from the third on, and stores each orbit', () => {
  const { store, saved } = storeOf([]);
  const estimator = createOrbitEstimator(store);
  for (const fix of fixes.slice(0, 10)) estimator.assimilate(fix);
  expect(saved).toHaveLength(8);
  expect(estimator.estimate?.orbit).toBe(saved.at(-1));
});

it('starts with the stored orbit and fits again only when there are newer fixes', () => {
  const orbit = fitted();
  const alone = storeOf([], orbit);
  expect(createOrbitEstimator(alone.store).estimate?.orbit).toBe(orbit);
  const same = storeOf(fixes, orbit);
  expect(createOrbitEstimator(same.store).estimate?.orbit).toBe(orbit);
  expect(same.saved).toHaveLength(0);
  const lost = storeOf(fixes);
  createOrbitEstimator(lost.store);
  expect(lost.saved).toHaveLength(1);
});

it('keeps the orbit when new fixes contradict it and each other', () => {
  const orbit = fitted();
  const estimator = createOrbitEstimator(storeOf([], orbit).store);
  for (let k = 1; k < 4; k += 1) {
    const time = until + k * 60;
    estimator.assimilate({
      time,
      latitude: k % 2 ? 80 : -80,
      longitude: 50 * k,
      receivedAt: time * 1000,
    });
  }
  expect(estimator.estimate?.orbit).toBe(orbit);
});
