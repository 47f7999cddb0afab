import type { FittedOrbit } from '#shared/station/orbit.ts';
import type { Fix } from '#shared/station/station.ts';
import type { EarthFixed } from '#shared/station/sky/earth.ts';
import { checkFixAlone } from '#station/plausibility.ts';
import { fitOrbit } from '#station/orbit/fit.ts';
import { choosePolling } from '#station/polling.ts';
import { burnsBetween, truePositionAt, type ElementSet } from './chain.ts';

const minute = 60;
const hour = 3600;
const day = 24 * hour;
/** The true position must be known for so many seconds after a start. */
const reach = 27 * hour;

/** Returns the seconds until the next fix, by the orbit and the number of requests so far. */
export type Pace = (orbit: FittedOrbit | null, requests: number) => number;

export const every =
  (seconds: number): Pace =>
  () =>
    seconds;

/** The intervals at which the app polls. @param watched whether the map is on screen */
export function appPace(watched: boolean): Pace {
  let current: ReturnType<typeof choosePolling> = { mode: 'learning', everySeconds: null };
  return (orbit, requests) => {
    const known = orbit && {
      fitKm: orbit.fitKm,
      doubtKm: orbit.doubtKm,
      spanSeconds: orbit.epoch - orbit.from,
    };
    current = choosePolling({
      paused: false,
      watched,
      orbit: known,
      requestsInADay: requests,
      current,
    });
    return current.everySeconds ?? minute;
  };
}

/**
 * Learns the orbit from the time `from` on, as the app does: drops each fix that is implausible on its own, and fits
 * the orbit after each other fix. Calls `each` after each of the learning times (minutes).
 *
 * @param fixAt returns the answer of the service at a time; null if there is none
 */
export function simulateFirstFits(
  from: number,
  learned: readonly number[],
  pace: Pace,
  fixAt: (t: number) => Fix | null,
  each: (minutes: number, orbit: FittedOrbit | null, now: number) => void,
): void {
  const fixes: Fix[] = [];
  let orbit: FittedOrbit | undefined;
  let last: Fix | null = null;
  let t = from;
  let requests = 0;
  for (const minutes of learned) {
    const now = from + minutes * minute;
    while (t <= now) {
      const fix = fixAt(t);
      requests += 1;
      if (fix !== null) {
        const flaw = checkFixAlone(fix, last);
        last = fix;
        if (flaw === null) {
          fixes.push(fix);
          const fit = fitOrbit(fixes, orbit);
          if (fit.ok) orbit = fit.orbit;
        }
      }
      t += pace(orbit ?? null, requests);
    }
    each(minutes, orbit ?? null, now);
  }
}

/** The true position at a time. Near a start it is known at every time. */
export type Truth = (t: number) => EarthFixed;

export interface Start {
  readonly from: number;
  readonly truth: Truth;
}

/**
 * Random starts, one in each of `count` equal parts of the time that the sets cover. Starts near a burn are left out,
 * and so are starts for which no true position can be computed.
 */
export function startsIn(
  sets: readonly ElementSet[],
  count: number,
  random: () => number,
): readonly Start[] {
  const burns = burnsBetween(sets).map(({ at }) => at);
  const first = (sets[0]?.epoch ?? 0) + 2 * day;
  const last = (sets.at(-1)?.epoch ?? 0) - 2 * day;
  return Array.from(
    { length: count },
    (_, k) => first + ((last - first) * (k + random())) / count,
  ).flatMap((from) => {
    const isNear = burns.some((at) => at > from - day && at < from + reach + day / 2);
    const times = Array.from({ length: 28 }, (_, k) => from + (k * reach) / 27);
    if (isNear || times.some((t) => truePositionAt(sets, t) === null)) return [];
    return [{ from, truth: (t: number) => truePositionAt(sets, t) ?? noTruth(t) }];
  });
}

function noTruth(t: number): never {
  throw new RangeError(`no truth at ${t}`);
}
