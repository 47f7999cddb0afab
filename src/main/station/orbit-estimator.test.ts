import { expect, it } from 'vitest';
import { poll, randomOf, stationElements, truthOf } from '#test/support/orbit.ts';
import type { FittedOrbit } from '#shared/station/orbit.ts';
import type { Fix } from '#shared/station/station.ts';
import { createOrbitKeeper } from './orbit-estimator.ts';
import type { OrbitNotes } from './ports.ts';

const truth = truthOf(stationElements[0]);
const until = truth.epoch + 9000;
const fixes = poll(truth, { until, everySeconds: 60, count: 95, random: randomOf(3) });

function archiveOf(kept: readonly Fix[], orbit: FittedOrbit | null = null) {
  const saved: FittedOrbit[] = [];
  const archive: OrbitNotes = {
    fixes: () => kept,
    saveFix: () => undefined,
    orbit: () => orbit,
    saveOrbit(next) {
      saved.push(next);
    },
  };
  return { archive, saved };
}

function learn(): FittedOrbit {
  const keeper = createOrbitKeeper(archiveOf([]).archive);
  for (const fix of fixes) keeper.take(fix);
  if (keeper.learned === null) throw new Error('nothing learned');
  return keeper.learned.orbit;
}

it('fits once for each new fix, from the third on, and keeps each fit', () => {
  const { archive, saved } = archiveOf([]);
  const keeper = createOrbitKeeper(archive);
  for (const fix of fixes.slice(0, 10)) keeper.take(fix);
  expect(saved).toHaveLength(8);
  expect(keeper.learned?.orbit).toBe(saved.at(-1));
});

it('has the orbit of before at once, and fits only what is newer', () => {
  const orbit = learn();
  const alone = archiveOf([], orbit);
  expect(createOrbitKeeper(alone.archive).learned?.orbit).toBe(orbit);
  const same = archiveOf(fixes, orbit);
  expect(createOrbitKeeper(same.archive).learned?.orbit).toBe(orbit);
  expect(same.saved).toHaveLength(0);
  const lost = archiveOf(fixes);
  createOrbitKeeper(lost.archive);
  expect(lost.saved).toHaveLength(1);
});

it('keeps the orbit when new fixes contradict it and each other', () => {
  const orbit = learn();
  const keeper = createOrbitKeeper(archiveOf([], orbit).archive);
  for (let k = 1; k < 4; k += 1) {
    const time = until + k * 60;
    keeper.take({ time, latitude: k % 2 ? 80 : -80, longitude: 50 * k, receivedAt: time * 1000 });
  }
  expect(keeper.learned?.orbit).toBe(orbit);
});
