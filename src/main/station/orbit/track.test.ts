import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Elements } from '#shared/station/orbit.ts';
import { correctElements, parameterCount } from './parameters.ts';
import { trackOf } from './track.ts';

const epoch = 1_780_000_000;
const elements: Elements = {
  inclination: 51.64,
  node: 120,
  argumentOfLatitude: 30,
  meanMotion: 15.5,
  eccentricityX: 4e-4,
  eccentricityY: -2e-4,
  meanMotionRate: 2e-4,
};
const steps = [1e-3, 1e-3, 1e-3, 1e-5, 1e-6, 1e-6, 1e-6];

describe('trackOf', () => {
  it('returns the partial derivatives of the direction by each element', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -120_000, max: 120_000 }),
        fc.integer({ min: 0, max: parameterCount - 1 }),
        (ahead, which) => {
          const t = epoch + ahead;
          const track = trackOf(epoch, elements);
          const { direction, forward, left } = track.at(t);
          const { forwardPartials, leftPartials } = track.derivatives();
          const step = steps[which] ?? 0;
          const by = new Float64Array(parameterCount);
          by[which] = step;
          const moved = trackOf(epoch, correctElements(elements, by)).at(t).direction;
          const off = moved.map((value, k) => value - (direction[k] ?? 0));
          const along = (axis: readonly number[]): number =>
            off.reduce((sum, value, k) => sum + value * (axis[k] ?? 0), 0);
          // 4 % of the effect: the derivatives leave out terms of order e and J2.
          const whole = Math.hypot(along(forward), along(left));
          const bound = 0.04 * whole + 1e-8;
          expect(Math.abs(along(forward) - step * (forwardPartials[which] ?? 0))).toBeLessThan(
            bound,
          );
          expect(Math.abs(along(left) - step * (leftPartials[which] ?? 0))).toBeLessThan(bound);
        },
      ),
    );
  });

  it('returns the rate of the direction over the rotating Earth', () => {
    const track = trackOf(epoch, elements);
    for (let t = epoch; t < epoch + 6000; t += 500) {
      const after = [...track.at(t + 1).direction];
      const { direction, forward, left, groundRate } = track.at(t);
      const next = after.map((value, k) => value - (direction[k] ?? 0));
      const along = (axis: readonly number[]): number =>
        next.reduce((sum, value, k) => sum + value * (axis[k] ?? 0), 0);
      expect(along(forward)).toBeCloseTo(groundRate[0], 5);
      expect(along(left)).toBeCloseTo(groundRate[1], 5);
    }
  });
});
