import { expect, it } from 'vitest';
import { createRandom, orbitTruthOf, pollFixes, stationElements } from '#test/support/orbit.ts';
import { fitOrbit } from '#station/orbit/fit.ts';
import { burnSchema } from './burn.ts';
import { predictionSchema } from './ledger.ts';
import { fittedOrbitSchema } from './orbit.ts';
import { observerSchema } from './sky/observer.ts';
import { sampledPathSchema } from './sky/sampled-path-schema.ts';
import { fixSchema } from './station.ts';

const truth = orbitTruthOf(stationElements[0]);
const [first, ...others] = pollFixes(truth, {
  ...{ until: truth.epoch, everySeconds: 300, count: 6, random: createRandom(1) },
});
const fit = fitOrbit(first === undefined ? [] : [first, ...others]);
if (!fit.ok) throw new Error(fit.reason);
const { elements, covariance } = fit.orbit;
const side = { elements, covariance, set: elements };
const burn = { from: 1, to: 2, before: side, after: side, second: { elements, covariance } };
const orbit = { ...fit.orbit, burn };
const prediction = {
  ...{ id: 1, predictedAt: 0, observer: { latitude: 0, longitude: 0, altitude: null } },
  ...{ rise: 1, peak: 2, set: 3, peakElevation: 4, visible: false, sigma: 0, replaces: null },
};

/** A copy of the value with another value at a path of keys. */
function withValue(value: unknown, [key, ...rest]: readonly string[], other: unknown): unknown {
  if (key === undefined) return other;
  const parts = value as Record<string, unknown>;
  const changed = withValue(parts[key], rest, other);
  return Array.isArray(value)
    ? value.map((part: unknown, index) => (String(index) === key ? changed : part))
    : { ...parts, [key]: changed };
}

const set = 'memory.sets.0';
const sampledPath = { from: 0, step: 1, coordinates: Array.from({ length: 18 }, () => 1) };
const burnOf = { at: 0, sigmaSeconds: 0, raisedKm: -1, sigmaKm: 0, detectedAt: 0 };

it.each([
  ['elements.inclination', fittedOrbitSchema, orbit, [0, 180], [-0.1, 180.1]],
  ['elements.meanMotion', fittedOrbitSchema, orbit, [0.1], [0, -1]],
  ['elements.eccentricityX', fittedOrbitSchema, orbit, [-0.2, 0.2], [-0.21, 0.21]],
  ['elements.eccentricityY', fittedOrbitSchema, orbit, [-0.2, 0.2], [-0.21, 0.21]],
  ['covariance', fittedOrbitSchema, orbit, [covariance], [[...covariance, 0], []]],
  ['reading', fittedOrbitSchema, orbit, ['geocentric', 'geodetic'], ['', null]],
  ['timing', fittedOrbitSchema, orbit, ['floored', 'even'], ['', null]],
  ['count', fittedOrbitSchema, orbit, [0, 1], [-1, 0.5]],
  ['rejected', fittedOrbitSchema, orbit, [0], [-1, 0.5]],
  ['doubtKm', fittedOrbitSchema, orbit, [0], [-0.1]],
  ['rmsKm', fittedOrbitSchema, orbit, [0], [-0.1]],
  ['crossKm', fittedOrbitSchema, orbit, [0], [-0.1]],
  ['fitKm', fittedOrbitSchema, orbit, [0], [-0.1]],
  ['burn', fittedOrbitSchema, orbit, [null, burn], [undefined, {}]],
  ['burn.second', fittedOrbitSchema, orbit, [null], [undefined, {}]],
  ['burn.before.set', fittedOrbitSchema, orbit, [elements], [null]],
  ['memory.sets', fittedOrbitSchema, orbit, [], [[]]],
  ['memory.count', fittedOrbitSchema, orbit, [0], [-1, 0.5]],
  ['memory.rejected', fittedOrbitSchema, orbit, [0], [-1, 0.5]],
  ['memory.unexplained', fittedOrbitSchema, orbit, [[], [1]], [null]],
  [`${set}.age`, fittedOrbitSchema, orbit, [0], [-1]],
  [`${set}.times`, fittedOrbitSchema, orbit, [[1]], [[]]],
  [`${set}.right`, fittedOrbitSchema, orbit, [covariance.slice(0, 7)], [[1, 2, 3, 4, 5, 6], []]],
  [`${set}.information`, fittedOrbitSchema, orbit, [covariance], [covariance.slice(1)]],
  [`${set}.count`, fittedOrbitSchema, orbit, [0], [-1, 0.5]],
  [`${set}.rejected`, fittedOrbitSchema, orbit, [0], [-1, 0.5]],
  [`${set}.squares`, fittedOrbitSchema, orbit, [0], [-1]],
  [`${set}.crossKm`, fittedOrbitSchema, orbit, [0], [-1]],
  [`${set}.changed`, fittedOrbitSchema, orbit, [true], [null]],
  ['latitude', fixSchema, first, [-90, 90], [-90.1, 90.1]],
  ['longitude', fixSchema, first, [-180, 180], [-180.1, 180.1]],
  ['time', fixSchema, first, [0], [-1, 8.64e12 + 1]],
  ['latitude', observerSchema, prediction.observer, [-90, 90], [-90.1, 90.1]],
  ['longitude', observerSchema, prediction.observer, [-180, 180], [-180.1, 180.1]],
  ['altitude', observerSchema, prediction.observer, [null, -430, 8850], [-1000, 10_000]],
  ['id', predictionSchema, prediction, [1], [0, 1.5]],
  ['sigma', predictionSchema, prediction, [0], [-0.1]],
  ['replaces', predictionSchema, prediction, [null, 1], [0, 1.5]],
  ['sigmaSeconds', burnSchema, burnOf, [0], [-0.1]],
  ['sigmaKm', burnSchema, burnOf, [0], [-0.1]],
  [
    'coordinates',
    sampledPathSchema,
    sampledPath,
    [sampledPath.coordinates],
    [sampledPath.coordinates.slice(1)],
  ],
  ['step', sampledPathSchema, sampledPath, [1], [0, -1]],
])('schemas of stored data limit `%s`', (path, schema, valid, good, bad) => {
  const accepts = (value: unknown): boolean =>
    schema.safeParse(withValue(valid, path.split('.'), value)).success;
  expect(schema.safeParse(valid).success).toBe(true);
  expect(good.map(accepts)).toEqual(good.map(() => true));
  expect(bad.map(accepts)).toEqual(bad.map(() => false));
});
