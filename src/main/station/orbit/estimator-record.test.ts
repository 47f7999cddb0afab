import { join } from 'node:path';
import { it } from 'vitest';
import {
  createRandom,
  fixAt,
  orbitTruthOf,
  pollFixes,
  stationElements,
  truthWithBurn,
  type OrbitTruth,
} from '#test/support/orbit.ts';
import { expectRecord, figures } from '#test/support/record.ts';
import { setServiceOf } from '#test/support/set-service.ts';
import type { Elements, ElementSet, FittedOrbit } from '#shared/station/orbit.ts';
import { placeBelow } from '#shared/station/sky/earth.ts';
import type { Fix } from '#shared/station/station.ts';
import { measureBurn } from './burn.ts';
import { ephemerisOf } from './ephemeris.ts';
import { firstEstimate } from './first-estimate.ts';
import { fitOrbit } from './fit.ts';
import { fittedOrbitOf } from './fitted-orbit.ts';
import { fixOffsetFrom } from './fix-offset.ts';
import { geodeticLatitude } from './frames.ts';
import { parameterCount, positiveDegrees, vectorOf } from './parameters.ts';

const minute = 60;
const hour = 3600;
const day = 24 * hour;

const deviationsOf = (covariance: readonly number[]): number[] =>
  Array.from({ length: parameterCount }, (_, k) =>
    Math.sqrt(covariance[k * (parameterCount + 1)] ?? NaN),
  );

/** The elements, with their angles from 0° to 360°. */
const elementsIn = (elements: Elements): Float64Array =>
  vectorOf({
    ...elements,
    node: positiveDegrees(elements.node),
    argumentOfLatitude: positiveDegrees(elements.argumentOfLatitude),
  });

/** The decisive figures of an orbit; times are relative to `start`. */
function orbitLines(orbit: FittedOrbit, start: number): string[] {
  const { memory, burn } = orbit;
  const ephemeris = ephemerisOf(orbit);
  const at = (seconds: number): string => {
    const t = orbit.epoch + seconds;
    const { alongKm, crossKm } = ephemeris.deviations(t);
    const place = ephemeris.at(t);
    const sigmas = figures(alongKm, crossKm, ephemeris.timeSigma(t), place.sigmaKm);
    const { latitude, longitude, altitudeKm } = place;
    return `  at ${seconds / hour} h: ${figures(...place.earthFixed, latitude, longitude, altitudeKm)} sigma ${sigmas}`;
  };
  const measured = measureBurn(orbit);
  return [
    `  epoch ${figures(orbit.epoch - start)} ${orbit.reading} ${orbit.timing}, accepted ${orbit.count} rejected ${orbit.rejected} unexplained ${memory.unexplained.length}`,
    `  elements ${figures(...elementsIn(orbit.elements))}`,
    `  deviations ${figures(...deviationsOf(orbit.covariance))}`,
    `  rms ${figures(orbit.rmsKm)} cross ${figures(orbit.crossKm)} fit ${figures(orbit.fitKm)} doubt ${figures(orbit.doubtKm)} from ${figures(orbit.from - start)} until ${figures(memory.until - start)}`,
    `  start ${figures(memory.start.epoch - start, ...elementsIn(memory.start.elements), ...deviationsOf(memory.start.covariance))}`,
    ...memory.sets.map((set) => setLine(set, set.changed, start)),
    at(0),
    at(-6 * hour),
    at(30 * hour),
    ...(burn === null
      ? []
      : [
          `  burn ${figures(burn.from - start, burn.to - start, ...elementsIn(burn.before.set), ...elementsIn(burn.after.elements), ...deviationsOf(burn.after.covariance))} second ${burn.second === null ? 'none' : figures(...deviationsOf(burn.second.covariance))}`,
        ]),
    ...(measured === null
      ? []
      : [
          `  measured ${figures(measured.at / 1000 - start, measured.raisedKm, measured.sigmaKm, measured.sigmaSeconds)}`,
        ]),
  ];
}

function setLine(set: ElementSet, isChanged: boolean, start: number): string {
  const [from, to] = [set.times[0] ?? NaN, set.times.at(-1) ?? NaN];
  const deviations = deviationsOf(set.information);
  // Most corrections are next to zero, and then consist of rounding errors.
  const corrections = set.right.map((value, k) => Math.round(1e4 * (value / (deviations[k] ?? 1))));
  const counts = `${set.count} of ${set.times.length}, ${set.rejected} rejected`;
  const values = [set.reference - start, set.age, set.squares, set.crossKm];
  return `  set${isChanged ? ', changed,' : ''} ${figures(from - start, to - start)}: ${counts}, ${set.timing} ${figures(...values)} elements ${figures(...elementsIn(set.elements))} information ${figures(...deviations)} corrections ${figures(...corrections)}`;
}

