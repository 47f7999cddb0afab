import { ephemerisOf } from '#station/orbit/ephemeris.ts';
import { fitOrbit } from '#station/orbit/fit.ts';
import { passesOf } from '#station/sky/passes.ts';
import type { Observer } from '#shared/station/sky/observer.ts';
import {
  augustEpoch,
  truthOfAugust,
  tenPlaces,
  truePasses,
  type TruePass,
} from '#test/support/ground-truth.ts';
import { pollFixes, createRandom } from '#test/support/orbit.ts';
import type { ResultRow } from '../support/benchmark.ts';

const hourSeconds = 3600;
/** The end of the fixes, and the start of the compared passes. The fixes cover the day before, one in ten minutes. */
const from = augustEpoch + 24 * hourSeconds;
const hours = 120;
/**
 * The lowest culmination that is compared, degrees. By default, the app does not look for lower passes
 * (`defaultMinPeak` in passes.ts).
 */
const minPeakElevation = 10;

/**
 * Fits an orbit to one day of fixes, and computes the passes of five days over ten places from this orbit. Compares
 * them with the passes that satellite.js finds from the element set. The computation with satellite.js has its own
 * frames, look angles and search.
 */
export function placeRows(seed: number, log: (line: string) => void): ResultRow[] {
  const truth = truthOfAugust();
  const random = createRandom(seed);
  const fit = fitOrbit(pollFixes(truth, { until: from, everySeconds: 600, count: 145, random }));
  if (!fit.ok) throw new Error(fit.reason);
  const { earthFixed } = ephemerisOf(fit.orbit);
  const until = from + hours * hourSeconds;
  const theirs = truePasses(truth, Object.values(tenPlaces), from, until);
  return Object.entries(tenPlaces).map(([name, observer], k) => {
    log(name);
    return compare(name, observer, theirs[k] ?? []);
  });

  function compare(name: string, observer: Observer, expected: readonly TruePass[]): ResultRow {
    const ours = passesOf(earthFixed, observer, {
      from,
      hours,
      minPeakElevation: minPeakElevation - 1,
    }).filter(({ rise, set }) => rise.t > from && set.t < until);
    const wanted = expected.filter(({ peakElevation }) => peakElevation >= minPeakElevation);
    let missed = 0;
    let [soonest, worst, highest] = [0, 0, 0];
    for (const pass of wanted) {
      const match = ours.find(({ peak }) => Math.abs(peak.t - pass.peak) < 1000);
      if (match === undefined) {
        missed += 1;
        continue;
      }
      const off = Math.max(
        ...(['rise', 'peak', 'set'] as const).map((at) => Math.abs(match[at].t - pass[at])),
      );
      worst = Math.max(worst, off);
      if (pass.peak < from + 24 * hourSeconds) soonest = Math.max(soonest, off);
      highest = Math.max(highest, Math.abs(match.peak.elevation - pass.peakElevation));
    }
    const extra = ours.filter(
      ({ peak }) =>
        peak.elevation > minPeakElevation + 1 &&
        !expected.some((pass) => Math.abs(pass.peak - peak.t) < 1000),
    ).length;
    return {
      measure: `${name}: passes of five days, worst time on the first day, of all, worst height of a peak`,
      ours: `${wanted.length - missed} of ${wanted.length}; ${soonest.toFixed(2)} s, ${worst.toFixed(1)} s, ${highest.toFixed(2)}°`,
      control: 'satellite.js from elements',
      goal: 'all of them, none more',
      met: missed === 0 && extra === 0,
    };
  }
}
