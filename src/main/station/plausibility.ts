import type { Failure } from '#shared/failure.ts';
import type { FittedOrbit } from '#shared/station/orbit.ts';
import type { Fix } from '#shared/station/station.ts';
import { mostShift } from './orbit/assess.ts';
import { judge } from './orbit/judge.ts';
import { onOneOrbit } from './orbit/pair.ts';

type Implausible = Extract<Failure, { kind: 'implausible' }>;

/** An answer on its way, and a clock that nobody has set well. Seconds. */
const mostOff = 120;
/** Degrees, geodetic: the inclination, and what an Earth that is no sphere and a service add to it. */
const mostLatitude = 52.3;

/**
 * What is wrong with a fix on its own and beside the one before it; such a fix is not kept. Null when nothing is.
 *
 * @param before the answer before it
 */
export function flawOf(fix: Fix, before: Fix | null): Implausible | null {
  if (before !== null && fix.receivedAt >= before.receivedAt) {
    const isSamePlace = fix.latitude === before.latitude && fix.longitude === before.longitude;
    // It moves by 0.01° and more in each second.
    if (fix.time === before.time || isSamePlace) return { kind: 'implausible', reason: 'frozen' };
  }
  // The station never comes farther north or south.
  if (Math.abs(fix.latitude) > mostLatitude) return { kind: 'implausible', reason: 'displaced' };
  return Math.abs(fix.receivedAt / 1000 - fix.time) > mostOff
    ? { kind: 'implausible', reason: 'wrong-time' }
    : null;
}

/**
 * Whether a fix goes with none of those just before it, while no orbit is known: one or the other is displaced, and the
 * next fix tells which.
 */
export const isAtOdds = (fix: Fix, earlier: readonly Fix[]): boolean =>
  earlier.length > 0 && !earlier.some((other) => onOneOrbit(other, fix));

/**
 * What is wrong with a fix beside the orbit as it was before the fix and as it is with it; null when it fits one of the
 * two. It is kept nevertheless: one fix alone never tells a manoeuvre from a mistake.
 */
export function flawBeside(
  fix: Fix,
  before: FittedOrbit | null,
  after: FittedOrbit | null,
): Implausible | null {
  if (before === null || after === null || misfitOf(before, fix) === null) return null;
  const reason = misfitOf(after, fix);
  return reason === null ? null : { kind: 'implausible', reason };
}

function misfitOf(orbit: FittedOrbit, fix: Fix): Implausible['reason'] | null {
  const { kind, aheadSeconds } = judge(orbit, fix);
  if (kind === 'off-track') return 'displaced';
  if (kind === 'agrees' || Math.abs(aheadSeconds) <= mostShift(fix.time - orbit.epoch)) return null;
  // On the track, where the station was some time ago: the service stands still, or its timestamp lags behind.
  return aheadSeconds < 0 ? 'frozen' : 'wrong-time';
}