interface Scenario {
  readonly title: string;
  /** Unix seconds. */
  readonly start: number;
  readonly fixes: readonly Fix[];
  /** The numbers of fixes after which the orbit is written down; the last one is always. */
  readonly after?: readonly number[];
  /** The number of fixes of the first fit. */
  readonly atOnce?: number;
  /** Whether a first orbit is searched among all fixes, without searches among fewer. */
  readonly isSearch?: boolean;
}

/** Receives the fixes one by one, as the app does. */
function linesOf({ title, start, fixes, after = [], atOnce = 1, isSearch }: Scenario): string[] {
  if (isSearch === true) {
    const estimate = firstEstimate(fixes);
    return [title, ...(estimate === null ? [] : orbitLines(fittedOrbitOf(estimate, fixes), start))];
  }
  const lines: string[] = [];
  let orbit: FittedOrbit | undefined;
  let lastState = '';
  const sums = new Float64Array(parameterCount + 6);
  for (let count = atOnce; count <= fixes.length; count++) {
    const fix = fixes[count - 1];
    const offset = orbit && fix && fixOffsetFrom(orbit, fix);
    const fit = fitOrbit(fixes.slice(0, count), orbit);
    if (fit.ok) orbit = fit.orbit;
    const state = fit.ok ? stateOf(fit.orbit) : fit.reason;
    if (state !== lastState) lines.push(`  ${count}: ${state}`);
    lastState = state;
    if (orbit === undefined) continue;
    const { doubtKm, fitKm, covariance, elements } = orbit;
    const { km = 0, sigmaKm = 0, sigmaSeconds = 0 } = offset ?? {};
    [
      ...deviationsOf(covariance),
      ...[elements.meanMotion, doubtKm, fitKm, Math.abs(km), sigmaKm, sigmaSeconds],
    ].forEach((value, k) => (sums[k] = (sums[k] ?? 0) + value));
    if (after.includes(count)) lines.push(...orbitLines(orbit, start));
  }
  if (orbit === undefined) return [title, ...lines];
  return [title, ...lines, `  sums ${figures(...sums)}`, ...orbitLines(orbit, start)];
}

function stateOf(orbit: FittedOrbit): string {
  const { reading, timing, rejected, burn, memory } = orbit;
  const sets = memory.sets.map(({ changed }) => (changed ? 'c' : 's')).join('');
  const parts = [sets, `${memory.unexplained.length} unexplained, ${rejected} rejected`];
  if (reading === 'geodetic') parts.push(reading);
  if (timing === 'even') parts.push(timing);
  if (burn !== null) parts.push(measureBurn(orbit) === null ? 'change' : 'burn');
  return parts.join(', ');
}

/** Seconds from the start: every `first` seconds for half a day, then every `later` seconds. */
function times(hours: number, first: number, later: number): number[] {
  const result: number[] = [];
  for (let t = 0; t < hours * hour; t += t < 12 * hour ? first : later) result.push(t);
  return result;
}

const truthOf = (k: number): OrbitTruth => orbitTruthOf(stationElements[k] ?? stationElements[0]);

/** The same orbit at other times: `seconds` later. */
const delayedTruth = ({ epoch, earthFixed }: OrbitTruth, seconds: number): OrbitTruth => ({
  epoch,
  earthFixed: (t) => earthFixed(t + seconds),
});

type Ahead = (t: number) => readonly [number, number];

function serviceOf(seed: number, days: number, ahead?: (start: number) => Ahead) {
  const random = createRandom(seed);
  const truth = truthOf(seed % 4);
  const start = Math.floor(truth.epoch) + 6 * hour * random();
  const orbits = { before: truth, after: truth, changedAt: Infinity };
  const span = { from: start, to: start + days * day };
  return { service: setServiceOf(orbits, span, random, ahead?.(start)), start, random };
}

/** A service whose station burns at `start`, with sets of `seed`. */
function burningService(seed: number, speed: number, days: number) {
  const [before, after] = [1e-6, speed].map((one) =>
    truthWithBurn(stationElements[seed % 4] ?? stationElements[0], one, createRandom(seed)),
  ) as [OrbitTruth, OrbitTruth];
  const random = createRandom(seed + 100);
  const { epoch } = after;
  const span = { from: epoch - days * day, to: epoch + days * day };
  return {
    service: setServiceOf({ before, after, changedAt: epoch }, span, random),
    epoch,
    random,
  };
}

