import { describe, expect, it } from 'vitest';
import { cases, isFullRun } from '#test/support/runs.ts';
import { tenPlaces, trueLookAngles } from '#test/support/ground-truth.ts';
import { movedTruth, pollFixes, createRandom, stationElements } from '#test/support/orbit.ts';
import {
  trueConjunctions,
  trueDirection,
  trueStars,
  type TrueStar,
} from '#test/support/sky-truth.ts';
import type { Conjunction } from '#shared/station/sky/sky.ts';
import { ephemerisOf } from '../orbit/ephemeris.ts';
import { fitOrbit } from '../orbit/fit.ts';
import { conjunctionsOf, passingSideOf } from './conjunctions.ts';
import { passesOf } from './passes.ts';

const start = Date.UTC(2026, 11, 1) / 1000;
const truth = movedTruth(stationElements[1], start);
const fit = fitOrbit(
  pollFixes(truth, { until: start, everySeconds: 600, count: 145, random: createRandom(7) }),
);
if (!fit.ok) throw new Error(fit.reason);
const ephemeris = ephemerisOf(fit.orbit);

const nameOf = ({ target }: Conjunction): string =>
  'body' in target ? target.body : target.star.en;

/** Our conjunctions with targets of the truth, and the true conjunctions, over all places and four days. */
const pairs = cases(Object.values(tenPlaces)).flatMap((observer) =>
  passesOf(ephemeris.earthFixed, observer, { from: start, hours: 96 })
    // Each pass counts as visible from rise to set: the geometry is the same by day.
    .map((pass) => ({ ...pass, visible: true, visibleFrom: pass.rise.t, visibleTo: pass.set.t }))
    .map((pass) => ({
      observer,
      pass,
      ours: conjunctionsOf(ephemeris, observer, pass),
      theirs: trueConjunctions(truth, observer, pass.visibleFrom, pass.visibleTo),
    })),
);

describe('conjunctionsOf', () => {
  it('agrees in time and distance with a simple search that uses another ephemeris', () => {
    const known = new Set([
      'moon',
      'mercury',
      'venus',
      'mars',
      'jupiter',
      'saturn',
      ...Object.keys(trueStars),
    ]);
    let compared = 0;
    for (const { ours, theirs, pass } of pairs) {
      for (const one of theirs.filter(({ separation }) => separation < 1.9)) {
        const found = ours.find((other) => nameOf(other) === one.what);
        if (found === undefined) throw new Error(`${one.what}, ${String(one.separation)}°`);
        compared += 1;
        expect(Math.abs(found.t - one.t)).toBeLessThan(1);
        expect(Math.abs(found.separation - one.separation)).toBeLessThan(0.08);
        expect(Math.abs(found.separation - one.separation)).toBeLessThan(
          4 * found.separationSigma + 0.03,
        );
      }
      for (const other of ours.filter((one) => known.has(nameOf(one)) && one.separation < 1.9)) {
        expect(theirs.map(({ what }) => what)).toContain(nameOf(other));
        expect(other.peak).toBe(pass.peak.t);
      }
    }
    expect(compared).toBeGreaterThan(isFullRun ? 8 : 2);
  });

  it('returns the side on which the station passes, as the observer sees it', () => {
    const sides = new Set<string>();
    for (const { ours, observer } of pairs)
      for (const one of ours) {
        const name = nameOf(one);
        // The reference is accurate to some hundredths of a degree.
        if (!(name in trueStars) || one.separation < 0.1) continue;
        const star = trueDirection(name as TrueStar, observer, one.t);
        const station = trueLookAngles(truth, observer, one.t);
        const up = station.elevation - star.elevation;
        // Clockwise from the star means to its right, except near the north.
        const right = station.azimuth - star.azimuth;
        if (Math.abs(right) > 90) continue;
        sides.add(one.side);
        if (one.side === 'above') expect(up).toBeGreaterThan(0);
        if (one.side === 'below') expect(up).toBeLessThan(0);
        if (one.side === 'right') expect(right).toBeGreaterThan(0);
        if (one.side === 'left') expect(right).toBeLessThan(0);
      }
    expect(sides.size).toBe(isFullRun ? 4 : 2);
  });

  it('finds no conjunction in an invisible pass', () => {
    for (const { observer, pass } of pairs.slice(0, 5)) {
      const hidden = { ...pass, visible: false, visibleFrom: null, visibleTo: null };
      expect(conjunctionsOf(ephemeris, observer, hidden)).toEqual([]);
    }
  });

  it('adds an error along the track to the uncertainty of the time, and hardly to that of the distance', () => {
    const deviations = () => ({ alongKm: 76.6, crossKm: 0 });
    const pair = pairs.find(({ ours }) => ours.length > 0);
    if (pair === undefined) throw new Error('none');
    const [one] = conjunctionsOf(
      { ...ephemeris, deviations, timeSigma: () => 10 },
      pair.observer,
      pair.pass,
    );
    expect(one?.timeSigma).toBe(10);
    // 76.6 km across the line of sight would be several degrees.
    expect(one?.separationSigma).toBeLessThan(1);
  });
});

it.each([
  ['right of a target in the south', { azimuth: 181, elevation: 30 }, 179, 'right'],
  ['left of a target in the south', { azimuth: 179, elevation: 30 }, 181, 'left'],
  ['right of a target across north', { azimuth: 1, elevation: 30 }, 359, 'right'],
  ['left of a target across north', { azimuth: 359, elevation: 30 }, 1, 'left'],
  ['above where the height differs by more', { azimuth: 1, elevation: 32.5 }, 359, 'above'],
  ['below where the height differs by more', { azimuth: 359, elevation: 27.5 }, 1, 'below'],
  // Near the zenith, a degree of azimuth is a very small distance.
  ['above where the azimuth differs near the zenith', { azimuth: 0, elevation: 86 }, 15, 'above'],
] as const)('passingSideOf returns %s', (_where, station, azimuth, side) => {
  const elevation = station.elevation > 80 ? 84 : 30;
  expect(passingSideOf(station, { azimuth, elevation })).toBe(side);
});
