import { describe, expect, it } from 'vitest';
import type { EarthFixed, PositionAt } from './earth.ts';
import { sampledPathSchema } from './sampled-path-schema.ts';
import { positionOnPath, samplePath, spanOfPath } from './sampled-path.ts';

/**
 * A circular, inclined orbit 420 km above the rotating Earth, smooth to the last digit. Positions by SGP4 are not
 * smooth, because its times are in milliseconds.
 */
const station: PositionAt = (t) => {
  const [u, turned] = [(2 * Math.PI * t) / 5560, 7.292e-5 * t];
  const [x, y, z] = [
    6798 * Math.cos(u),
    6798 * Math.sin(u) * Math.cos(0.9),
    6798 * Math.sin(u) * Math.sin(0.9),
  ];
  const [cos, sin] = [Math.cos(turned), Math.sin(turned)];
  return [x * cos + y * sin, y * cos - x * sin, z];
};
const apart = (a: EarthFixed, b: EarthFixed): number =>
  Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

describe('samplePath and positionOnPath', () => {
  const from = 1_000_000;
  const path = samplePath(station, from, from + 3 * 5560);

  it('return a path that fits the schema and covers the requested time', () => {
    expect(sampledPathSchema.parse(path)).toEqual(path);
    const [first, last] = spanOfPath(path);
    expect(first).toBe(from);
    expect(last).toBeGreaterThanOrEqual(from + 3 * 5560);
    expect(last).toBeLessThan(from + 3 * 5560 + 120);
  });

  it('interpolate within 0.2 m, near the ends within 1 m', () => {
    const positionAt = positionOnPath(path);
    const [first, last] = spanOfPath(path);
    for (let t = first; t <= last; t += 7) {
      const isInside = t > first + 240 && t < last - 240;
      expect(apart(positionAt(t), station(t))).toBeLessThan(isInside ? 0.0002 : 0.001);
    }
  });

  it('use at least six points', () => {
    const short = samplePath(station, 0, 1);
    expect(sampledPathSchema.safeParse(short).success).toBe(true);
    expect(apart(positionOnPath(short)(0.5), station(0.5))).toBeLessThan(0.01);
  });
});
