import { ephemerisOf } from '#station/orbit/ephemeris.ts';
import { fitOrbit } from '#station/orbit/fit.ts';
import { passesOf } from '#station/sky/passes.ts';
import { horizontalKm, createRandom } from '#test/support/orbit.ts';
import type { ResultRow } from '../support/benchmark.ts';
import { formatKm, quantile } from '../support/statistics.ts';
import { pollingArcs, randomStartOf, type PollingArc } from './orbit-world.ts';

const hourSeconds = 3600;
const horizons = [600, 24 * hourSeconds, 72 * hourSeconds] as const;

/** Errors of many random starts with the same polling schedule. */
interface ErrorSample {
  readonly failed: number;
  /** The errors at each time of `horizons` after the newest fix, in km. */
  readonly errors: readonly number[][];
  /**
   * Seconds between the predicted and the true rise, peak and set of passes 18 to 30 hours ahead; Infinity for a pass
   * that is not predicted.
   */
  readonly passes: readonly number[];
}

function sampleErrors(arc: PollingArc, starts: number, seed: number): ErrorSample {
  const errors: number[][] = horizons.map(() => []);
  const passes: number[] = [];
  let failed = 0;
  for (let index = 0; index < starts; index++) {
    const random = createRandom(seed + index);
    const { truth, until, fixes } = randomStartOf(arc, index, random);
    const observer = {
      latitude: 120 * random() - 60,
      longitude: 360 * random() - 180,
      altitude: 0,
    };
    const fit = fitOrbit(fixes);
    if (!fit.ok) {
      failed += 1;
      continue;
    }
    const ephemeris = ephemerisOf(fit.orbit);
    horizons.forEach((ahead, k) => {
      const t = until + ahead;
      errors[k]?.push(horizontalKm(truth.earthFixed(t), ephemeris.earthFixed(t)));
    });
    const options = { from: until + 18 * hourSeconds, hours: 12 };
    const foundPasses = passesOf(ephemeris.earthFixed, observer, {
      ...options,
      minPeakElevation: 5,
    });
    for (const pass of passesOf(truth.earthFixed, observer, options)) {
      const match = foundPasses.find(({ peak }) => Math.abs(peak.t - pass.peak.t) < 1800);
      for (const at of ['rise', 'peak', 'set'] as const) {
        passes.push(match === undefined ? Infinity : Math.abs(match[at].t - pass[at].t));
      }
    }
  }
  return { failed, errors, passes };
}

/** Measures the accuracy: 95 % of the errors, and in brackets the goal. */
export function accuracyRows(
  starts: number,
  seed: number,
  log: (line: string) => void,
): ResultRow[] {
  return pollingArcs.map((arc) => {
    log(arc.name);
    const { failed, errors, passes } = sampleErrors(arc, starts, seed);
    const [soon = NaN, day = NaN, days = NaN] = errors.map((some) => quantile(some, 0.95));
    const times = quantile(passes, 0.95);
    const [soonGoal, dayGoal, timesGoal] = arc.goals;
    return {
      fixes: arc.name,
      '10 min ahead': `${formatKm(soon)} (${soonGoal})`,
      '24 h ahead': `${formatKm(day)} (${dayGoal})`,
      'pass times 24 h ahead': `${times.toPrecision(2)} s (${timesGoal})`,
      '3 days ahead': formatKm(days),
      met: failed === 0 && soon <= soonGoal && day <= dayGoal && times <= timesGoal,
    };
  });
}
