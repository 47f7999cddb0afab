import type { Fix } from '#shared/station/station.ts';
import { pollFixes, stationElements, orbitTruthOf, type OrbitTruth } from '#test/support/orbit.ts';
import { randomNormal } from '../support/statistics.ts';

/** A polling schedule. */
export interface PollingArc {
  readonly name: string;
  readonly everySeconds: number;
  readonly count: number;
  /**
   * The goals of the project: the error after 10 minutes in km, the error after 24 hours in km, and the error in
   * seconds for a pass 24 hours ahead.
   */
  readonly goals: readonly [number, number, number];
}

export const pollingArcs: readonly PollingArc[] = [
  { name: '95 min, one a minute', everySeconds: 60, count: 96, goals: [3, 35, 5] },
  { name: '3 h 10, one in 5 min', everySeconds: 300, count: 39, goals: [3, 20, 3] },
  { name: '24 h, one in 10 min', everySeconds: 600, count: 145, goals: [3, 10, 2] },
];

/** One random start: a true orbit, the time of the last fix in Unix seconds, and the fixes until then. */
interface RandomStart {
  readonly truth: OrbitTruth;
  readonly until: number;
  readonly fixes: readonly Fix[];
}

/**
 * - `sets`: SGP4 on the real element sets, unchanged.
 * - `years`: SGP4 with the drag of other years: median 2e-4 rev/day², two thirds within a factor of 1.6.
 */
export type DragModel = 'sets' | 'years';

/**
 * Creates a start whose last fix is at a random time within a day of a real element set; four sets are used in turn.
 */
export function randomStartOf(
  arc: PollingArc,
  index: number,
  drag: DragModel,
  random: () => number,
): RandomStart {
  const factor = drag === 'sets' ? 1 : 1.15 * Math.exp(0.45 * randomNormal(random));
  const elements = stationElements[index % stationElements.length] ?? stationElements[0];
  const truth = orbitTruthOf(elements, factor);
  const until = truth.epoch + (2 * random() - 1) * 86_400;
  return { truth, until, fixes: pollFixes(truth, { ...arc, until, random }) };
}

/**
 * Replaces a fraction of the fixes by outliers of three kinds: the position is anywhere between 50° south and 50°
 * north, is displaced by up to 20° in longitude, or is that of another fix.
 */
export function withOutliers(fixes: readonly Fix[], part: number, random: () => number): Fix[] {
  return fixes.map((fix) => {
    if (random() >= part) return fix;
    const kind = Math.floor(3 * random());
    const shift = 20 * random();
    const other = fixes[Math.floor(random() * fixes.length)] ?? fix;
    if (kind === 0)
      return { ...fix, latitude: 100 * random() - 50, longitude: 360 * random() - 180 };
    if (kind === 1)
      return {
        ...fix,
        longitude: fix.longitude > 150 ? fix.longitude - shift : fix.longitude + shift,
      };
    return { ...other, time: fix.time };
  });
}
