import { describe, expect, it } from 'vitest';
import { recordDrawing } from '#renderer-test/drawing-record.ts';
import type { Direction } from '#shared/station/sky/sky.ts';
import { drawStarSky, skyProjection } from './star-sky.ts';

const size = { width: 1200, height: 800 };
const towards = (azimuth: number, elevation: number): Direction => {
  const [a, e] = [(azimuth * Math.PI) / 180, (elevation * Math.PI) / 180];
  return [Math.cos(e) * Math.sin(a), Math.cos(e) * Math.cos(a), Math.sin(e)];
};
const at = (azimuth: number, elevation: number, isSouthern = false) => {
  const point = skyProjection(size, isSouthern).point(towards(azimuth, elevation));
  return point ?? expect.fail(`${azimuth}° ${elevation}° is not in view`);
};

describe('skyProjection', () => {
  it.each([
    ['south', false, 180, 90],
    ['north', true, 0, 270],
  ])('faces %s, with the horizon near the lower edge', (_name, isSouthern, ahead, left) => {
    const [x, y] = at(ahead, 0, isSouthern);
    expect(x).toBeCloseTo(600);
    expect(y).toBeCloseTo(688);
    expect(at(ahead, 30, isSouthern)[1]).toBeLessThan(y);
    // An observer who faces south has the east on the left; an observer who faces north has the west on the left.
    expect(at(left, 20, isSouthern)[0]).toBeLessThan(600);
    expect(at(left + 180, 20, isSouthern)[0]).toBeGreaterThan(600);
  });

  it('shows the sky up to the zenith, and no point behind the viewer', () => {
    expect(at(180, 90)[0]).toBeCloseTo(600);
    expect(skyProjection(size, false).point(towards(0, 5))).toBeNull();
  });

  it('preserves the angles between neighbouring stars, because the projection is conformal', () => {
    const [middle, right, up] = [at(200, 40), at(201, 40), at(200, 41)];
    const across: readonly number[] = [right[0] - middle[0], right[1] - middle[1]];
    const upwards: readonly number[] = [up[0] - middle[0], up[1] - middle[1]];
    const dot = (across[0] ?? 0) * (upwards[0] ?? 0) + (across[1] ?? 0) * (upwards[1] ?? 0);
    const lengths = Math.hypot(...across) * Math.hypot(...upwards);
    expect(Math.abs(dot / lengths)).toBeLessThan(0.02);
  });
});

it.each([
  ['star-sky', { width: 1200, height: 800 }, false],
  ['star-sky-south', { width: 500.5, height: 900.5 }, true],
])('drawStarSky draws the same %s as the record', async (name, canvasSize, isSouthern) => {
  const ahead = isSouthern ? 0 : 180;
  const stars = [
    { at: [-40, 30], magnitude: -1.4 },
    { at: [20, 60], magnitude: 0.9 },
    { at: [0, 5], magnitude: 1 },
    { at: [60, 15], magnitude: 2.5 },
    { at: [90, 2], magnitude: 4.4 },
    { at: [180, 5], magnitude: 2 },
  ].map(({ at: [azimuth = 0, elevation = 0], magnitude }) => ({
    direction: towards(ahead + azimuth, elevation),
    magnitude,
  }));
  const galaxy = { pole: towards(ahead + 120, 20), center: towards(ahead + 30, 1.2) };
  const record = await recordDrawing((context) =>
    drawStarSky(context, canvasSize, { stars, galaxy, isSouthern }),
  );
  await expect(record).toMatchFileSnapshot(`drawings/${name}.txt`);
});
