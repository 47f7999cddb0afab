import { describe, expect, it } from 'vitest';
import type { FittedOrbit } from '#shared/station/orbit.ts';
import {
  boosted,
  fixAt,
  randomOf,
  stationElements,
  truthOf,
  type Truth,
} from '#test/support/orbit.ts';
import { measureBurn } from './burn.ts';
import { fitOrbit } from './fit.ts';

const every = 900;
const hour = 3600;

/** Polls from a day before `from` until `hours` after it, one fix in 15 minutes. */
function fixesAround(truth: Truth, from: number, hours: number, random: () => number) {
  const count = ((24 + hours) * hour) / every;
  return Array.from({ length: count }, (_, k) =>
    fixAt(truth, from - 24 * hour + k * every + random()),
  );
}

/** When the fits, each from the one before, first see a change of the orbit. */
function suspicion(fixes: ReturnType<typeof fixesAround>, from: number): number | null {
  let orbit: FittedOrbit | undefined;
  for (let count = Math.floor(fixes.length * 0.74); count <= fixes.length; count += 1) {
    const fit = fitOrbit(fixes.slice(0, count), orbit);
    if (fit.ok) orbit = fit.orbit;
  }
  const at = orbit?.manoeuvre?.at ?? null;
  return at !== null && Math.abs(at - from) < 3 * hour ? at : null;
}

describe('measureBurn', () => {
  it.each([
    [0.5, 1],
    [1, 2],
    [2.5, 3],
    [-1, 4],
  ])('finds time and height of a burn of %d m/s', (metresPerSecond, seed) => {
    const random = randomOf(seed);
    const truth = boosted(stationElements[seed % 4] ?? stationElements[0], metresPerSecond, random);
    const fixes = fixesAround(truth, truth.epoch, 8, random);
    const at = suspicion(fixes, truth.epoch);
    expect(at).not.toBeNull();
    const burn = measureBurn(fixes, at ?? NaN);
    expect(Math.abs((burn?.at ?? NaN) / 1000 - truth.epoch)).toBeLessThan(15 * 60);
    // Vis-viva: the axis grows by 2 a Δv / v.
    const raised = (2 * 6790 * metresPerSecond) / 7660;
    expect(Math.abs((burn?.raisedKm ?? NaN) - raised)).toBeLessThan(0.1);
    expect(burn?.sigmaSeconds).toBeLessThan(2 * hour);
  });

  it('waits for three hours of fixes after the change', () => {
    const random = randomOf(5);
    const truth = boosted(stationElements[1], 2, random);
    const fixes = fixesAround(truth, truth.epoch, 8, random);
    const at = suspicion(fixes, truth.epoch) ?? NaN;
    expect(measureBurn(fixes, at)).not.toBeNull();
    expect(
      measureBurn(
        fixes.filter(({ time }) => time < at + 2.9 * hour),
        at,
      ),
    ).toBeNull();
  });

  it('finds none in an orbit that did not change, wherever a change is suspected', () => {
    const random = randomOf(6);
    const truth = truthOf(stationElements[1]);
    const fixes = fixesAround(truth, truth.epoch, 12, random);
    for (let hours = -6; hours <= 6; hours += 1)
      expect(measureBurn(fixes, truth.epoch + hours * hour)).toBeNull();
  });

  it('finds none without fixes before the change', () => {
    const random = randomOf(7);
    const truth = boosted(stationElements[1], 2, random);
    const fixes = fixesAround(truth, truth.epoch, 8, random).filter(
      ({ time }) => time > truth.epoch,
    );
    expect(measureBurn(fixes, truth.epoch + 600)).toBeNull();
  });
});
