import { describe, expect, it } from 'vitest';
import { augustEpoch, truthOfAugust, trueSunlight } from '#test/support/ground-truth.ts';
import { earthFixedOf, radians, type EarthFixed } from './earth.ts';
import { isSunlit, limbMargin } from './shadow.ts';
import { sunAt, type Sun } from './sun.ts';

const equinox: Sun = {
  subsolar: { longitude: 0, latitude: 0 },
  direction: [1, 0, 0],
  distanceKm: 149_597_870.7,
};
const behind = (y: number, z: number): EarthFixed => [-2000, y, z];

describe('isSunlit', () => {
  it.each([
    ['in front of the Earth', [7000, 0, 0] as const, true],
    ['beside the Earth', [0, 6800, 0] as const, true],
    ['right behind the Earth', [-6800, 0, 0] as const, false],
  ])('returns for a point %s, at %j km: %s', (_what, point, expected) => {
    expect(isSunlit(point, equinox)).toBe(expected);
  });

  it('puts the edge of the shadow where half of the Sun’s disc is visible', () => {
    // The tangent from a point at 1 au: 2000 km behind the limb the tangent is 2000 km / 1 au · 6378 km = 0.085 km
    // farther out.
    const edge = 6378.137 + 0.085;
    expect(isSunlit(behind(edge + 0.01, 0), equinox)).toBe(true);
    expect(isSunlit(behind(edge - 0.01, 0), equinox)).toBe(false);
  });

  it('puts the edge of the shadow 21 km nearer to the axis at the poles than at the equator', () => {
    const halfLit = (unit: EarthFixed): number => {
      let [dark, lit] = [6300, 6500];
      while (lit - dark > 0.01) {
        const middle = (dark + lit) / 2;
        if (isSunlit(behind(unit[1] * middle, unit[2] * middle), equinox)) lit = middle;
        else dark = middle;
      }
      return lit;
    };
    expect(halfLit([0, 1, 0]) - halfLit([0, 0, 1])).toBeCloseTo(21.38, 1);
  });

  it('puts the limb where the line of sight touches the ellipsoid', () => {
    // The Sun's centre is on the limb: the line of sight touches the ellipsoid at `place`.
    const place = earthFixedOf({ latitude: 45, longitude: 90 });
    const out: EarthFixed = [place[0] - 2000, place[1], place[2]];
    const margin = limbMargin(out, { ...equinox, distanceKm: 1e15 });
    expect(margin).toBeCloseTo(0, 9);
  });

  it('uses the limb of the ellipsoid also for a Sun north of the equator', () => {
    const [place, declination] = [{ latitude: 45, longitude: 90 }, 23.4 * radians];
    // `direction` is at right angles to the vertical of the place, and has the declination of the Sun in June.
    const upwards = Math.sin(declination) / Math.cos(place.latitude * radians);
    const direction: EarthFixed = [
      Math.sqrt(1 - upwards ** 2),
      -upwards * Math.sin(place.latitude * radians),
      upwards * Math.cos(place.latitude * radians),
    ];
    const [x, y, z] = earthFixedOf(place);
    const out: EarthFixed = [
      x - 2000 * direction[0],
      y - 2000 * direction[1],
      z - 2000 * direction[2],
    ];
    expect(limbMargin(out, { ...equinox, direction, distanceKm: 1e15 })).toBeCloseTo(0, 9);
  });

  it('uses a conical shadow that becomes narrower behind the Earth', () => {
    const [radius, distanceKm] = [6378.137, 20_000];
    const touching = Math.acos(radius / distanceKm);
    const [x, y] = [radius * Math.cos(touching), radius * Math.sin(touching)];
    const beyond: EarthFixed = [x + 0.2 * (x - distanceKm), y + 0.2 * y, 0];
    expect(limbMargin(beyond, { ...equinox, distanceKm })).toBeCloseTo(0, 7);
  });

  it('agrees with satellite.js, except for the flattening of the Earth', () => {
    const truth = truthOfAugust();
    let differing = 0;
    let dark = 0;
    for (let t = augustEpoch; t < augustEpoch + 86_400; t += 5) {
      const lit = isSunlit(truth.earthFixed(t), sunAt(t));
      if (!lit) dark += 1;
      if (lit !== trueSunlight(truth, t) >= 0.5) differing += 1;
    }
    // A third of each orbit lies in the shadow; each model crosses its edge 31 times a day, a few seconds before or
    // after the other.
    expect(dark / 17_280).toBeGreaterThan(0.3);
    expect(dark / 17_280).toBeLessThan(0.4);
    expect(differing).toBeLessThan(60);
  });
});
