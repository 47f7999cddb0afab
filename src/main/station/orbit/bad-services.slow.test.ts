import { describe, expect, it } from 'vitest';
import type { FittedOrbit } from '#shared/station/orbit.ts';
import type { Fix } from '#shared/station/station.ts';
import {
  truthWithBurn,
  fixAt,
  horizontalKm,
  createRandom,
  stationElements,
  orbitTruthOf,
  type OrbitTruth,
} from '#test/support/orbit.ts';
import { setServiceOf, type SetService } from '#test/support/set-service.ts';
import { measureBurn } from './burn.ts';
import { ephemerisOf } from './ephemeris.ts';
import { fitOrbit } from './fit.ts';

const hour = 3600;
const day = 24 * hour;
const seeds = Array.from({ length: 20 }, (_, k) => k + 1);
const leads = [600, 6 * hour, day];

type Ahead = (t: number) => readonly [number, number];
interface Case {
  readonly service: SetService;
  readonly start: number;
  readonly random: () => number;
}

function caseOf(seed: number, days: number, ahead?: (start: number) => Ahead): Case {
  const random = createRandom(seed);
  const truth = orbitTruthOf(stationElements[seed % 4] ?? stationElements[0]);
  const start = Math.floor(truth.epoch) + 6 * hour * random();
  const orbits = { before: truth, after: truth, changedAt: Infinity };
  const span = { from: start, to: start + (days + 2) * day };
  return { service: setServiceOf(orbits, span, random, ahead?.(start)), start, random };
}

interface Outcome {
  /** Number of polls, from three hours after the start on, whose fit found no orbit. */
  without: number;
  burns: number;
  inside: number;
  compared: number;
  /** Largest error ten minutes ahead, km. */
  worstKm: number;
}

/**
 * Polls and fits as the app does, one fix in 15 minutes for half a day and then one an hour.
 *
 * @param fixOf the answer of the service; null: no poll
 * @param isCompared whether the stated uncertainty is compared with the error at this time
 */
function run(
  { service, start, random }: Case,
  days: number,
  fixOf: (t: number) => Fix | null,
  isCompared: (t: number) => boolean,
  each: (t: number, orbit: FittedOrbit) => void = () => undefined,
): Outcome {
  const fixes: Fix[] = [];
  let orbit: FittedOrbit | undefined;
  const outcome: Outcome = { without: 0, burns: 0, inside: 0, compared: 0, worstKm: 0 };
  for (let t = start; t < start + days * day; t += t < start + day / 2 ? hour / 4 : hour) {
    const now = t + random();
    const fix = fixOf(now);
    if (fix === null) continue;
    fixes.push(fix);
    const fit = fitOrbit(fixes, orbit);
    if (fit.ok) orbit = fit.orbit;
    else if (t > start + 3 * hour) outcome.without += 1;
    if (orbit === undefined) continue;
    each(now, orbit);
    if (measureBurn(orbit) !== null) outcome.burns += 1;
    if (t < start + day || !isCompared(now)) continue;
    const ephemeris = ephemerisOf(orbit);
    for (const lead of leads) {
      const at = now + lead;
      const error = horizontalKm(service.truth.earthFixed(at), ephemeris.earthFixed(at));
      outcome.compared += 1;
      if (lead === leads[0]) outcome.worstKm = Math.max(outcome.worstKm, error);
      if (error < 2 * ephemeris.sigmaKm(at)) outcome.inside += 1;
    }
  }
  return outcome;
}

function total(outcomes: readonly Outcome[]): Outcome & { share: number } {
  const sum = (key: keyof Outcome): number =>
    outcomes.reduce((all, outcome) => all + outcome[key], 0);
  const [inside, compared] = [sum('inside'), sum('compared')];
  return {
    without: sum('without'),
    burns: sum('burns'),
    inside,
    compared,
    share: inside / compared,
    worstKm: Math.max(...outcomes.map(({ worstKm }) => worstKm)),
  };
}

