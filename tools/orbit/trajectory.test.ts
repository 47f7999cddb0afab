import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { quantile } from '#bench/support/statistics.ts';
import { distanceBetween } from '#shared/station/sky/earth.ts';
import { horizontalKm, orbitTruthOf, type InertialOrbitTruth } from '#test/support/orbit.ts';
import { sharedData } from '#test/support/shared-data.ts';
import { readOem, type StateVector } from './oem-file.ts';
import { readText } from './read-file.ts';
import { trajectoryOf } from './trajectory.ts';
import { earthFixedAt, trueOfDateMatrix } from './true-of-date.ts';

describe('EME2000 to Earth-fixed', () => {
  // Vallado, "Fundamentals of Astrodynamics and Applications", 4th ed., example 3-15: 2004-04-06 07:51:28.386 009 UTC
  // with UT1 − UTC = −0.439 961 9 s. The values are those without corrections of the nutation and without the motion of
  // the pole.
  const t = Date.UTC(2004, 3, 6, 7, 51, 28) / 1000 + 0.386_009;
  const { fromEme2000, equationOfEquinoxes } = trueOfDateMatrix(t);
  const ofDate = fromEme2000([5102.5096, 6123.01152, 6378.1363]);

  it('returns the published vector in the true-of-date frame within 5 cm', () => {
    expect(distanceBetween(ofDate, [5094.514_780_4, 6127.366_461_2, 6380.344_532_8])).toBeLessThan(
      5e-5,
    );
  });

  it('returns the published Earth-fixed vector within 5 cm', () => {
    const fixed = earthFixedAt(t, ofDate, equationOfEquinoxes, -0.439_961_9);
    expect(distanceBetween(fixed, [-1033.475_031_3, 7901.305_585_6, 6380.344_532_7])).toBeLessThan(
      5e-5,
    );
  });
});

describe('trajectoryOf', () => {
  const file = sharedData('sky/nasa-oem-2022-02-11.xml.gz');

  it('throws before the first state, after the last and within a gap', () => {
    const state = (time: number): StateVector => ({
      t: time,
      position: [7000, 0, 0],
      velocity: [0, 7.5, 0],
    });
    const { earthFixed, from, to } = trajectoryOf([state(0), state(240), state(900)]);
    expect([from, to]).toEqual([0, 900]);
    for (const t of [-1, 901, NaN]) expect(() => earthFixed(t)).toThrow(RangeError);
    expect(() => earthFixed(300)).toThrow('no states for ten minutes');
    expect(earthFixed(0)).not.toContain(NaN);
  });

  it('interpolates every second state from the other states within 10 m (skipped: no shared data)', ({
    skip,
  }) => {
    if (file === null) return skip('no shared data');
    const states = statesOf(file).slice(0, 361);
    const whole = trajectoryOf(states);
    const thinned = trajectoryOf(states.filter((_, index) => index % 2 === 0));
    const off = states.map(({ t }) => distanceBetween(whole.earthFixed(t), thinned.earthFixed(t)));
    expect(Math.max(...off)).toBeLessThan(0.01);
  });

  it.for([
    ['nasa-oem-2022-02-11.xml.gz', 'element-sets-2022-02.jsonl', -0.1],
    ['nasa-oem-2023-02-17.xml.gz', 'element-sets-2023-01-04.jsonl', -0.015],
    ['nasa-oem-2023-02-22.xml.gz', 'element-sets-2023-01-04.jsonl', -0.015],
  ] as const)(
    'agrees with the element set nearest in time on the first day of %s (skipped: no shared data)',
    ([trajectoryName, setsName, ut1MinusUtc], { skip }) => {
      const [path, setsPath] = [sharedData(`sky/${trajectoryName}`), sharedData(`sky/${setsName}`)];
      if (path === null || setsPath === null) return skip('no shared data');
      const sets = setsIn(setsPath);
      const { from, earthFixed } = trajectoryOf(statesOf(path), ut1MinusUtc);
      const off = Array.from({ length: 288 }, (_, index) => from + index * 300).map((t) => {
        const nearest = sets.reduce((best, one) =>
          Math.abs(one.epoch - t) < Math.abs(best.epoch - t) ? one : best,
        );
        return horizontalKm(nearest.earthFixed(t), earthFixed(t));
      });
      expect(quantile(off, 0.5)).toBeLessThan(0.7);
      expect(quantile(off, 0.9)).toBeLessThan(1.8);
    },
  );
});

const setSchema = z.object({ line1: z.string(), line2: z.string() });

const setsIn = (path: string): InertialOrbitTruth[] =>
  readText(path)
    .trim()
    .split('\n')
    .map((line) => setSchema.parse(JSON.parse(line)))
    .map(({ line1, line2 }) => orbitTruthOf([line1, line2]));

function statesOf(path: string): readonly StateVector[] {
  const read = readOem(readText(path));
  return read.ok ? read.oem.states : expect.fail(read.message);
}
