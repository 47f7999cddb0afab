import fc from 'fast-check';
import { eciToGeodetic, gstime } from 'satellite.js';
import { describe, expect, it } from 'vitest';
import { geodeticLatitude } from '../../../services/position/geodetic.ts';
import { radians } from './constants.ts';
import { geodeticOf, sentLatitude, siderealTime } from './frames.ts';

const j2000 = Date.UTC(2000, 0, 1, 12) / 1000;

describe('siderealTime', () => {
  it('is 280.4606° at noon of the first of January 2000 (IAU 1982)', () => {
    expect(siderealTime(j2000) / radians).toBeCloseTo(280.460_618, 5);
  });

  it('agrees with satellite.js over a century', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_000_000_000 }), (t) => {
        const off = siderealTime(t) - gstime(t / 86_400 + 2_440_587.5);
        // A Julian day as one number is good to 40 µs: 3e-9 of a radian.
        expect(Math.abs(Math.sin(off / 2))).toBeLessThan(5e-9);
      }),
    );
  });
});

describe('geodeticOf', () => {
  const place = fc.tuple(
    fc.integer({ min: -90_000, max: 90_000 }).map((value) => value / 1000),
    fc.integer({ min: -179_999, max: 180_000 }).map((value) => value / 1000),
    fc.integer({ min: 0, max: 2000 }),
  );

  it('undoes the ellipsoid, from pole to pole', () => {
    fc.assert(
      fc.property(place, ([latitude, longitude, altitude]) => {
        const sin = Math.sin(latitude * radians);
        const e2 = 0.006_694_379_990_141;
        const n = 6378.137 / Math.sqrt(1 - e2 * sin * sin);
        const p = (n + altitude) * Math.cos(latitude * radians);
        const found = geodeticOf([
          p * Math.cos(longitude * radians),
          p * Math.sin(longitude * radians),
          (n * (1 - e2) + altitude) * sin,
        ]);
        expect(found.latitude).toBeCloseTo(latitude, 7);
        expect(found.altitudeKm).toBeCloseTo(altitude, 5);
        if (p > 1) expect(found.longitude).toBeCloseTo(longitude, 9);
      }),
    );
  });

  it('agrees with satellite.js at the height of the station', () => {
    const [x, y, z] = [-2000, 4400, 4750];
    const theirs = eciToGeodetic({ x, y, z }, 0);
    const ours = geodeticOf([x, y, z]);
    expect(ours.latitude).toBeCloseTo(theirs.latitude / radians, 4);
    expect(ours.altitudeKm).toBeCloseTo(theirs.height, 2);
  });
});

describe('sentLatitude', () => {
  it('undoes what the client of the service did', () => {
    for (const sent of [-51.6, -30, -0.0001, 0, 12.3456, 51.6431]) {
      expect(sentLatitude(geodeticLatitude(sent)) / radians).toBeCloseTo(sent, 10);
    }
  });
});
