import fc from 'fast-check';
import { gstime } from 'satellite.js';
import { describe, expect, it } from 'vitest';
import { radians } from '#shared/station/sky/earth.ts';
import { geodeticLatitude, sentLatitude, siderealTime } from './frames.ts';

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

describe('sentLatitude', () => {
  it('is the inverse of geodeticLatitude', () => {
    for (const sent of [-51.6, -30, -0.0001, 0, 12.3456, 51.6431]) {
      expect(sentLatitude(geodeticLatitude(sent)) / radians).toBeCloseTo(sent, 10);
    }
  });
});

const a = 6378.137;
const f = 1 / 298.257223563;

/** Geocentric latitude of a geodetic latitude, from the definition of the ellipsoid. Degrees; altitude in km. */
function geocentricLatitude(geodetic: number, altitude: number): number {
  const phi = (geodetic * Math.PI) / 180;
  const e2 = f * (2 - f);
  const n = a / Math.sqrt(1 - e2 * Math.sin(phi) ** 2);
  const z = (n * (1 - e2) + altitude) * Math.sin(phi);
  return (Math.atan2(z, (n + altitude) * Math.cos(phi)) * 180) / Math.PI;
}

describe('geodeticLatitude', () => {
  it('inverts the geocentric latitude from pole to pole, at altitudes of up to 2000 km', () => {
    // `fc.double` is not used, because most of its values are close to zero.
    const latitude = fc.integer({ min: -90_000, max: 90_000 }).map((value) => value / 1000);
    const altitude = fc.integer({ min: 0, max: 2000 });
    fc.assert(
      fc.property(latitude, altitude, (geodetic, height) => {
        const back = geodeticLatitude(geocentricLatitude(geodetic, height), height);
        expect(Math.abs(back - geodetic)).toBeLessThan(1e-9);
      }),
    );
  });

  it('differs from the geocentric latitude by 0.181° at 45°, but not at the equator and the pole', () => {
    expect(geodeticLatitude(45) - 45).toBeCloseTo(0.181, 3);
    expect(geodeticLatitude(0)).toBe(0);
    expect(geodeticLatitude(90)).toBeCloseTo(90, 12);
    expect(geodeticLatitude(-45)).toBe(-geodeticLatitude(45));
  });

  it('changes by less than 0.002° for 40 km of altitude', () => {
    expect(Math.abs(geodeticLatitude(45, 400) - geodeticLatitude(45, 440))).toBeLessThan(0.002);
  });
});
