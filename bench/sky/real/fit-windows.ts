import type { FittedOrbit } from '#shared/station/orbit.ts';
import { ephemerisOf } from '#station/orbit/ephemeris.ts';
import { fitOrbit } from '#station/orbit/fit.ts';
import { measureBurn } from '#station/orbit/burn.ts';
import type { Fix } from '#shared/station/station.ts';
import {
  burnsBetween,
  errorKm,
  fixBySet,
  positionBySet,
  setInUse,
  truePositionAt,
  type ElementSet,
} from './chain.ts';

const hourSeconds = 3600;
const daySeconds = 86_400;

/** A polling schedule: its length and interval. */
interface PollingSchedule {
  readonly name: string;
  readonly everySeconds: number;
  readonly count: number;
}

export const pollingSchedules: readonly PollingSchedule[] = [
  { name: 'a day, one in 10 minutes', everySeconds: 600, count: 145 },
  { name: 'five days, one an hour', everySeconds: hourSeconds, count: 121 },
];

/** The times after the newest fix at which errors are measured. */
export const leadTimes = [
  ['10 min', 600],
  ['6 h', 6 * hourSeconds],
  ['1 d', daySeconds],
  ['2 d', 2 * daySeconds],
  ['3 d', 3 * daySeconds],
] as const;

/** The results at one time after the newest fix. */
interface LeadResults {
  /** Horizontal error of the app's position, and of the position by the newest set, km. */
  readonly ours: number;
  readonly newest: number;
  readonly sigma: number;
}

export interface WindowResults {
  readonly polling: PollingSchedule;
  readonly windows: number;
  /**
   * The number of windows in which a fit to the fixes of more than three hours failed, or no orbit was found at all.
   */
  readonly without: number;
  /** The number of the `quiet` windows, those without a burn, in which the app nevertheless reported one. */
  readonly falseBurns: number;
  readonly quiet: number;
  /** The results in the order of `leadTimes`, without windows that have a burn in them or in the time ahead. */
  readonly outcomes: readonly (readonly LeadResults[])[];
}

/** Fits the orbit as the app does, fix by fix, in windows at random times, and compares it with the true position. */
export function windowsOf(
  sets: readonly ElementSet[],
  polling: PollingSchedule,
  count: number,
  random: () => number,
): WindowResults {
  const burns = burnsBetween(sets).map(({ at }) => at);
  const span = polling.everySeconds * (polling.count - 1);
  const first = (sets[0]?.epoch ?? 0) + span + daySeconds;
  const last = (sets.at(-1)?.epoch ?? 0) - 3.5 * daySeconds;
  const outcomes: LeadResults[][] = leadTimes.map(() => []);
  let [without, falseBurns, quiet] = [0, 0, 0];
  for (let window = 0; window < count; window++) {
    const until = first + (last - first) * random();
    const fixes: Fix[] = [];
    let orbit: FittedOrbit | undefined;
    let isWithout = false;
    for (let k = polling.count - 1; k >= 0; k--) {
      const t = until - k * polling.everySeconds + random();
      const set = setInUse(sets, t);
      if (set === null) continue;
      fixes.push(fixBySet(set, t));
      const fit = fitOrbit(fixes, orbit);
      if (fit.ok) orbit = fit.orbit;
      else if (fixes.length >= 3 && t - (fixes[0]?.time ?? t) >= 3 * hourSeconds) isWithout = true;
    }
    if (isWithout || orbit === undefined) without += 1;
    if (orbit === undefined) continue;
    const isQuiet = !burns.some((at) => at > until - span - daySeconds && at < until);
    if (isQuiet) quiet += 1;
    if (isQuiet && measureBurn(orbit) !== null) falseBurns += 1;
    const ephemeris = ephemerisOf(orbit);
    leadTimes.forEach(([, ahead], k) => {
      const t = until + ahead;
      if (burns.some((at) => at > until - span - daySeconds && at < t + daySeconds / 2)) return;
      const [truth, next, set] = [
        truePositionAt(sets, t),
        truePositionAt(sets, t + 1),
        setInUse(sets, until),
      ];
      if (truth === null || next === null || set === null) return;
      const ours = errorKm(ephemeris.earthFixed(t), truth, next);
      const other = errorKm(positionBySet(set, t), truth, next);
      outcomes[k]?.push({
        ours: Math.hypot(ours.along, ours.cross),
        newest: Math.hypot(other.along, other.cross),
        sigma: ephemeris.sigmaKm(t),
      });
    });
  }
  return { polling, windows: count, without, falseBurns, quiet, outcomes };
}
