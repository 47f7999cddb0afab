import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '#test/support/runs.ts';
import {
  augustEpoch,
  tenPlaces,
  trueLookAngles,
  truePasses,
  truthOfAugust,
} from '#test/support/ground-truth.ts';
import type { PositionAt } from '#shared/station/sky/earth.ts';
import { flatHorizon, horizonAt } from '#shared/station/sky/local-horizon.ts';
import { lookAngles, siteOfObserver, type Observer } from '#shared/station/sky/observer.ts';
import { apparentElevation } from '#shared/station/sky/refraction.ts';
import { passSchema } from '#shared/station/sky/pass.ts';
import { passesOf } from './passes.ts';

const truth = truthOfAugust();
const berlin: Observer = { latitude: 52.52, longitude: 13.405, altitude: 34 };
const day = 86_400;

const counted = (): { earthFixed: PositionAt; calls: () => number } => {
  let calls = 0;
  return {
    earthFixed: (t) => {
      calls += 1;
      return truth.earthFixed(t);
    },
    calls: () => calls,
  };
};

describe('passesOf', () => {
  const names = Object.keys(tenPlaces);
  const observers = Object.values(tenPlaces);
  const expected = truePasses(truth, observers, augustEpoch, augustEpoch + 5 * day);

  it.each(names.map((name, index) => ({ name, index })))(
    'finds the passes over $name that satellite.js finds in five days',
    ({ index }) => {
      const observer = observers[index] ?? berlin;
      const found = passesOf(truth.earthFixed, observer, {
        from: augustEpoch,
        hours: 120,
        minPeakElevation: 1,
      }).filter(({ rise, set }) => rise.t > augustEpoch && set.t < augustEpoch + 5 * day);
      const passes = (expected[index] ?? []).filter(({ peakElevation }) => peakElevation >= 1);
      expect(found).toHaveLength(passes.length);
      expect(passes.length).toBeGreaterThan(10);
      for (const [n, pass] of passes.entries()) {
        const { rise, peak, set } = found[n] ?? expect.fail('missing');
        expect(Math.abs(rise.t - pass.rise)).toBeLessThan(0.05);
        expect(Math.abs(peak.t - pass.peak)).toBeLessThan(0.05);
        expect(Math.abs(set.t - pass.set)).toBeLessThan(0.05);
        for (const moment of [rise, peak, set]) {
          const look = trueLookAngles(truth, observer, moment.t);
          expect(moment.elevation).toBeCloseTo(look.elevation, 3);
          expect(Math.cos(((moment.azimuth - look.azimuth) * Math.PI) / 180)).toBeCloseTo(1, 9);
          expect(moment.rangeKm).toBeCloseTo(look.rangeKm, 1);
        }
      }
    },
  );

  it('leaves out passes below 10° by default', () => {
    const options = { from: augustEpoch, hours: 120 };
    const usual = passesOf(truth.earthFixed, berlin, options);
    const all = passesOf(truth.earthFixed, berlin, { ...options, minPeakElevation: 0 });
    expect(usual).toEqual(all.filter(({ peak }) => peak.elevation >= 10));
    expect(usual.length).toBeLessThan(all.length);
    for (const pass of all) expect(passSchema.parse(pass)).toEqual(pass);
  });

  it('includes the pass in progress at the start and the pass that rises before the end', () => {
    const options = { from: augustEpoch, hours: 24 };
    const [first] = passesOf(truth.earthFixed, berlin, options);
    if (first === undefined) throw new Error('no pass');
    const firstFrom = (from: number, hours = 24) =>
      passesOf(truth.earthFixed, berlin, { from, hours })[0];
    const underWay = firstFrom(first.set.t - 1);
    expect(underWay?.rise.t).toBeCloseTo(first.rise.t, 1);
    expect(underWay?.peak.t).toBeCloseTo(first.peak.t, 1);
    expect(firstFrom(first.set.t + 1)?.rise.t).toBeGreaterThan(first.set.t);
    const untilRise = (first.rise.t - augustEpoch) / 3600;
    expect(firstFrom(augustEpoch, untilRise + 1 / 3600)?.set.t).toBeCloseTo(first.set.t, 1);
    expect(firstFrom(augustEpoch, untilRise - 1 / 3600)).toBeUndefined();
  });

  it('returns the same passes for any start of the search', () => {
    const all = passesOf(truth.earthFixed, berlin, { from: augustEpoch, hours: 72 });
    fc.assert(
      fc.property(fc.double({ min: 0, max: 48, noNaN: true }), (hours) => {
        const from = augustEpoch + hours * 3600;
        const found = passesOf(truth.earthFixed, berlin, { from, hours: 72 - hours });
        const left = all.filter(({ set }) => set.t > from);
        expect(found.map(({ peak }) => Math.round(peak.t))).toEqual(
          left.map(({ peak }) => Math.round(peak.t)),
        );
      }),
      { numRuns: runs(20) },
    );
  });

  it.each([
    ['the north pole', 90],
    ['the south pole', -90],
    ['Svalbard', 78.2],
  ])('finds no pass at %s', (_name, latitude) => {
    const options = { from: augustEpoch, hours: 48, minPeakElevation: 0 };
    expect(passesOf(truth.earthFixed, { latitude, longitude: 15, altitude: 0 }, options)).toEqual(
      [],
    );
  });

  it('finds passes of a polar orbit over the pole, with every azimuth defined', () => {
    const polar: PositionAt = (t) => {
      const angle = (2 * Math.PI * t) / 5560;
      return [6798 * Math.cos(angle), 0, 6798 * Math.sin(angle)];
    };
    const pole = { latitude: 90, longitude: 0, altitude: 0 };
    const passes = passesOf(polar, pole, { from: 0, hours: 24 });
    expect(passes).toHaveLength(16);
    expect(passes[0]?.peak.t).toBeCloseTo(5560 / 4, 1);
    expect(passes[0]?.peak.elevation).toBeGreaterThan(89.9);
    // At the pole, north is away from the given meridian, on which the station rises.
    expect(passes[0]?.rise.azimuth).toBeCloseTo(180, 5);
    expect(passes[0]?.set.azimuth).toBeCloseTo(0, 5);
  });

  it('returns apparent rise and set with refraction, which is smaller on a mountain', () => {
    const at = (altitude: number | null) =>
      passesOf(truth.earthFixed, { ...berlin, altitude }, { from: augustEpoch, hours: 120 });
    for (const altitude of [-430, 34, 8000]) {
      const observer = { ...berlin, altitude };
      for (const { rise, set, seen } of at(altitude)) {
        for (const [moment, geometric] of [
          [seen.rise, rise],
          [seen.set, set],
        ] as const) {
          const { azimuth, elevation } = trueLookAngles(truth, observer, moment.t);
          expect(apparentElevation(elevation, altitude)).toBeCloseTo(0, 3);
          expect(Math.cos(((moment.azimuth - azimuth) * Math.PI) / 180)).toBeCloseTo(1, 9);
          expect(geometric.elevation).toBeCloseTo(0, 3);
        }
        const early = rise.t - seen.rise.t;
        expect(early).toBeGreaterThan(altitude > 5000 ? 2 : 6);
        expect(early).toBeLessThan(altitude > 5000 ? 10 : 25);
      }
    }
    expect(at(null)).toEqual(at(0));
  });

  it('finds no pass if the positions are not numbers', () => {
    expect(passesOf(() => [NaN, NaN, NaN], berlin, { from: 0, hours: 24 })).toEqual([]);
  });

  it('computes the position less than 2000 times a day', () => {
    const { earthFixed, calls } = counted();
    passesOf(earthFixed, berlin, { from: augustEpoch, hours: 120 });
    expect(calls()).toBeLessThan(10_000);
  });
});