function ownOrbit(): Scenario {
  const random = createRandom(1);
  const truth = truthOf(1);
  const start = Math.floor(truth.epoch);
  const steps = [0, 5, 10, 20, ...times(0.6, 60, 60).slice(1), ...times(30, 1800, 1800).slice(2)];
  const fixes = steps.map((t) => fixAt(truth, start + t + random()));
  return { title: 'one orbit, from the first fix on', start, fixes, after: [8, 39] };
}

function publishedSets(): Scenario {
  const { service, start, random } = serviceOf(6, 10);
  const other = delayedTruth(truthOf(0), 1500);
  const fixes = times(160, 900, 3600)
    .filter((t) => t < 30 * hour || t > 42 * hour)
    .map((t, k) => {
      const now = start + t + random();
      if (k % 20 === 19) return fixAt(other, now);
      return service.fix(now, { back: t > 60 * hour && t < 68 * hour ? 3 : 0 });
    });
  const title = 'published sets: outliers, no fixes for 12 h, older sets for 8 h';
  return { title, start, fixes, after: [52] };
}

function storm(): Scenario {
  const { service, start, random } = serviceOf(3, 5, (begin) => (t) => {
    const by = (2e-4 * day) / 15.5;
    const days = Math.max(0, (t - begin) / day - 0.7);
    return [(by * days ** 2) / 2, (by * days) / day];
  });
  const fixes = times(60, 1800, 3600).map((t) => {
    const now = start + t + random();
    return service.fix(now, { back: t > 36 * hour && random() < 0.5 ? 1 : 0 });
  });
  return { title: 'drag that doubles, then two servers in turn', start, fixes };
}

function burn(seed: number, speed: number): Scenario {
  const { service, epoch, random } = burningService(seed, speed, 4);
  const start = epoch - 1.2 * day;
  const fixes = times(72, 1800, 3600).map((t) => service.fix(start + t + random()));
  return { title: `a burn of ${speed} m/s`, start, fixes };
}

/** A burn that two sets show wrongly before a third shows it right. */
function contradictingSets(): Scenario {
  // Each orbit gets a generator with the same seed, so that the orbits differ only in the burn.
  const [none, much, right] = [1e-6, 2.6, 1.8].map((speed) =>
    truthWithBurn(stationElements[0], speed, createRandom(7)),
  ) as [OrbitTruth, OrbitTruth, OrbitTruth];
  const { epoch } = right;
  const random = createRandom(8);
  const fixes = Array.from({ length: 90 }, (_, k) => {
    const t = epoch + (k - 30) * 0.5 * hour;
    const truth = t < epoch + 6 * hour ? none : t < epoch + 12 * hour ? much : right;
    return fixAt(truth, t + random());
  });
  const title = 'two sets after a burn that contradict each other';
  return { title, start: epoch - 15 * hour, fixes };
}

/** A burn that the service shows at once. */
function promptBurn(): Scenario {
  const random = createRandom(9);
  const truth = truthWithBurn(stationElements[2], 1.3, random);
  const start = truth.epoch - 10 * hour;
  const fixes = Array.from({ length: 60 }, (_, k) => fixAt(truth, start + k * 900 + random()));
  return { title: 'a burn of 1.3 m/s, shown at once', start, fixes };
}

function dailyFixes(): Scenario {
  const { service, epoch, random } = burningService(2, 1, 30);
  const start = epoch - 9 * day;
  const fixes = Array.from({ length: 20 }, (_, k) => service.fix(start + k * day + random()));
  return { title: 'one fix a day, with a burn of 1 m/s', start, fixes };
}

/** Four hours of another orbit, in which the orbit is given up. */
function anotherOrbit(): Scenario {
  const { service, start, random } = serviceOf(9, 3);
  const other = delayedTruth(truthOf(3), truthOf(3).epoch - start + 9 * hour);
  const fixes = times(26, 900, 3600).map((t) => {
    const now = start + t + random();
    return t > 18 * hour ? fixAt(other, now) : service.fix(now);
  });
  return { title: 'another orbit after 18 h', start, fixes, after: [56] };
}