/**
 * Compares the stated uncertainty with the error at every time. The stated uncertainty assumes sets as published. If
 * the service uses older sets, more errors are outside the uncertainty, because the age of a set is not in the answers.
 */
const always = (): boolean => true;

describe('fitOrbit, with a service of published element sets', () => {
  it('states a correct uncertainty for a service without faults', () => {
    const all = total(
      seeds.map((seed) => {
        const one = caseOf(seed, 4);
        return run(one, 4, (t) => one.service.fix(t), always);
      }),
    );
    expect(all).toMatchObject({ without: 0, burns: 0 });
    expect(all.share).toBeGreaterThan(0.93);
    expect(all.worstKm).toBeLessThan(10);
  });

  it('keeps the orbit and finds no burn when two servers send different element sets', () => {
    const all = total(
      seeds.map((seed) => {
        const one = caseOf(seed, 4);
        const fix = (t: number): Fix => one.service.fix(t, { back: one.random() < 0.5 ? 1 : 0 });
        return run(one, 4, fix, always);
      }),
    );
    expect(all).toMatchObject({ without: 0, burns: 0 });
    expect(all.share).toBeGreaterThan(0.83);
    expect(all.worstKm).toBeLessThan(25);
  });

  it('keeps the orbit and finds no burn when the service sends an older element set for half a day', () => {
    const all = total(
      seeds.map((seed) => {
        const one = caseOf(seed, 4);
        const back = (t: number): boolean => t > one.start + 2 * day && t < one.start + 2.5 * day;
        return run(one, 4, (t) => one.service.fix(t, { back: back(t) ? 3 : 0 }), always);
      }),
    );
    expect(all).toMatchObject({ without: 0, burns: 0 });
    expect(all.share).toBeGreaterThan(0.87);
    expect(all.worstKm).toBeLessThan(15);
  });

  it('keeps the orbit and finds no burn when the service uses the same element set for two days', () => {
    const all = total(
      seeds.map((seed) => {
        const one = caseOf(seed, 5);
        const frozen = one.start + 2 * day;
        const fix = (t: number): Fix => one.service.fix(t, { asOf: Math.min(t, frozen) });
        return run(one, 4, fix, always);
      }),
    );
    expect(all).toMatchObject({ without: 0, burns: 0 });
    expect(all.share).toBeGreaterThan(0.72);
    expect(all.worstKm).toBeLessThan(30);
  });

  it('keeps the orbit and finds no burn when the service stops for a day and then uses old element sets', () => {
    const all = total(
      seeds.map((seed) => {
        const one = caseOf(seed, 4);
        const late = one.start + 2 * day;
        const fix = (t: number): Fix =>
          one.service.fix(t, { asOf: t < late ? t : Math.min(late, t - day) });
        return run(one, 4, fix, always);
      }),
    );
    expect(all).toMatchObject({ without: 0, burns: 0 });
    expect(all.share).toBeGreaterThan(0.63);
    expect(all.worstKm).toBeLessThan(40);
  });

  it('states a correct uncertainty when no fix arrives for a day in which the element set changes', () => {
    const all = total(
      seeds.map((seed) => {
        const one = caseOf(seed, 4);
        const isAway = (t: number): boolean => t > one.start + 2 * day && t < one.start + 3 * day;
        return run(one, 4, (t) => (isAway(t) ? null : one.service.fix(t)), always);
      }),
    );
    expect(all).toMatchObject({ without: 0, burns: 0 });
    expect(all.share).toBeGreaterThan(0.93);
    expect(all.worstKm).toBeLessThan(12);
  });

  it('detects and measures a burn at the change to a newer element set', () => {
    const all = seeds.map((seed) => {
      const speed = 1 + seed / 4;
      // The same random numbers are used, so that the orbits differ only in the burn.
      const [before, after] = [1e-6, speed].map((one) =>
        truthWithBurn(stationElements[seed % 4] ?? stationElements[0], one, createRandom(seed)),
      ) as [OrbitTruth, OrbitTruth];
      const random = createRandom(seed + 100);
      const start = after.epoch - 2 * day;
      const span = { from: start, to: start + 6 * day };
      const service = setServiceOf({ before, after, changedAt: after.epoch }, span, random);
      const shown = service.published.find((at) => at > after.epoch + 8 * hour) ?? NaN;
      let [raisedKm, sigmaKm] = [NaN, NaN];
      const outcome = run(
        { service, start, random },
        4,
        (t) => service.fix(t),
        (t) => t < after.epoch - day || t > shown + 12 * hour,
        (t, orbit) => {
          const burn = measureBurn(orbit);
          if (burn === null) return;
          expect(t).toBeGreaterThan(after.epoch);
          expect(Math.abs(burn.at / 1000 - after.epoch)).toBeLessThan(3 * hour);
          ({ raisedKm, sigmaKm } = burn);
        },
      );
      const off = Math.abs(raisedKm - (2 * 6790 * speed) / 7660);
      expect(off).toBeLessThan(Math.max(0.3, 2 * sigmaKm));
      return outcome;
    });
    const { without, share } = total(all);
    expect(without).toBe(0);
    expect(share).toBeGreaterThan(0.93);
  });

  it('finds the orbit after a burn from three fixes when there is one fix a day', () => {
    let compared = 0;
    for (const seed of seeds) {
      const [before, after] = [1e-6, 1].map((one) =>
        truthWithBurn(stationElements[seed % 4] ?? stationElements[0], one, createRandom(seed)),
      ) as [OrbitTruth, OrbitTruth];
      const random = createRandom(seed + 200);
      const start = after.epoch - 12 * day;
      const span = { from: start - 2 * day, to: start + 26 * day };
      const service = setServiceOf({ before, after, changedAt: after.epoch }, span, random);
      const shown = service.published.find((at) => at > after.epoch + 8 * hour) ?? NaN;
      const fixes: Fix[] = [];
      let orbit: FittedOrbit | undefined;
      for (let t = start; t < start + 22 * day; t += day) {
        if (orbit !== undefined && fixes.length > 5 && (t < after.epoch || t > shown + 3 * day)) {
          const there = ephemerisOf(orbit).earthFixed(t);
          expect(horizontalKm(service.truth.earthFixed(t), there)).toBeLessThan(60);
          compared += 1;
        }
        fixes.push(service.fix(t + random()));
        const fit = fitOrbit(fixes, orbit);
        if (fit.ok) orbit = fit.orbit;
      }
    }
    expect(compared).toBeGreaterThan(200);
  });

  it('follows the orbit through a solar storm in which the drag doubles overnight', () => {
    const all = total(
      seeds.map((seed) => {
        const one = caseOf(seed, 5, (start) => (t) => {
          // 2 × 10⁻⁴ rev/day² more, in seconds of the motion along the orbit.
          const by = (2e-4 * day) / 15.5;
          const days = Math.max(0, (t - start) / day - 2);
          return [(by * days ** 2) / 2, (by * days) / day];
        });
        return run(one, 4, (t) => one.service.fix(t), always);
      }),
    );
    expect(all).toMatchObject({ without: 0, burns: 0 });
    expect(all.share).toBeGreaterThan(0.84);
    expect(all.worstKm).toBeLessThan(15);
  });

  it('rejects single positions of another orbit, and keeps the orbit', () => {
    const one = caseOf(7, 3);
    const other = orbitTruthOf(stationElements[0]);
    let [polls, rejected] = [0, 0];
    const outcome = run(
      one,
      3,
      (t) => (++polls % 20 === 0 ? fixAt(other, t + 1500) : one.service.fix(t)),
      always,
      (_t, orbit) => (rejected = orbit.rejected),
    );
    expect(outcome).toMatchObject({ without: 0, burns: 0 });
    expect(rejected).toBeGreaterThanOrEqual(3);
    expect(outcome.inside / outcome.compared).toBeGreaterThan(0.85);
  });
});
