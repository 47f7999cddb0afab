import type { Conjunction } from '#shared/station/sky/sky.ts';
import type { Pass } from '#shared/station/sky/pass.ts';
import { ephemerisOf } from '#station/orbit/ephemeris.ts';
import { fitOrbit } from '#station/orbit/fit.ts';
import { conjunctionsOf } from '#station/sky/conjunctions.ts';
import { passesOf } from '#station/sky/passes.ts';
import { skyOf } from '#station/sky/sky.ts';
import { tenPlaces } from '#test/support/ground-truth.ts';
import { movedTruth, pollFixes, createRandom, stationElements } from '#test/support/orbit.ts';
import { trueConjunctions, truePlanets, trueStars } from '#test/support/sky-truth.ts';
import type { ResultRow } from '../support/benchmark.ts';
import { median, formatPercent, quantile } from '../support/statistics.ts';

const daySeconds = 86_400;
const yearFrom = Date.UTC(2026, 11, 1) / 1000;
/**
 * A conjunction with a larger separation than this, in degrees, is too close to the limit of 2°: it counts neither as a
 * hit nor as a miss.
 */
const maxSureDegrees = 1.9;
/** The targets for which the true conjunctions are computed: the Moon, the planets and twelve of the stars. */
const knownTargets: ReadonlySet<string> = new Set([
  'moon',
  ...truePlanets,
  ...Object.keys(trueStars),
]);

const nameOf = ({ target }: Conjunction): string =>
  'body' in target ? target.body : target.star.en;

const meanOfValues = (values: readonly number[]): number =>
  values.reduce((sum, one) => sum + one, 0) / values.length;

/** Processor time of this thread, milliseconds. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/**
 * Fits an orbit to one day of fixes, on days spread over a year. Then compares the computed conjunctions with the true
 * ones: in all passes over ten places, on the day that begins twelve hours after the last fix. Each pass counts as
 * visible from rise to set, because the geometry is the same by day.
 */
export function conjunctionRows(
  days: number,
  seed: number,
  log: (line: string) => void,
): ResultRow[] {
  const random = createRandom(seed);
  let [right, missed, extra] = [0, 0, 0];
  const offDegrees: number[] = [];
  const offSeconds: number[] = [];
  const inSigmas: number[] = [];
  /** The processor times of the conjunctions of one pass, and of the sky behind one pass, milliseconds. */
  const pieces: number[] = [];
  const skies: number[] = [];
  for (let index = 0; index < days; index += 1) {
    const noon = yearFrom + Math.floor((index * 365) / days) * daySeconds;
    const elements = stationElements[index % stationElements.length] ?? stationElements[0];
    const truth = movedTruth(elements, Math.floor(noon - 20_000 * random()));
    const fit = fitOrbit(pollFixes(truth, { until: noon, everySeconds: 600, count: 145, random }));
    if (!fit.ok) throw new Error(fit.reason);
    const ephemeris = ephemerisOf(fit.orbit);
    for (const observer of Object.values(tenPlaces)) {
      const passes = passesOf(ephemeris.earthFixed, observer, {
        from: noon + daySeconds / 2,
        hours: 24,
      });
      for (const one of passes) {
        const { rise, set } = one;
        const pass: Pass = { ...one, visible: true, visibleFrom: rise.t, visibleTo: set.t };
        const began = cpuMs();
        const ours = conjunctionsOf(ephemeris, observer, pass);
        pieces.push(cpuMs() - began);
        const theirs = trueConjunctions(truth, observer, rise.t, set.t);
        for (const { what, t, separation } of theirs) {
          if (separation > maxSureDegrees) continue;
          const match = ours.find((other) => nameOf(other) === what);
          if (match === undefined) {
            missed += 1;
            continue;
          }
          right += 1;
          const off = Math.abs(match.separation - separation);
          offDegrees.push(off);
          offSeconds.push(Math.abs(match.t - t));
          inSigmas.push(off / match.separationSigma);
        }
        extra += ours.filter(
          (other) =>
            knownTargets.has(nameOf(other)) &&
            other.separation < maxSureDegrees &&
            !theirs.some(({ what }) => what === nameOf(other)),
        ).length;
      }
      const [first] = passes;
      if (first === undefined) continue;
      const began = cpuMs();
      skyOf(ephemeris, observer, first);
      skies.push(cpuMs() - began);
    }
    if (index % 10 === 9) log(`${index + 1} days, ${right} conjunctions`);
  }
  const control = 'SGP4, VSOP87, Meeus, Hipparcos; plain search';
  const share = right / (right + missed + extra);
  const [half, most] = [median(offDegrees), quantile(offDegrees, 0.95)];
  const seconds = quantile(offSeconds, 0.95);
  const inside = inSigmas.filter((one) => one <= 2).length / right;
  const piece = Math.max(...pieces);
  return [
    {
      measure: 'conjunctions within 1.9°, one day ahead',
      ours: `${right} right, ${missed} missed, ${extra} too many: ${formatPercent(share)}`,
      control,
      goal: '≥ 98 %',
      met: share >= 0.98,
    },
    {
      measure: 'their separation: median, p95; within 2 σ',
      ours: `${half.toFixed(3)}°, ${most.toFixed(3)}°; ${formatPercent(inside)}`,
      control,
      goal: '≤ 0.05°',
      met: most <= 0.05,
    },
    {
      measure: 'their time: p95',
      ours: `${seconds.toFixed(2)} s`,
      control,
      goal: '≤ 1 s',
      met: seconds <= 1,
    },
    {
      measure: 'conjunctions of one pass: mean, longest; the sky behind one: mean',
      ours: `${meanOfValues(pieces).toFixed(1)} ms, ${piece.toFixed(1)} ms; ${meanOfValues(skies).toFixed(1)} ms`,
      goal: '≤ 20 ms',
      met: piece <= 20,
    },
  ];
}
