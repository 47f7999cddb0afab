import type { FittedOrbit } from '#shared/station/orbit.ts';
import type { Fix } from '#shared/station/station.ts';
import type { Burn } from '#shared/station/burn.ts';
import { measureBurn } from '#station/orbit/burn.ts';
import { fitOrbit } from '#station/orbit/fit.ts';
import { createRandom } from '#test/support/orbit.ts';
import { sharedData } from '#test/support/shared-data.ts';
import { readOem, type PlannedEvent } from '#tools/orbit/oem-file.ts';
import { readText } from '#tools/orbit/read-file.ts';
import { trajectoryOf } from '#tools/orbit/trajectory.ts';
import type { ResultRow } from '#bench/support/benchmark.ts';
import { median } from '#bench/support/statistics.ts';
import { burnsBetween, fixBySet, readElementSets, setInUse, type ElementSet } from './chain.ts';
import { fittedSet } from './fitted-sets.ts';

const hourSeconds = 3600;
const daySeconds = 24 * hourSeconds;
/** The number of runs; each has different random publication delays. */
const runCount = 10;

/** A trajectory with a planned burn, and the published sets of that time. */
interface BurnSource {
  readonly trajectory: string;
  readonly sets: string;
  /** Whether the sets are fitted to the trajectory, because too few published sets are known. */
  readonly isFitted: boolean;
}

const burnSources: readonly BurnSource[] = [
  {
    trajectory: 'sky/nasa-oem-2022-02-11.xml.gz',
    sets: 'sky/element-sets-2022-02.jsonl',
    isFitted: true,
  },
  {
    trajectory: 'sky/nasa-oem-2023-02-17.xml.gz',
    sets: 'sky/element-sets-2023-01-04.jsonl',
    isFitted: false,
  },
  {
    trajectory: 'sky/nasa-oem-2023-02-22.xml.gz',
    sets: 'sky/element-sets-2023-01-04.jsonl',
    isFitted: false,
  },
];

/**
 * Compares the burns that NASA's trajectories list with the burns that the app detects from the answers of a simulated
 * service of that time.
 */
export function plannedRows(seed: number, log: (line: string) => void): ResultRow[] {
  return burnSources.flatMap((source): ResultRow[] => {
    const [trajectory, sets] = [sharedData(source.trajectory), sharedData(source.sets)];
    if (trajectory === null || sets === null) {
      log(`skipped: no shared data (${source.trajectory}, ${source.sets})`);
      return [];
    }
    const read = readOem(readText(trajectory));
    if (!read.ok) throw new Error(read.message);
    const { states, events } = read.oem;
    return events
      .filter(({ deltaV }) => deltaV > 0)
      .map((event) => {
        log(event.name);
        const found: BurnRun[] = [];
        for (let run = 0; run < runCount; run++) {
          const random = createRandom(seed + run);
          const published = readElementSets(sets, random);
          const used = source.isFitted
            ? fittedSets(trajectoryOf(states), event.at, published, random)
            : published;
          found.push(burnRunOf(used, event.at, random));
        }
        return rowOf(event, found);
      });
  });
}

/**
 * Element sets every three to nine hours. Each is fitted to the half day of the trajectory before its epoch, or to the
 * part of that half day after a burn.
 */
function fittedSets(
  { earthFixed, from, to }: ReturnType<typeof trajectoryOf>,
  burn: number,
  published: readonly ElementSet[],
  random: () => number,
): ElementSet[] {
  const sets: ElementSet[] = [];
  for (let t = from + daySeconds / 2; t <= to; t += hourSeconds * (3 + 6 * random())) {
    const epoch = Math.floor(t);
    // Less than three hours of tracking data give no set of the new orbit.
    if (epoch > burn && epoch < burn + 3 * hourSeconds) continue;
    const since = Math.max(epoch - daySeconds / 2, epoch > burn ? burn + 600 : -Infinity);
    const like = published.findLast((one) => one.epoch <= epoch) ?? published[0];
    if (like === undefined) throw new Error('no element sets');
    const delay = hourSeconds * (4 + 4 * random());
    sets.push(fittedSet(earthFixed, [since, epoch], like, epoch + delay, random));
  }
  return sets;
}

interface BurnRun {
  /** The first report of the burn; null: the app reported no burn near the planned time. */
  readonly burn: Omit<Burn, 'detectedAt'> | null;
  /** Unix seconds of the fix after which the burn was reported. */
  readonly detectedAt: number;
  /**
   * The number of reported burns that are more than half a day away from the planned burn and from each burn in the
   * published sets.
   */
  readonly others: number;
}

/**
 * Takes one fix an hour, from five days before the burn until three days after it, and fits after each fix as the app
 * does.
 */
function burnRunOf(sets: readonly ElementSet[], at: number, random: () => number): BurnRun {
  const known = [at, ...burnsBetween(sets).map((one) => one.at)];
  const fixes: Fix[] = [];
  const reported: number[] = [];
  let orbit: FittedOrbit | undefined;
  let firstReport: BurnRun['burn'] = null;
  let detectedAt = NaN;
  for (
    let t = at - 5 * daySeconds + hourSeconds * random();
    t < at + 3 * daySeconds;
    t += hourSeconds
  ) {
    const now = t + random();
    const set = setInUse(sets, now);
    if (set === null) continue;
    fixes.push(fixBySet(set, now));
    const fit = fitOrbit(fixes, orbit);
    if (fit.ok) orbit = fit.orbit;
    const burn = orbit === undefined ? null : measureBurn(orbit);
    if (burn === null) continue;
    const seconds = burn.at / 1000;
    if (firstReport === null && Math.abs(seconds - at) < daySeconds / 2)
      [firstReport, detectedAt] = [burn, now];
    const isKnown = known.some((one) => Math.abs(one - seconds) < daySeconds / 2);
    if (!isKnown && reported.every((one) => Math.abs(one - seconds) > daySeconds / 4))
      reported.push(seconds);
  }
  return { burn: firstReport, detectedAt, others: reported.length };
}

function rowOf({ at, deltaV }: PlannedEvent, all: readonly BurnRun[]): ResultRow {
  const reports = all.flatMap(({ burn, detectedAt }) =>
    burn === null ? [] : [{ ...burn, detectedAt }],
  );
  // Vis-viva: the axis grows by 2 a Δv / v.
  const planned = (2 * 6795 * deltaV) / 7660;
  const hours = reports.map((one) => (one.detectedAt - at) / hourSeconds);
  const minutes = reports.map((one) => Math.abs(one.at / 1000 - at) / 60);
  const inside = reports.filter(
    (one) => Math.abs(one.at / 1000 - at) < 2 * one.sigmaSeconds,
  ).length;
  const height = median(reports.map(({ raisedKm }) => raisedKm));
  const when = new Date(at * 1000).toISOString().slice(0, 16).replace('T', ' ');
  return {
    burn: `${when}, ${deltaV} m/s`,
    found: `${reports.length} of ${all.length}`,
    'said after, median (range)': `${median(hours).toFixed(0)} h (${Math.min(...hours).toFixed(0)} to ${Math.max(...hours).toFixed(0)})`,
    'time off, median (inside 2 σ)': `${median(minutes).toFixed(0)} min (${inside} of ${reports.length})`,
    'height (planned)': `${height.toFixed(2)} km (${planned.toFixed(2)} km)`,
    others: String(all.reduce((sum, one) => sum + one.others, 0)),
  };
}
