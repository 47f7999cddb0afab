import { describe, expect, it } from 'vitest';
import type { FittedOrbit } from '#shared/station/orbit.ts';
import {
  truthWithBurn,
  fixAt,
  createRandom,
  stationElements,
  orbitTruthOf,
  type OrbitTruth,
} from '#test/support/orbit.ts';
import { measureBurn } from './burn.ts';
import { fitOrbit } from './fit.ts';

const every = 900;
const hour = 3600;

/** The orbit fitted to fixes from a day before `from` until `hours` after it, one fix in 15 minutes. */
function orbitAround(
  truth: OrbitTruth,
  from: number,
  hours: number,
  random: () => number,
): FittedOrbit {
  const fixes = Array.from({ length: ((24 + hours) * hour) / every }, (_, k) =>
    fixAt(truth, from - 24 * hour + k * every + random()),
  );
  const fit = fitOrbit(fixes);
  if (!fit.ok) throw new Error(fit.reason);
  return fit.orbit;
}

describe('measureBurn', () => {
  it.each([
    [0.5, 1],
    [1, 2],
    [2.5, 3],
    [-1, 4],
  ])('finds the time and the change of height of a burn of %d m/s', (metresPerSecond, seed) => {
    const random = createRandom(seed);
    const truth = truthWithBurn(
      stationElements[seed % 4] ?? stationElements[0],
      metresPerSecond,
      random,
    );
    const burn = measureBurn(orbitAround(truth, truth.epoch, 16, random));
    expect(Math.abs((burn?.at ?? NaN) / 1000 - truth.epoch)).toBeLessThan(15 * 60);
    // Vis-viva: the axis grows by 2 a Δv / v.
    const raised = (2 * 6790 * metresPerSecond) / 7660;
    expect(Math.abs((burn?.raisedKm ?? NaN) - raised)).toBeLessThan(0.15);
    // The error of a set after a burn is 10 km; the distance of the orbits grows by three times the change of speed.
    expect(burn?.sigmaSeconds).toBeLessThan(3 * hour);
  });

  it('reports a burn only when enough later fixes confirm the change', () => {
    const random = createRandom(5);
    const truth = truthWithBurn(stationElements[1], 2, random);
    expect(measureBurn(orbitAround(truth, truth.epoch, 8, random))).toBeNull();
    expect(measureBurn(orbitAround(truth, truth.epoch, 16, random))).not.toBeNull();
  });

  it('finds no burn in an unchanged orbit, nor without fixes before the change', () => {
    const random = createRandom(6);
    const calm = orbitTruthOf(stationElements[1]);
    expect(measureBurn(orbitAround(calm, calm.epoch, 12, random))).toBeNull();
    const truth = truthWithBurn(stationElements[1], 2, random);
    expect(measureBurn(orbitAround(truth, truth.epoch + 25 * hour, 6, random))).toBeNull();
  });

  it('measures one burn from all element sets that contradict the earlier orbit', () => {
    // Each orbit gets a generator with the same seed, so that the orbits differ only in the burn.
    const [none, much, right] = [1e-6, 2.6, 1.8].map((speed) =>
      truthWithBurn(stationElements[0], speed, createRandom(7)),
    );
    if (none === undefined || much === undefined || right === undefined) throw new Error('three');
    const { epoch } = right;
    const truth: OrbitTruth = {
      epoch,
      earthFixed: (t) =>
        (t < epoch + 6 * hour ? none : t < epoch + 12 * hour ? much : right).earthFixed(t),
    };
    const burn = measureBurn(orbitAround(truth, epoch, 26, createRandom(8)));
    expect(Math.abs((burn?.raisedKm ?? NaN) - (2 * 6790 * 1.8) / 7660)).toBeLessThan(0.3);
    expect(Math.abs((burn?.at ?? NaN) / 1000 - epoch)).toBeLessThan(hour);
  });
});
