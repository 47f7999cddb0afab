import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { geodeticLatitude } from './geodetic.ts';

const a = 6378.137;
const f = 1 / 298.257223563;

/** The other way, straight from the definition of the ellipsoid. Degrees. */
function geocentricLatitude(geodetic: number, altitude: number): number {
  const phi = (geodetic * Math.PI) / 180;
  const e2 = f * (2 - f);
  const n = a / Math.sqrt(1 - e2 * Math.sin(phi) ** 2);
  const z = (n * (1 - e2) + altitude) * Math.sin(phi);
  return (Math.atan2(z, (n + altitude) * Math.cos(phi)) * 180) / Math.PI;
}

describe('geodeticLatitude', () => {
  it('undoes the geocentric latitude, from pole to pole and at any height', () => {
    // Not fc.double: most of its values are next to nothing.
    const latitude = fc.integer({ min: -90_000, max: 90_000 }).map((value) => value / 1000);
    const altitude = fc.integer({ min: 0, max: 2000 });
    fc.assert(
      fc.property(latitude, altitude, (geodetic, height) => {
        const back = geodeticLatitude(geocentricLatitude(geodetic, height), height);
        expect(Math.abs(back - geodetic)).toBeLessThan(1e-9);
      }),
    );
  });

  it('moves the station by at most 0.19°, most of all in the middle', () => {
    expect(geodeticLatitude(45) - 45).toBeCloseTo(0.181, 3);
    expect(geodeticLatitude(0)).toBe(0);
    expect(geodeticLatitude(90)).toBeCloseTo(90, 12);
    expect(geodeticLatitude(-45)).toBe(-geodeticLatitude(45));
  });

  it('hardly depends on the height', () => {
    expect(Math.abs(geodeticLatitude(45, 400) - geodeticLatitude(45, 440))).toBeLessThan(0.002);
  });
});