/** An hour in which the service steps to another set, or has just stepped. */
function youngOrbit(seed: number, at: number): Scenario {
  const { service, random } = serviceOf(seed, 3);
  const step = service.published.find((time, k) => {
    const { [k - 1]: before = 0, [k + 1]: after = 0 } = service.published;
    return after - time > 2 * hour && time - before > hour;
  });
  const start = (step ?? NaN) - at;
  const fixes = [0, 5, 10, 15, 20, 25, ...Array.from({ length: 40 }, (_, k) => 300 * (k + 1))].map(
    (t) => service.fix(start + t + random()),
  );
  return { title: `a step ${at / minute} min after the first fix`, start, fixes, after: [18] };
}

/** Answers at once, as after a start with stored fixes. */
function atOnce(
  title: string,
  seed: number,
  everySeconds: number,
  count: number,
  change: (fix: Fix, k: number, truth: OrbitTruth, random: () => number) => Fix = (fix) => fix,
): Scenario {
  const random = createRandom(seed);
  const truth = truthOf(seed % 4);
  const start = Math.floor(truth.epoch);
  const until = start + everySeconds * count;
  const fixes = pollFixes(truth, { until, everySeconds, count, random }).map((fix, k) =>
    change(fix, k, truth, random),
  );
  return { title, start, fixes, atOnce: count };
}

const wildFix = (fix: Fix, random: () => number): Fix => ({
  ...fix,
  latitude: random() * 100 - 50,
  longitude: random() * 300 - 150,
});

/** Answers by the element sets that were published for 9 March 2023. */
function mixedSets(): Scenario {
  const given = [
    [1_678_342_016.5, 42.259635, -109.2028],
    [1_678_345_617.5, -47.140456, 131.8857],
    [1_678_349_216.5, 12.906876, -15.733],
    [1_678_352_816.5, 27.448809, -176.4454],
  ] as const;
  const fixes = given.map(([time, latitude, longitude]) => ({
    ...{ time, latitude, longitude },
    receivedAt: time * 1000,
  }));
  return { title: 'four hourly fixes of several sets', start: given[0][0], fixes, atOnce: 4 };
}

const scenarios: readonly (() => Scenario)[] = [
  ownOrbit,
  publishedSets,
  storm,
  () => burn(1, 2),
  contradictingSets,
  promptBurn,
  dailyFixes,
  anotherOrbit,
  () => youngOrbit(5, 20 * minute),
  () => youngOrbit(8, -10 * minute),
  () => atOnce('many fixes at once', 2, 40, 500),
  () =>
    atOnce('one wild fix in four', 3, 300, 40, (fix, k, _truth, random) =>
      k % 4 === 1 ? wildFix(fix, random) : fix,
    ),
  () =>
    atOnce('wild fixes at the begin of each search', 3, 300, 56, (fix, k, _truth, random) =>
      k === 1 || (k > 4 && k < 11) || (k > 41 && k < 48) ? wildFix(fix, random) : fix,
    ),
  () => ({
    ...atOnce('the newest 24 fixes wild', 3, 300, 90, (fix, k, _truth, random) =>
      k > 65 ? wildFix(fix, random) : fix,
    ),
    isSearch: true,
  }),
  () =>
    atOnce('geodetic latitudes', 4, 300, 39, (fix, _k, truth) => {
      const { latitude } = placeBelow(truth.earthFixed(fix.receivedAt / 1000));
      return { ...fix, latitude: geodeticLatitude(Number(latitude.toFixed(4))) };
    }),
  () => atOnce('the middle of each second', 5, 300, 30, (fix, _k, truth) => fixAt(truth, fix.time)),
  () =>
    atOnce('two decimals', 6, 300, 40, (fix) => ({
      ...fix,
      latitude: Number(fix.latitude.toFixed(2)),
      longitude: Number(fix.longitude.toFixed(2)),
    })),
  mixedSets,
  () => atOnce('one fix in six hours', 7, 6.5 * hour, 9),
  () =>
    atOnce('one wild fix among five', 3, 300, 5, (fix, k, _truth, random) =>
      k === 1 ? wildFix(fix, random) : fix,
    ),
  () => atOnce('three wild fixes', 8, 300, 3, (fix, _k, _truth, random) => wildFix(fix, random)),
  () => atOnce('wild fixes', 8, 300, 20, (fix, _k, _truth, random) => wildFix(fix, random)),
  () => atOnce('one wild fix a day', 8, day, 5, (fix, _k, _truth, random) => wildFix(fix, random)),
];

it('fitOrbit returns the stored figures', async () => {
  const lines = scenarios.flatMap((scenario) => linesOf(scenario()));
  await expectRecord(lines, join(import.meta.dirname, 'estimator-record.txt'));
});
