import type { EarthFixed } from '#shared/station/sky/earth.ts';
import { earthFixedOf } from '#shared/station/sky/earth.ts';
import type { Transit } from '#shared/station/sky/transit.ts';
import { ephemerisOf } from '#station/orbit/ephemeris.ts';
import { fitOrbit } from '#station/orbit/fit.ts';
import { transitsOf } from '#station/sky/transits.ts';
import { tenPlaces } from '#test/support/ground-truth.ts';
import {
  movedTruth,
  pollFixes,
  createRandom,
  stationElements,
  type OrbitTruth,
} from '#test/support/orbit.ts';
import type { ResultRow } from '../support/benchmark.ts';
import { formatKm, median, formatPercent, quantile } from '../support/statistics.ts';
import { trueBodyOf, trueTransits, type TrueTransit } from '#test/support/transit-truth.ts';

const daySeconds = 86_400;
const yearFrom = Date.UTC(2026, 11, 1) / 1000;
/** Centre lines up to this distance count, km. */
const maxCentreLineKm = 50;
/** A centre line this near the limit, in km, counts neither as a hit nor as a miss. */
const marginKm = 2;
const minElevation = 5;

interface Compared {
  hits: number;
  misses: number;
  extra: number;
  readonly offKm: number[];
  readonly offSeconds: number[];
  readonly inSigmas: number[];
  readonly discs: { right: number; wrong: number };
}

/**
 * On each day of a year, at ten places: fits the orbit to the fixes until noon (one in ten minutes for a day), and
 * compares the computed transits of the day that begins 12 hours later with the true transits. Then fits an orbit one
 * hour before each true transit, and compares again.
 */
export function transitRows(days: number, seed: number, log: (line: string) => void): ResultRow[] {
  const random = createRandom(seed);
  const bodies = { sun: trueBodyOf('sun'), moon: trueBodyOf('moon') };
  const ahead = emptyComparison();
  const soon = emptyComparison();
  for (let index = 0; index < days; index += 1) {
    const noon = yearFrom + index * daySeconds;
    const elements = stationElements[index % stationElements.length] ?? stationElements[0];
    // The epoch is within a day of the fixes, so that the drag of the elements applies to that day.
    const truth = movedTruth(elements, Math.floor(noon - 20_000 * random()));
    const ephemeris = fitTruth(truth, noon, random);
    const from = noon + daySeconds / 2;
    for (const observer of Object.values(tenPlaces)) {
      const options = { from, to: from + daySeconds, withinKm: maxCentreLineKm + 10, minElevation };
      const theirs = trueTransits(truth, observer, bodies, options);
      const ours = transitsOf(ephemeris, observer, {
        from: from - 600,
        hours: 24 + 1 / 3,
        withinKm: maxCentreLineKm + 10,
      });
      addComparison(ahead, theirs, ours);
      for (const one of theirs.filter(({ distanceKm }) => distanceKm < maxCentreLineKm)) {
        const near = fitTruth(truth, one.t - 3600, random);
        const foundTransits = transitsOf(near, observer, {
          from: one.t - 1200,
          hours: 2 / 3,
          withinKm: maxCentreLineKm + 10,
        });
        // The station may also cross the other body in the same hour, so only transits of this body are compared.
        addComparison(
          soon,
          [one],
          foundTransits.filter(({ body }) => body === one.disc),
        );
      }
    }
    if (index % 30 === 29) log(`${index + 1} days, ${ahead.hits} transits`);
  }
  return [
    ...comparisonRows('one day ahead', ahead, [1.5, 4]),
    ...comparisonRows('one hour ahead', soon, [0.5, NaN]),
  ];
}

function fitTruth(truth: OrbitTruth, until: number, random: () => number) {
  const fit = fitOrbit(pollFixes(truth, { until, everySeconds: 600, count: 145, random }));
  if (!fit.ok) throw new Error(fit.reason);
  return ephemerisOf(fit.orbit);
}

const emptyComparison = (): Compared => ({
  hits: 0,
  misses: 0,
  extra: 0,
  offKm: [],
  offSeconds: [],
  inSigmas: [],
  discs: { right: 0, wrong: 0 },
});

