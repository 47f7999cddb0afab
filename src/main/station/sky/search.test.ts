import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findZero, findMaximum, timeOfChange } from './search.ts';

const inside = fc.double({ min: 0.001, max: 599.999, noNaN: true });
const steepness = fc.double({ min: 0.001, max: 100, noNaN: true });

describe('findZero', () => {
  it('finds rising and falling roots to 0.01 s with fewer than 63 evaluations', () => {
    fc.assert(
      fc.property(inside, steepness, fc.boolean(), (root, slope, rising) => {
        let calls = 0;
        const f = (t: number): number => {
          calls += 1;
          return (rising ? 1 : -1) * Math.atan((t - root) * slope);
        };
        expect(Math.abs(findZero(f, 0, 600) - root)).toBeLessThan(0.01);
        expect(calls).toBeLessThan(63);
      }),
    );
  });

  it('needs few evaluations where the function is smooth', () => {
    const counts = [1, 200, 599.9].flatMap((root) =>
      [0.001, 0.01, 0.1].map((slope) => {
        let calls = 0;
        findZero((t) => ((calls += 1), Math.atan((t - root) * slope)), 0, 600);
        return calls;
      }),
    );
    expect(counts).toEqual([5, 5, 8, 6, 8, 11, 5, 5, 7]);
  });
});

describe('timeOfChange', () => {
  it('finds the start and the end of a condition', () => {
    fc.assert(
      fc.property(inside, fc.boolean(), (at, begins) => {
        const found = timeOfChange((t) => t > at === begins, 0, 600);
        expect(Math.abs(found - at)).toBeLessThan(0.001);
      }),
    );
  });
});

describe('findMaximum', () => {
  it('finds a flat and a sharp maximum', () => {
    fc.assert(
      fc.property(inside, fc.boolean(), (peak, sharp) => {
        const f = (t: number): number => (sharp ? -Math.abs(t - peak) : Math.cos((t - peak) / 600));
        expect(Math.abs(findMaximum(f, 0, 600) - peak)).toBeLessThan(0.02);
      }),
    );
  });
});
