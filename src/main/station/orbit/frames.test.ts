import fc from 'fast-check';
import { gstime } from 'satellite.js';
import { describe, expect, it } from 'vitest';
import { geodeticLatitude } from '../client/geodetic.ts';
import { radians } from './constants.ts';
import { sentLatitude, siderealTime } from './frames.ts';

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
  it('undoes what the client of the service did', () => {
    for (const sent of [-51.6, -30, -0.0001, 0, 12.3456, 51.6431]) {
      expect(sentLatitude(geodeticLatitude(sent)) / radians).toBeCloseTo(sent, 10);
    }
  });
});
