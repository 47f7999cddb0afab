import { expect, it } from 'vitest';
import { pointOnChart } from '#shared/station/sky/sky-arc.ts';
import { passCurve } from './pass-curve.ts';

it('passCurve begins and ends at the horizon, and has the culmination in its middle', () => {
  const curve = passCurve({ rise: 259, peak: 181, height: 67, set: 108 }, 100);
  const [, x0, y0, x1, y1, x2, y2] = (
    /^M(\S+) (\S+)Q(\S+) (\S+) (\S+) (\S+)$/.exec(curve) ?? expect.fail(curve)
  ).map(Number) as [number, number, number, number, number, number, number];
  const expectPoint = (point: readonly number[], azimuth: number, elevation: number): void => {
    const [x, y] = pointOnChart({ azimuth, elevation }, 100);
    expect(point).toEqual([expect.closeTo(x, 9), expect.closeTo(y, 9)]);
  };
  expectPoint([x0, y0], 259, 0);
  expectPoint([(x0 + 2 * x1 + x2) / 4, (y0 + 2 * y1 + y2) / 4], 181, 67);
  expectPoint([x2, y2], 108, 0);
});
