import { twoline2satrec } from 'satellite.js';
import { describe, expect, it } from 'vitest';
import { stationElements, orbitTruthOf } from '#test/support/orbit.ts';
import type { Elements } from '#shared/station/orbit.ts';
import { radians } from '#shared/station/sky/earth.ts';
import { siderealTime } from './frames.ts';
import { elementsAtEpoch, propagatorOf, revPerDay2, type OsculatingState } from './propagation.ts';

const hour = 3600;

/** Published elements in our form; the rate of the mean motion is the one that SGP4 derives from its drag term. */
function published([line1, line2]: readonly [string, string]): Elements {
  const { inclo, nodeo, argpo, mo, ecco, cc1, no } = twoline2satrec(line1, line2);
  return {
    inclination: inclo / radians,
    node: nodeo / radians,
    argumentOfLatitude: (argpo + mo) / radians,
    meanMotion: Number(line2.slice(52, 63)),
    eccentricityX: ecco * Math.cos(argpo),
    eccentricityY: ecco * Math.sin(argpo),
    meanMotionRate: (3 * cc1 * no) / 3600 / revPerDay2,
  };
}

function earthFixed({ u, node, inclination, radius }: OsculatingState, t: number): number[] {
  const east = node - siderealTime(t);
  const [x, y] = [Math.cos(u), Math.sin(u) * Math.cos(inclination)];
  return [
    radius * (x * Math.cos(east) - y * Math.sin(east)),
    radius * (x * Math.sin(east) + y * Math.cos(east)),
    radius * Math.sin(u) * Math.sin(inclination),
  ];
}

const apart = (a: readonly number[], b: readonly number[]): number =>
  Math.hypot(...a.map((value, k) => value - (b[k] ?? 0)));

describe.each(stationElements.map((lines) => [lines[0].slice(18, 32), lines] as const))(
  'propagatorOf, with the elements of %s',
  (_name, lines) => {
    const truth = orbitTruthOf(lines);
    const elements = published(lines);

    it.each([
      [0, 0.004],
      [24, 0.012],
      [120, 0.045],
      [-24, 0.012],
    ])('agrees with SGP4 at %i h from the epoch to within %f km', (hours, bound) => {
      const motion = propagatorOf(truth.epoch, elements);
      for (let minute = 0; minute < 96; minute += 6) {
        const t = truth.epoch + hours * hour + minute * 60;
        expect(apart(earthFixed(motion(t), t), truth.earthFixed(t))).toBeLessThan(bound);
      }
    });

    it('returns the same orbit from elements at another epoch', () => {
      const later = truth.epoch + 20 * hour;
      const one = propagatorOf(truth.epoch, elements);
      const other = propagatorOf(later, elementsAtEpoch(elements, truth.epoch, later));
      for (let minute = 0; minute < 96; minute += 12) {
        const t = later + minute * 60;
        expect(apart(earthFixed(one(t), t), earthFixed(other(t), t))).toBeLessThan(0.3);
      }
    });
  },
);
