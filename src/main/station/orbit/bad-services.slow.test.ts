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

/** The station and its service. `ahead`: as in `setServiceOf`, from the start of the case. */
function caseOf(seed: number, days: number, ahead?: (start: number) => Ahead): Case {
  const random = createRandom(seed);
  const truth = orbitTruthOf(stationElements[seed % 4] ?? stationElements[0]);
  const start = Math.floor(truth.epoch) + 6 * hour * random();
  const orbits = { before: truth, after: truth, changedAt: Infinity };
  const span = { from: start, to: start + days * day };
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

/** What the polls until `days` after the start gave. */
interface Run extends Outcome {
  readonly days: number;
  readonly fixes: readonly Fix[];
  readonly orbit: FittedOrbit | undefined;
}

const nothingPolled: Run = {
  ...{ days: 0, fixes: [], orbit: undefined },
  ...{ without: 0, burns: 0, inside: 0, compared: 0, worstKm: 0 },
};

interface RunOptions {
  /** The answer of the service, by default without faults; null: no poll. */
  readonly fixOf?: (t: number) => Fix | null;
  /**
   * Whether the stated uncertainty is compared with the error at this time; by default at every time. The stated
   * uncertainty assumes sets as published. If the service uses older sets, more errors are outside the uncertainty,
   * because the age of a set is not in the answers.
   */
  readonly isCompared?: (t: number) => boolean;
  /** Called after each poll. */
  readonly each?: (t: number, orbit: FittedOrbit, burn: ReturnType<typeof measureBurn>) => void;
  readonly earlier?: Run;
}

/** Polls and fits as the app does, one fix in 15 minutes for half a day and then one an hour, after an earlier run. */
function run(
  { service, start, random }: Case,
  days: number,
  {
    fixOf = (t) => service.fix(t),
    isCompared = () => true,
    each = () => undefined,
    earlier = nothingPolled,
  }: RunOptions = {},
): Run {
  // Each poll of the earlier run took a random number.
  const fixes = earlier.fixes.filter(() => random() >= 0);
  let { orbit } = earlier;
  const outcome: Outcome = { ...earlier };
  const from = start + earlier.days * day;
  for (let t = from; t < start + days * day; t += t < start + day / 2 ? hour / 4 : hour) {
    const now = t + random();
    const fix = fixOf(now);
    if (fix === null) continue;
    fixes.push(fix);
    const fit = fitOrbit(fixes, orbit);
    if (fit.ok) orbit = fit.orbit;
    else if (t > start + 3 * hour) outcome.without += 1;
    if (orbit === undefined) continue;
    const burn = measureBurn(orbit);
    each(now, orbit, burn);
    if (burn !== null) outcome.burns += 1;
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
  return { ...outcome, days, fixes, orbit };
}

/** The first two days of each case, without faults. */
const faultless = seeds.map((seed) => run(caseOf(seed, 7), 2));
/** The cases after these days. */
const known = (ahead?: (start: number) => Ahead) =>
  seeds.map((seed, k) => {
    const one = caseOf(seed, 7, ahead);
    return { ...one, faultsFrom: one.start + 2 * day, earlier: faultless[k] ?? nothingPolled };
  });

function total(outcomes: readonly Outcome[]): Outcome & { readonly share: number } {
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

describe('fitOrbit, with a service of published element sets', () => {
  it('states a correct uncertainty for a service without faults', () => {
    const all = total(known().map((one) => run(one, 4, one)));
    expect(all).toMatchObject({ without: 0, burns: 0 });
    expect(all.share).toBeGreaterThan(0.93);
    expect(all.worstKm).toBeLessThan(10);
  });

  it('keeps the orbit and finds no burn when two servers send different element sets', () => {
    const all = total(
      seeds.map((seed) => {
        const one = caseOf(seed, 6);
        const fixOf = (t: number): Fix => one.service.fix(t, { back: one.random() < 0.5 ? 1 : 0 });
        return run(one, 4, { fixOf });
      }),
    );
    expect(all).toMatchObject({ without: 0, burns: 0 });
    expect(all.share).toBeGreaterThan(0.83);
    expect(all.worstKm).toBeLessThan(25);
  });

  it.each<
    [
      string,
      (t: number, one: ReturnType<typeof known>[number]) => Fix | null,
      { share: number; km: number },
    ]
  >([
    [
      'keeps the orbit and finds no burn when the service sends an older element set for half a day',
      (t, { service, faultsFrom }) =>
        service.fix(t, { back: t > faultsFrom && t < faultsFrom + day / 2 ? 3 : 0 }),
      { share: 0.87, km: 15 },
    ],
    [
      'keeps the orbit and finds no burn when the service uses the same element set for two days',
      (t, { service, faultsFrom }) => service.fix(t, { asOf: Math.min(t, faultsFrom) }),
      { share: 0.72, km: 30 },
    ],
    [
      'keeps the orbit and finds no burn when the service stops for a day and then uses old element sets',
      (t, { service, faultsFrom }) =>
        service.fix(t, { asOf: t < faultsFrom ? t : Math.min(faultsFrom, t - day) }),
      { share: 0.63, km: 40 },
    ],
    [
      'states a correct uncertainty when no fix arrives for a day in which the element set changes',
      (t, { service, faultsFrom }) =>
        t > faultsFrom && t < faultsFrom + day ? null : service.fix(t),
      { share: 0.93, km: 12 },
    ],
  ])('%s', (_, fixOf, { share, km }) => {
    const all = total(known().map((one) => run(one, 4, { ...one, fixOf: (t) => fixOf(t, one) })));
    expect(all).toMatchObject({ without: 0, burns: 0 });
    expect(all.share).toBeGreaterThan(share);
    expect(all.worstKm).toBeLessThan(km);
  });

  it('detects and measures a burn at the change to a newer element set', () => {
    const all = seeds.map((seed) => {
      const speed = 1 + seed / 4;
      // Each orbit gets a generator with the same seed, so that the orbits differ only in the burn.
      const [before, after] = [1e-6, speed].map((one) =>
        truthWithBurn(stationElements[seed % 4] ?? stationElements[0], one, createRandom(seed)),
      ) as [OrbitTruth, OrbitTruth];
      const random = createRandom(seed + 100);
      const start = after.epoch - 2 * day;
      const span = { from: start, to: start + 6 * day };
      const service = setServiceOf({ before, after, changedAt: after.epoch }, span, random);
      const shown = service.published.find((at) => at > after.epoch + 8 * hour) ?? NaN;
      let [raisedKm, sigmaKm] = [NaN, NaN];
      const outcome = run({ service, start, random }, 4, {
        isCompared: (t) => t < after.epoch - day || t > shown + 12 * hour,
        each(t, _orbit, burn) {
          if (burn === null) return;
          expect(t).toBeGreaterThan(after.epoch);
          expect(Math.abs(burn.at / 1000 - after.epoch)).toBeLessThan(3 * hour);
          ({ raisedKm, sigmaKm } = burn);
        },
      });
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
      known((start) => (t) => {
        // After two days, additional drag increases the mean motion, 15.5 rev/day, by 2 × 10⁻⁴ rev/day per day.
        // `by`: the acceleration along the orbit, in seconds of lead per day².
        const by = (2e-4 * day) / 15.5;
        const days = Math.max(0, (t - start) / day - 2);
        return [(by * days ** 2) / 2, (by * days) / day];
      }).map((one) => run(one, 4, one)),
    );
    expect(all).toMatchObject({ without: 0, burns: 0 });
    expect(all.share).toBeGreaterThan(0.84);
    expect(all.worstKm).toBeLessThan(15);
  });

  it('rejects single positions of another orbit, and keeps the orbit', () => {
    const one = caseOf(7, 5);
    const other = orbitTruthOf(stationElements[0]);
    let [polls, rejected] = [0, 0];
    const outcome = run(one, 3, {
      fixOf: (t) => (++polls % 20 === 0 ? fixAt(other, t + 1500) : one.service.fix(t)),
      each: (_t, orbit) => (rejected = orbit.rejected),
    });
    expect(outcome).toMatchObject({ without: 0, burns: 0 });
    expect(rejected).toBeGreaterThanOrEqual(3);
    expect(outcome.inside / outcome.compared).toBeGreaterThan(0.85);
  });
});