function addComparison(
  sum: Compared,
  theirs: readonly TrueTransit[],
  ours: readonly Transit[],
): void {
  const isSame = (one: TrueTransit, other: Transit): boolean =>
    one.disc === other.body && Math.abs(one.t - other.t) < 120;
  for (const one of theirs) {
    if (one.distanceKm > maxCentreLineKm - marginKm) continue;
    const match = ours.find((other) => isSame(one, other));
    if (match === undefined) {
      // At the lowest elevation a difference of 0.01° decides whether a transit counts.
      if (one.elevation > minElevation + 0.1) sum.misses += 1;
      continue;
    }
    sum.hits += 1;
    const off = distanceFromTrueLineKm(one, match);
    sum.offKm.push(off);
    sum.offSeconds.push(Math.abs(one.t - match.t));
    sum.inSigmas.push(off / match.lineSigmaKm);
    const onDisc = (separation: number, radius: number): boolean => separation < radius;
    if (onDisc(one.separation, one.discRadius) === onDisc(match.separation, match.discRadius))
      sum.discs.right += 1;
    else sum.discs.wrong += 1;
  }
  for (const other of ours)
    if (
      other.distanceKm < maxCentreLineKm - marginKm &&
      other.elevation > minElevation + 0.1 &&
      !theirs.some((one) => isSame(one, other))
    )
      sum.extra += 1;
}

/** The distance of the app's point from the true centre line, km. */
function distanceFromTrueLineKm({ stand, direction }: TrueTransit, ours: Transit): number {
  const height = Math.hypot(...stand) - Math.hypot(...earthFixedOf(ours.stand));
  const ourPoint = earthFixedOf(ours.stand, height);
  const away: EarthFixed = [ourPoint[0] - stand[0], ourPoint[1] - stand[1], ourPoint[2] - stand[2]];
  const along = away[0] * direction[0] + away[1] * direction[1] + away[2] * direction[2];
  return Math.sqrt(Math.max(0, away[0] ** 2 + away[1] ** 2 + away[2] ** 2 - along ** 2));
}

function comparisonRows(
  when: string,
  sum: Compared,
  [middle, most]: readonly [number, number],
): ResultRow[] {
  const right = sum.hits / (sum.hits + sum.misses + sum.extra);
  const [half, p95] = [median(sum.offKm), quantile(sum.offKm, 0.95)];
  const seconds = quantile(sum.offSeconds, 0.95);
  const inside = sum.inSigmas.filter((one) => one <= 2).length / sum.inSigmas.length;
  const control = 'SGP4, VSOP87 and Meeus, plain search';
  return [
    {
      measure: `transits within ${maxCentreLineKm} km, ${when}`,
      ours: `${sum.hits} right, ${sum.misses} missed, ${sum.extra} too many: ${formatPercent(right)}`,
      control,
      goal: '≥ 95 %',
      met: right >= 0.95,
    },
    {
      measure: `centre line, ${when}: median, p95`,
      ours: `${formatKm(half)}, ${formatKm(p95)}`,
      control,
      goal: Number.isNaN(most) ? `≤ ${middle} km` : `≤ ${middle} km, ≤ ${most} km`,
      met: half <= middle && !(p95 > most),
    },
    {
      measure: `time of a transit, ${when}: p95`,
      ours: `${seconds.toFixed(2)} s`,
      control,
      goal: '≤ 1 s',
      met: seconds <= 1,
    },
    {
      measure: `centre lines within 2 σ, ${when}; on the disc from the place itself`,
      ours: `${formatPercent(inside)}; ${sum.discs.right} right, ${sum.discs.wrong} wrong`,
      control,
    },
  ];
}

/**
 * Measures how long a search of fourteen days for one place takes, and the longest of its uninterrupted pieces of one
 * day.
 */
export function speedRow(): ResultRow {
  const truth = movedTruth(stationElements[1], yearFrom);
  const ephemeris = fitTruth(truth, yearFrom, createRandom(1));
  const pieces: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    pieces.length = 0;
    for (let index = 0; index < 14; index += 1) {
      const began = performance.now();
      transitsOf(ephemeris, tenPlaces['Berlin'] ?? { latitude: 0, longitude: 0, altitude: 0 }, {
        from: yearFrom + index * daySeconds,
        hours: 24,
        withinKm: maxCentreLineKm,
      });
      pieces.push(performance.now() - began);
    }
  }
  const all = pieces.reduce((sum, one) => sum + one, 0);
  const longest = Math.max(...pieces);
  return {
    measure: 'transits of 14 days for one place; the longest piece',
    ours: `${all.toFixed(0)} ms; ${longest.toFixed(1)} ms`,
    goal: '≤ 150 ms; ≤ 20 ms',
    met: all <= 150 && longest <= 20,
  };
}
