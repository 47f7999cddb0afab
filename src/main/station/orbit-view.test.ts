import { expect, it, vi } from 'vitest';
import { flatHorizon } from '#shared/station/sky/local-horizon.ts';
import type { Fix, ObserverInUse } from '#shared/station/station.ts';
import { fixAt, stationElements, orbitTruthOf } from '#test/support/orbit.ts';
import { tenPlaces } from '#test/support/ground-truth.ts';
import { OrbitEstimator, type EstimatedOrbit } from './orbit-estimator.ts';
import { createOrbitView } from './orbit-view.ts';

const minute = 60;
const hour = 60 * minute;
const truth = orbitTruthOf(stationElements[0]);
const start = Math.floor(truth.epoch) + 24 * hour;
const observer: ObserverInUse = { ...(tenPlaces['Berlin'] ?? expect.fail()), source: 'settings' };

/** The view of an orbit that was fitted to one fix in 15 minutes for `hours` before `start`. */
function viewAfter(hours: number) {
  const fixes: Fix[] = [];
  for (let t = start - hours * hour; t < start; t += 15 * minute) fixes.push(fixAt(truth, t));
  const estimator = new OrbitEstimator(
    {
      fixes: () => fixes,
      orbit: () => null,
      saveFix: () => undefined,
      saveOrbit: () => undefined,
    },
    Infinity,
  );
  const predict = createOrbitView();
  /** Adds a fix, and returns how many positions of the station the next prediction computes. */
  function work(t: number, change: (estimate: EstimatedOrbit) => EstimatedOrbit = (one) => one) {
    estimator.assimilate(fixAt(truth, t));
    const changed = change(estimator.estimate ?? expect.fail());
    const earthFixed = vi.fn(changed.ephemeris.earthFixed);
    const estimate = { ...changed, ephemeris: { ...changed.ephemeris, earthFixed } };
    const { passes } = predict(t * 1000, {
      estimate,
      observer,
      horizon: flatHorizon,
      placeUnder: null,
    });
    expect(passes.length).toBeGreaterThan(0);
    return earthFixed.mock.calls.length;
  }
  return { work };
}

/**
 * If the passes of five days are computed again, more positions than this are computed. A new path for the map needs
 * only some hundreds.
 */
const forPasses = 3000;

it('createOrbitView computes known passes again once an hour, not for each fix', () => {
  const { work } = viewAfter(30);
  expect(work(start)).toBeGreaterThan(forPasses);
  const later = [15, 30, 45].map((minutes) => work(start + minutes * minute));
  expect(Math.max(...later)).toBeLessThan(forPasses / 4);
  expect(work(start + hour)).toBeGreaterThan(forPasses);
});

it('createOrbitView computes passes again immediately when a fit moves them', () => {
  const { work } = viewAfter(30);
  work(start);
  const late = ({ orbit, ephemeris }: EstimatedOrbit): EstimatedOrbit => ({
    orbit,
    ephemeris: { ...ephemeris, earthFixed: (t) => ephemeris.earthFixed(t - 0.5) },
  });
  expect(work(start + 15 * minute, late)).toBeGreaterThan(forPasses);
});

it('createOrbitView computes less than a third of the positions if passes can be predicted for only a day', () => {
  const short = viewAfter(30);
  const unsure = ({ orbit, ephemeris }: EstimatedOrbit): EstimatedOrbit => ({
    orbit,
    ephemeris: { ...ephemeris, sigmaKm: (t) => (t < start + 24 * hour ? 1 : 900) },
  });
  expect(short.work(start, unsure)).toBeLessThan(viewAfter(30).work(start) / 3);
});
