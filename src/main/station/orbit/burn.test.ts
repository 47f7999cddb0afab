import { describe, expect, it } from 'vitest';
import type { Elements, FittedOrbit } from '#shared/station/orbit.ts';
import { measureBurn } from './burn.ts';
import { diagonalMatrix } from './parameters.ts';

const to = Date.UTC(2026, 7, 20) / 1000;
const before: Elements = {
  ...{ inclination: 51.6332, node: 343, argumentOfLatitude: 0.2, meanMotion: 15.49524 },
  ...{ eccentricityX: 0.0003, eccentricityY: 0.0007, meanMotionRate: 1.95e-4 },
};
/** The elements at `to`, by Kepler's third law, after a burn some hours before that raises the orbit. */
const raisedBy = (km: number, hoursBefore = 0): Elements => {
  const change = (-1.5 * km * before.meanMotion) / 6790;
  return {
    ...before,
    meanMotion: before.meanMotion + change,
    argumentOfLatitude: before.argumentOfLatitude + (360 * change * hoursBefore) / 24,
  };
};

/** Measures a burn that raises the orbit; `secondKm`: by the second estimate of the new orbit. */
function burnOf(km: number, motionSigma = 1e-9, secondKm: number | null = null, hoursBefore = 0) {
  const deviations = [1e-5, 1e-5, 1e-5, motionSigma, 1e-8, 1e-8, 1e-8];
  const covariance = [...diagonalMatrix(deviations.map((one) => one ** 2))];
  const side = (elements: Elements) => ({ elements, covariance, set: elements });
  const second = secondKm === null ? null : { elements: raisedBy(secondKm), covariance };
  const burn = {
    from: to - 3600,
    to,
    before: side(before),
    after: side(raisedBy(km, hoursBefore)),
    second,
  };
  return measureBurn({ burn } as unknown as FittedOrbit);
}

describe('measureBurn', () => {
  it.each([2.7, -2.7])('returns the height %d km and the time of a burn', (km) => {
    const burn = burnOf(km) ?? expect.fail();
    expect(burn.at).toBe(to * 1000);
    expect(burn.raisedKm).toBeCloseTo(km, 2);
    // At the burn the two orbits are 2.7 km apart, in height. Then the distance along the orbit grows by
    // 1.5 · 2π · 2.7 km = 25.4 km in each revolution of 5576 s. After 2720 s the whole distance is 12.7 km: that at the
    // burn plus the error of a set, 10 km. The result is rounded up to a minute.
    expect(burn.sigmaSeconds).toBe(2760);
  });

  it('returns the time at which the orbits are closest, in the twelve hours before the last fix of the old orbit', () => {
    const hours = [2, 12.9, 14].map(
      (hoursBefore) => (to - (burnOf(2.7, 1e-9, null, hoursBefore)?.at ?? NaN) / 1000) / 3600,
    );
    expect(hours.map((one) => one.toFixed(1))).toEqual(['2.0', '12.9', '13.0']);
    expect(measureBurn({ burn: null } as unknown as FittedOrbit)).toBeNull();
  });

  it('limits the standard deviation of the time to three hours', () => {
    expect(burnOf(0.5)?.sigmaSeconds).toBe(3 * 3600);
  });

  it('returns null if the change in the first or the second estimate is below 0.45 km or five standard deviations', () => {
    const isClear = (...burn: Parameters<typeof burnOf>) => burnOf(...burn) !== null;
    expect([0.46, 0.44, -0.46, -0.44].map((km) => isClear(km))).toEqual([true, false, true, false]);
    // By Kepler's third law, for the difference of two equally uncertain orbits.
    const sigma = 3e-3;
    const sigmaKm = (Math.SQRT2 * (2 / 3) * 6790 * sigma) / before.meanMotion;
    expect(burnOf(6 * sigmaKm, sigma)?.sigmaKm).toBeCloseTo(sigmaKm, 2);
    const ratios = [5.1, 4.9, -5.1, -4.9];
    expect(ratios.map((ratio) => isClear(ratio * sigmaKm, sigma))).toEqual([
      ...[true, false, true, false],
    ]);
    expect([2.7, 0.44, -2.7].map((second) => isClear(2.7, 1e-9, second))).toEqual([
      ...[true, false, false],
    ]);
  });
});
