import { randomNormal } from '../support/statistics.ts';

const hourMs = 3600_000;
const minuteMs = 60_000;
const dayMs = 24 * hourMs;

/**
 * An event of an installation: the app starts (`start`) or ends (`end`), or the computer changes to the state `asleep`,
 * `awake` or `locked`.
 */
export type PowerEvent = 'start' | 'end' | 'asleep' | 'awake' | 'locked';

export interface Installation {
  readonly kind: 'office' | 'home' | 'always on';
  /** The time zone, in hours ahead of UTC. */
  readonly zone: number;
  /** The events in order of time; `at` is in milliseconds since the Unix epoch. */
  readonly events: readonly { readonly at: number; readonly what: PowerEvent }[];
}

/** The offset from UTC in hours, and the share of the installations there. The shares are assumed. */
const zones = [
  [-8, 0.1],
  [-6, 0.08],
  [-5, 0.12],
  [-3, 0.07],
  [0, 0.1],
  [1, 0.25],
  [3, 0.06],
  [5.5, 0.08],
  [8, 0.09],
  [9, 0.05],
] as const;
const installationKinds = [
  ['office', 0.55],
  ['home', 0.3],
  ['always on', 0.15],
] as const;

function chooseByShare<T>(table: readonly (readonly [T, number])[], at: number): T {
  let rest = at;
  for (const [value, share] of table) {
    rest -= share;
    if (rest < 0) return value;
  }
  const last = table.at(-1);
  if (last === undefined) throw new RangeError('an empty table');
  return last[0];
}

/**
 * Creates an installation with its events. An installation that is always on only starts, once. In offices the app runs
 * from about nine to half past five (local time), and the screen is locked for 45 minutes from about half past twelve;
 * at home the app runs in the evening. In half of these installations the app is started and ended; in the other half
 * the computer wakes and sleeps.
 *
 * @param from midnight UTC, milliseconds since the Unix epoch
 */
export function installationOf(from: number, days: number, random: () => number): Installation {
  const kind = chooseByShare(installationKinds, random());
  const zone = chooseByShare(zones, random());
  const around = (clockHour: number, sigmaMinutes: number): number =>
    clockHour * hourMs + randomNormal(random) * sigmaMinutes * minuteMs;
  const restarts = random() < 0.5;
  const events: { at: number; what: PowerEvent }[] = [];
  if (kind === 'always on') {
    const at = from + random() * dayMs;
    return { kind, zone, events: [{ at, what: 'start' }] };
  }
  // One day is added at each end, because local midnight is not midnight UTC.
  for (let n = -1; n <= days; n += 1) {
    const midnight = from + n * dayMs - zone * hourMs;
    const [begin, end] =
      kind === 'office' ? [around(9, 12), around(17.5, 45)] : [around(18.5, 75), around(23, 45)];
    if (end < begin) continue;
    events.push({ at: midnight + begin, what: restarts ? 'start' : 'awake' });
    if (kind === 'office') {
      const lunch = around(12.5, 20);
      events.push({ at: midnight + lunch, what: 'locked' });
      events.push({ at: midnight + lunch + 45 * minuteMs, what: 'awake' });
    }
    events.push({ at: midnight + end, what: restarts ? 'end' : 'asleep' });
  }
  return { kind, zone, events: events.filter(({ at }) => at >= from && at < from + days * dayMs) };
}