describe('passesOf over a local horizon', () => {
  const options = { from: augustEpoch, hours: 120 };
  const flat = passesOf(truth.earthFixed, berlin, options);
  const height = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 60 }));

  it('returns the same passes for a flat local horizon as without a local horizon', () => {
    expect(passesOf(truth.earthFixed, berlin, { ...options, horizon: flatHorizon })).toEqual(flat);
  });

  it('returns passes that rise and set at the local horizon, and are hidden just before and after', () => {
    const site = siteOfObserver(berlin);
    fc.assert(
      fc.property(fc.array(height, { minLength: 8, maxLength: 8 }), (horizon) => {
        const over = (t: number): number => {
          const { azimuth, elevation } = lookAngles(site, truth.earthFixed(t));
          return elevation - horizonAt(horizon, azimuth);
        };
        const passes = passesOf(truth.earthFixed, berlin, { ...options, horizon });
        for (const pass of passes) {
          const whole = flat.find(({ rise, set }) => rise.t <= pass.peak.t && pass.peak.t <= set.t);
          if (whole === undefined) throw new Error('a pass from nowhere');
          const { rise, peak, set, seen, visibleFrom, visibleTo } = pass;
          // Refraction lifts the station over the same edge a little earlier.
          for (const [t, geometric] of [
            [seen.rise.t, rise.t],
            [seen.set.t, set.t],
          ] as const) {
            const { elevation } = lookAngles(site, truth.earthFixed(t));
            expect(over(t) + apparentElevation(elevation, berlin.altitude) - elevation).toBeCloseTo(
              0,
              1,
            );
            expect((t - geometric) * (t - peak.t)).toBeGreaterThanOrEqual(0);
          }
          expect(over(rise.t)).toBeCloseTo(0, 1);
          expect(over(set.t)).toBeCloseTo(0, 1);
          if (rise.t > whole.rise.t + 1) expect(over(rise.t - 0.5)).toBeLessThan(0);
          if (set.t < whole.set.t - 1) expect(over(set.t + 0.5)).toBeLessThan(0);
          for (let t = rise.t + 0.5; t < set.t; t += 7) {
            // An obstacle that hides the station for less than 5 s does not count.
            expect(over(t)).toBeGreaterThan(-2);
            expect(lookAngles(site, truth.earthFixed(t)).elevation).toBeLessThan(
              peak.elevation + 0.01,
            );
          }
          expect(peak.elevation).toBeGreaterThanOrEqual(10);
          expect(rise.t).toBeLessThan(peak.t);
          expect(peak.t).toBeLessThan(set.t);
          // A part that is visible over a flat horizon is visible between the appearance and the disappearance of the
          // station.
          if (whole.visibleFrom !== null && whole.visibleTo !== null) {
            const from = Math.max(whole.visibleFrom, rise.t);
            const to = Math.min(whole.visibleTo, set.t);
            if (to - from > 21 && peak.elevation > 10.1) {
              expect(Math.abs((visibleFrom ?? NaN) - from)).toBeLessThan(1);
              expect(Math.abs((visibleTo ?? NaN) - to)).toBeLessThan(1);
            }
          }
          if (visibleFrom !== null && visibleTo !== null) {
            expect(visibleFrom).toBeGreaterThanOrEqual(rise.t);
            expect(visibleTo).toBeLessThanOrEqual(set.t);
            expect(pass.visible).toBe(true);
          }
        }
        // Passes that are left out stay behind the local horizon, or lower than 10°.
        for (const { rise, set } of flat) {
          if (passes.some(({ peak }) => rise.t <= peak.t && peak.t <= set.t)) continue;
          for (let t = rise.t; t < set.t; t += 6) {
            const { elevation } = lookAngles(site, truth.earthFixed(t));
            if (over(t) > 0.5 && over(t + 6) > 0.5) expect(elevation).toBeLessThan(12);
          }
        }
      }),
      { numRuns: runs(15) },
    );
  });

  it('leaves out most passes for a horizon of 80°, and ends passes earlier for 40° in the east', () => {
    const wall = Array.from({ length: 8 }, () => 80);
    const highest = Math.max(...flat.map(({ peak }) => peak.elevation));
    expect(highest).toBeLessThan(88);
    expect(passesOf(truth.earthFixed, berlin, { ...options, horizon: wall }).length).toBeLessThan(
      3,
    );
    const east = [0, 40, 40, 40, 0, 0, 0, 0];
    const behind = passesOf(truth.earthFixed, berlin, { ...options, horizon: east });
    const earlier = behind.filter(({ set, peak }) =>
      flat.some((whole) => Math.abs(whole.peak.t - peak.t) < 600 && whole.set.t - set.t > 60),
    );
    expect(earlier.length).toBeGreaterThan(5);
  });
});
