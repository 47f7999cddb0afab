import { expect, it } from 'vitest';
import type { FittedOrbit } from '#shared/station/orbit.ts';
import type { Fix } from '#shared/station/station.ts';
import { horizontalKm, createRandom, stationElements, orbitTruthOf } from '#test/support/orbit.ts';
import { setServiceOf } from '#test/support/set-service.ts';
import { ephemerisOf } from './ephemeris.ts';
import { fitOrbit } from './fit.ts';

const minute = 60;
const hour = 3600;

/**
 * The orbit after an hour of fixes at the intervals of the app with the map on screen; null if the service has no step
 * that is far from its other steps, or if no orbit fits.
 *
 * @param hasStep whether the service steps to a newer set during the hour; if not, it has stepped shortly before
 */
function youngOrbit(seed: number, hasStep: boolean) {
  const random = createRandom(seed);
  const truth = orbitTruthOf(stationElements[seed % 4] ?? stationElements[0]);
  const from = Math.floor(truth.epoch);
  const orbits = { before: truth, after: truth, changedAt: Infinity };
  const service = setServiceOf(orbits, { from, to: from + 60 * hour }, random);
  const { published } = service;
  const at = published.find((time, k) => {
    const isAlone = (published[k + 1] ?? 0) - time > 2.5 * hour;
    return time > from + 3 * hour && isAlone && time - (published[k - 1] ?? 0) > hour;
  });
  if (at === undefined) return null;
  // The step comes 5 to 45 minutes after the first fix, or 5 to 45 minutes before it.
  const start = at + (hasStep ? -1 : 1) * minute * (5 + 40 * random());
  const times = [0, 5, 10, 15, 20, 25, ...Array.from({ length: 12 }, (_, k) => 300 * (k + 1))];
  const fixes: Fix[] = [];
  let orbit: FittedOrbit | undefined;
  for (const seconds of times) {
    fixes.push(service.fix(start + seconds + random()));
    const fit = fitOrbit(fixes, orbit);
    if (fit.ok) orbit = fit.orbit;
  }
  return orbit === undefined ? null : { truth: service.truth, orbit, now: start + hour };
}

function share(hasStep: boolean): { inside: number; medianSigma: number } {
  const outcomes = Array.from({ length: 24 }, (_, k) => youngOrbit(k + 1, hasStep)).flatMap(
    (young) => {
      if (young === null) return [];
      const { truth, orbit, now } = young;
      const { earthFixed, sigmaKm } = ephemerisOf(orbit);
      return [1, 6, 12].map((hours) => {
        const t = now + hours * hour;
        const error = horizontalKm(truth.earthFixed(t), earthFixed(t));
        return { isInside: error < 2 * sigmaKm(t), sigma: sigmaKm(t) };
      });
    },
  );
  expect(outcomes.length).toBeGreaterThan(50);
  const sigmas = outcomes.map(({ sigma }) => sigma).sort((a, b) => a - b);
  return {
    inside: outcomes.filter(({ isInside }) => isInside).length / outcomes.length,
    medianSigma: sigmas[sigmas.length >> 1] ?? NaN,
  };
}

it('fitOrbit states a correct uncertainty after an hour of fixes in which the service changes its element set', () => {
  expect(share(true).inside).toBeGreaterThan(0.9);
}, 300_000);

it('fitOrbit states a small uncertainty after an hour of fixes from one element set', () => {
  const { inside, medianSigma } = share(false);
  expect(inside).toBeGreaterThan(0.9);
  expect(medianSigma).toBeLessThan(12);
}, 300_000);
