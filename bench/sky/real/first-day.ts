import type { FittedOrbit } from '#shared/station/orbit.ts';
import type { Fix } from '#shared/station/station.ts';
import { ephemerisOf } from '#station/orbit/ephemeris.ts';
import { fitOrbit } from '#station/orbit/fit.ts';
import { createRandom } from '#test/support/orbit.ts';
import { sharedData } from '#test/support/shared-data.ts';
import { readOem } from '#tools/orbit/oem-file.ts';
import { readText } from '#tools/orbit/read-file.ts';
import { trajectoryOf } from '#tools/orbit/trajectory.ts';
import type { ResultRow } from '#bench/support/benchmark.ts';
import { median, formatPercent, quantile } from '#bench/support/statistics.ts';
import {
  errorKm,
  fixBySet,
  positionBySet,
  readElementSets,
  setInUse,
  truePositionAt,
} from './chain.ts';
import { pollingSchedules } from './fit-windows.ts';

const hourSeconds = 3600;
const setsFile = 'sky/element-sets-2023-01-04.jsonl';
/** UT1 − UTC, seconds, in February 2023. */
const ut1MinusUtc = -0.015;
const trajectories = ['sky/nasa-oem-2023-02-17.xml.gz', 'sky/nasa-oem-2023-02-22.xml.gz'];
/** Only the first day of a trajectory counts as truth: later states are forecasts. */
const firstDay = 24 * hourSeconds;
/** The number of runs; each has different random publication delays. */
const runCount = 5;
const leadTimes = [
  ['10 min', 600],
  ['6 h', 6 * hourSeconds],
  ['12 h', 12 * hourSeconds],
] as const;

interface ComparedErrors {
  readonly ours: number;
  readonly newest: number;
  readonly chain: number;
  readonly sigma: number;
}

/**
 * Simulates a position service of February 2023, and compares the orbit fitted to its fixes with the first day of
 * NASA's trajectories.
 */
export function firstDayRows(seed: number, log: (line: string) => void): ResultRow[] {
  const path = sharedData(setsFile);
  const files = trajectories.map((file) => sharedData(file));
  if (path === null || files.includes(null)) {
    log('skipped: no shared data');
    return [];
  }
  return pollingSchedules.flatMap((polling) => {
    const all: ComparedErrors[][] = leadTimes.map(() => []);
    for (const file of files) {
      const read = readOem(readText(file ?? ''));
      if (!read.ok) throw new Error(read.message);
      const { earthFixed, from } = trajectoryOf(read.oem.states, ut1MinusUtc);
      for (let run = 0; run < runCount; run++) {
        const random = createRandom(seed + run);
        const published = readElementSets(path, random);
        const fixes: Fix[] = [];
        let orbit: FittedOrbit | undefined;
        const first = from - polling.everySeconds * polling.count;
        for (let t = first; t < from + firstDay; t += polling.everySeconds) {
          const now = t + random();
          const set = setInUse(published, now);
          if (set === null) continue;
          fixes.push(fixBySet(set, now));
          const fit = fitOrbit(fixes, orbit);
          if (fit.ok) orbit = fit.orbit;
          // Twelve orbits are compared per day.
          if (
            orbit === undefined ||
            now < from ||
            fixes.length % (7200 / polling.everySeconds) !== 0
          )
            continue;
          const ephemeris = ephemerisOf(orbit);
          leadTimes.forEach(([, ahead], k) => {
            const at = now + ahead;
            const between = truePositionAt(published, at);
            if (at > from + firstDay || between === null) return;
            const [truth, next] = [earthFixed(at), earthFixed(at + 1)];
            const horizontal = (place: readonly [number, number, number]): number => {
              const { along, cross } = errorKm([...place], truth, next);
              return Math.hypot(along, cross);
            };
            all[k]?.push({
              ours: horizontal(ephemeris.earthFixed(at)),
              newest: horizontal(positionBySet(set, at)),
              chain: horizontal(between),
              sigma: ephemeris.sigmaKm(at),
            });
          });
        }
      }
    }
    return leadTimes.map(([name], k): ResultRow => {
      const some = all[k] ?? [];
      const values = (of: 'ours' | 'newest' | 'chain'): string => {
        const errors = some.map((one) => one[of]);
        return `${median(errors).toFixed(1)} / ${quantile(errors, 0.9).toFixed(1)}`;
      };
      const inside = some.filter((one) => one.ours < 2 * one.sigma).length / some.length;
      return {
        measure: `NASA's trajectories, first day; ${polling.name}, ${name} ahead: median / 90 %, km (inside 2 σ)`,
        ours: `${values('ours')} (${formatPercent(inside)})`,
        control: `newest set ${values('newest')}, blend of the sets around ${values('chain')}; ${some.length} times`,
      };
    });
  });
}
