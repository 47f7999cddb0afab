import { describe, expect, it } from 'vitest';
import { apparentElevation, refraction } from './refraction.ts';

/** Bennett, Journal of Navigation 35 (1982), page 255: from the apparent elevation, degrees. */
const bennett = (seen: number): number =>
  1 / Math.tan(((seen + 7.31 / (seen + 4.4)) * Math.PI) / 180) / 60;

describe('refraction', () => {
  it('lifts a point 34.5′ below the horizon onto the horizon, at sea level', () => {
    expect(apparentElevation(-0.575, 0)).toBeCloseTo(0, 1);
  });

  it.each([0, 0.5, 1, 3, 5, 10, 20, 45, 80])('inverts Bennett’s formula at %s°', (seen) => {
    // Bennett's formula holds for 1010 hPa and 10 °C, nearly the conditions 27 m above sea level.
    expect(apparentElevation(seen - bennett(seen), 27)).toBeCloseTo(seen, 1);
    expect(Math.abs(apparentElevation(seen - bennett(seen), 27) - seen)).toBeLessThan(0.02);
  });

  it('is less in the thin air of a high place, and as at sea level if the height is unknown', () => {
    expect(refraction(0, 3782) / refraction(0, 0)).toBeCloseTo(0.68, 1);
    expect(refraction(0, null)).toBe(refraction(0, 0));
    for (const altitude of [-430, 8850]) expect(refraction(0, altitude)).toBeGreaterThan(0.1);
  });

  it('decreases more slowly than the elevation increases, and is 0 at the zenith', () => {
    let last = -Infinity;
    for (let h = -90; h <= 90; h += 0.1) {
      const seen = apparentElevation(h, 0);
      expect(seen).toBeGreaterThan(last);
      last = seen;
    }
    expect(refraction(90, 0)).toBeCloseTo(0, 4);
  });
});
