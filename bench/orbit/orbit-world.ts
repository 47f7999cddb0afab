import type { Fix } from '#shared/station/station.ts';
import { pollFixes, stationElements, orbitTruthOf, type OrbitTruth } from '#test/support/orbit.ts';

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
  { name: 'one a minute, 95 min', everySeconds: 60, count: 96, goals: [3, 35, 5] },
  { name: 'one in 5 min, 3 h 10', everySeconds: 300, count: 39, goals: [3, 20, 3] },
  { name: 'one in 10 min, 24 h', everySeconds: 600, count: 145, goals: [3, 10, 2] },
];

/** One random start: a true orbit, the time of the last fix in Unix seconds, and the fixes until then. */
interface RandomStart {
  readonly truth: OrbitTruth;
  readonly until: number;
  readonly fixes: readonly Fix[];
}

/**
 * Creates a start whose last fix is at a random time within a day of a real element set; four sets are used in turn.
 */
export function randomStartOf(arc: PollingArc, index: number, random: () => number): RandomStart {
  const elements = stationElements[index % stationElements.length] ?? stationElements[0];
  const truth = orbitTruthOf(elements);
  const until = truth.epoch + (2 * random() - 1) * 86_400;
  return { truth, until, fixes: pollFixes(truth, { ...arc, until, random }) };
}
