import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { augustEpoch, truthOfAugust, trueGeodetic } from '#test/support/ground-truth.ts';
import { earthFixedOf, placeBelow, wrapDegrees } from './earth.ts';

const latitude = fc.integer({ min: -90_000, max: 90_000 }).map((value) => value / 1000);
const longitude = fc.integer({ min: -180_000, max: 179_999 }).map((value) => value / 1000);
const altitudeKm = fc.integer({ min: -1, max: 500 });

describe('earthFixedOf and placeBelow', () => {
  it('are inverse to each other within 3 mm, also at the poles and the antimeridian', () => {
    fc.assert(
      fc.property(latitude, longitude, altitudeKm, (phi, lambda, height) => {
        const place = { latitude: phi, longitude: lambda };
        const back = placeBelow(earthFixedOf(place, height));
        expect(Math.abs(back.latitude - phi)).toBeLessThan(3e-8);
        expect(Math.abs(back.altitudeKm - height)).toBeLessThan(1e-6);
        if (Math.abs(phi) < 89.99) {
          expect(Math.abs(wrapDegrees(back.longitude - lambda))).toBeLessThan(3e-8);
        }
      }),
    );
  });

  it.each([
    { place: { latitude: 0, longitude: 0 }, expected: [6378.137, 0, 0] },
    { place: { latitude: 0, longitude: 90 }, expected: [0, 6378.137, 0] },
    { place: { latitude: 90, longitude: 0 }, expected: [0, 0, 6356.752314] },
    // A published pair: EPSG Guidance Note 7-2, 4.1.1 "Geographic/geocentric conversions".
    {
      place: { latitude: 53 + 48 / 60 + 33.82 / 3600, longitude: 2 + 7 / 60 + 46.38 / 3600 },
      altitude: 0.073,
      expected: [3771.793968, 140.253342, 5124.304349],
    },
  ])('earthFixedOf converts $place', ({ place, altitude, expected }) => {
    earthFixedOf(place, altitude).forEach((value, i) =>
      expect(value).toBeCloseTo(expected[i] ?? NaN, 3),
    );
  });

  it('placeBelow agrees with satellite.js over an orbit', () => {
    const truth = truthOfAugust();
    for (let t = augustEpoch; t < augustEpoch + 5600; t += 100) {
      const expected = trueGeodetic(truth, t);
      const found = placeBelow(truth.earthFixed(t));
      expect(found.latitude).toBeCloseTo((expected.latitude * 180) / Math.PI, 5);
      expect(found.altitudeKm).toBeCloseTo(expected.height, 1);
    }
  });
});
