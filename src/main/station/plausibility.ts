import type { Failure } from '#shared/failure.ts';
import type { FittedOrbit } from '#shared/station/orbit.ts';
import type { Fix } from '#shared/station/station.ts';
import { fitCandidate, misfit } from './orbit/candidate.ts';
import { maxTimeShift, offsetFrom } from './orbit/fit.ts';
import { crossTrackLeak, groundSpeed, halfSecond } from './orbit/noise.ts';
import { stationPrior } from './orbit/parameters.ts';
import { observationOf } from './orbit/residuals.ts';

type Implausible = Extract<Failure, { kind: 'implausible' }>;

/** Seconds: an answer takes its time, and the computer's clock may be set wrong. */
const maxClockError = 120;
/** Degrees, geodetic: the inclination of 51.6°, the flattening of the Earth, and a margin for the service. */
const maxLatitude = 52.3;

/**
 * Why a fix is implausible on its own or next to the answer before it; null when it is plausible. An implausible fix is
 * not kept.
 */
export function checkAlone(fix: Fix, before: Fix | null): Implausible | null {
  if (before !== null && fix.receivedAt >= before.receivedAt) {
    const isSamePlace = fix.latitude === before.latitude && fix.longitude === before.longitude;
    // The station moves by at least 0.01° in each second.
    if (fix.time === before.time || isSamePlace) return { kind: 'implausible', reason: 'frozen' };
  }
  if (Math.abs(fix.latitude) > maxLatitude) return { kind: 'implausible', reason: 'displaced' };
  return Math.abs(fix.receivedAt / 1000 - fix.time) > maxClockError
    ? { kind: 'implausible', reason: 'wrong-time' }
    : null;
}

/**
 * While no orbit is known: whether a fix contradicts all of the fixes just before it. One or the other is displaced,
 * and the next fix shows which.
 */
export const contradictsRecent = (fix: Fix, earlier: readonly Fix[]): Implausible | null =>
  earlier.length > 0 && !earlier.some((other) => onOneOrbit(other, fix))
    ? { kind: 'implausible', reason: 'displaced' }
    : null;

/** Fixes farther apart, in seconds, do not constrain each other. */
const maxPairSeconds = 2 * 3600;
/** Limit of the misfit: beside the plane and the place in it, two fixes leave the orbit hardly any freedom. */
const maxPairMisfit = 6;

/** Whether an orbit like the station's goes through two fixes. */
export function onOneOrbit(one: Fix, other: Fix): boolean {
  if (Math.abs(one.time - other.time) > maxPairSeconds) return true;
  const pair = one.time < other.time ? [one, other] : [other, one];
  const candidate = fitCandidate(pair.map(observationOf), stationPrior, undefined);
  return candidate !== null && misfit(candidate) <= maxPairMisfit;
}

/**
 * Why a fix is implausible given the orbit before it and the orbit fitted with it; null when it fits one of the two.
 * The fix is kept nevertheless: one fix alone cannot tell a burn from a wrong answer.
 */
export function checkAgainstOrbit(
  fix: Fix,
  before: FittedOrbit | null,
  after: FittedOrbit | null,
): Implausible | null {
  if (before === null || after === null || reasonAgainst(before, fix) === null) return null;
  const reason = reasonAgainst(after, fix);
  return reason === null ? null : { kind: 'implausible', reason };
}

function reasonAgainst(orbit: FittedOrbit, fix: Fix): Implausible['reason'] | null {
  const { kind, aheadSeconds } = classifyFix(orbit, fix);
  if (kind === 'off-track') return 'displaced';
  if (kind === 'agrees' || Math.abs(aheadSeconds) <= maxTimeShift(fix.time - orbit.epoch))
    return null;
  // On the track, where the station was some time ago: the service stands still, or its timestamp is late.
  return aheadSeconds < 0 ? 'frozen' : 'wrong-time';
}

/**
 * A new fix compared with an orbit.
 * - `agrees`: within the uncertainty of both.
 * - `off-time`: on the track, but early or late: a burn, or a stale answer.
 * - `off-track`: beside the track: a displaced or wrong answer.
 */
interface FixClass {
  readonly kind: 'agrees' | 'off-time' | 'off-track';
  /** Ahead of the orbit, seconds; the floored timestamp alone explains up to half a second. */
  readonly aheadSeconds: number;
  /** Left of the track, km. */
  readonly leftKm: number;
}

/** Gate in standard deviations of the orbit. */
const gate = 6;

/** Compares a fix with an orbit that was fitted without it. */
export function classifyFix(orbit: FittedOrbit, fix: Fix): FixClass {
  const { seconds, km, sigmaSeconds, sigmaKm } = offsetFrom(orbit, fix);
  const late = Math.max(0, Math.abs(seconds) - halfSecond);
  // A change of the mean motion shows across the track as well.
  const beside = Math.abs(km) - crossTrackLeak * late * groundSpeed;
  const isLate = late * groundSpeed > Math.hypot(gate * sigmaSeconds * groundSpeed, orbit.doubtKm);
  const kind = beside > gate * sigmaKm ? 'off-track' : isLate ? 'off-time' : 'agrees';
  return { kind, aheadSeconds: seconds, leftKm: km };
}
