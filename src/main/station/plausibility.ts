import type { Failure } from '#shared/failure.ts';
import type { FittedOrbit } from '#shared/station/orbit.ts';
import type { Fix } from '#shared/station/station.ts';
import { fitCandidate, candidateMisfit } from './orbit/candidate.ts';
import { maxTimeShift, fixOffsetFrom } from './orbit/fix-offset.ts';
import { crossTrackLeak, groundSpeed, maxTimeError } from './orbit/noise.ts';
import { stationPrior } from './orbit/parameters.ts';
import { observationOf } from './orbit/residuals.ts';

type ImplausibleFailure = Extract<Failure, { kind: 'implausible' }>;

/**
 * Largest difference between the time of a fix and its arrival, seconds: answers are delayed, and the clock may be
 * wrong.
 */
const maxClockError = 120;
/**
 * Largest latitude of a plausible fix, degrees, geodetic: the inclination of 51.6°, the flattening of the Earth, and a
 * margin for the service.
 */
const maxLatitude = 52.3;

/**
 * Why a fix is implausible on its own or compared with the last answer; null if it is plausible. An implausible fix is
 * not stored.
 */
export function checkFixAlone(fix: Fix, last: Fix | null): ImplausibleFailure | null {
  if (last !== null && fix.receivedAt >= last.receivedAt) {
    const isSamePlace = fix.latitude === last.latitude && fix.longitude === last.longitude;
    // The service repeats an old answer: the station itself moves by at least 0.01° in each second.
    if (fix.time === last.time || isSamePlace) return { kind: 'implausible', reason: 'frozen' };
  }
  if (Math.abs(fix.latitude) > maxLatitude) return { kind: 'implausible', reason: 'displaced' };
  return Math.abs(fix.receivedAt / 1000 - fix.time) > maxClockError
    ? { kind: 'implausible', reason: 'wrong-time' }
    : null;
}

/**
 * For use while no orbit is known. Returns `displaced` if none of the recent fixes lies on one orbit with the fix.
 * Either the fix or the recent fixes are displaced; the next fix shows which.
 */
export const contradictsRecentFixes = (
  fix: Fix,
  recent: readonly Fix[],
): ImplausibleFailure | null =>
  recent.length > 0 && !recent.some((other) => areOnOneOrbit(other, fix))
    ? { kind: 'implausible', reason: 'displaced' }
    : null;

/** Fixes farther apart, in seconds, do not constrain each other. */
const maxPairSeconds = 2 * 3600;
/**
 * Largest misfit of two fixes on one orbit. The fixes determine the plane and the position in the plane; the prior
 * determines the rest.
 */
const maxPairMisfit = 6;

/** Whether an orbit like that of the station goes through two fixes. */
export function areOnOneOrbit(one: Fix, other: Fix): boolean {
  if (Math.abs(one.time - other.time) > maxPairSeconds) return true;
  const pair = one.time < other.time ? [one, other] : [other, one];
  const candidate = fitCandidate(pair.map(observationOf), stationPrior, undefined);
  return candidate !== null && candidateMisfit(candidate) <= maxPairMisfit;
}

/**
 * Why a fix fits neither the orbit fitted without it nor the orbit fitted with it; null if it fits one of the two, or
 * if one of the two is unknown. The fix is stored nevertheless: a single fix cannot distinguish a burn from a wrong
 * answer.
 */
export function checkAgainstOrbit(
  fix: Fix,
  oldOrbit: FittedOrbit | null,
  newOrbit: FittedOrbit | null,
): ImplausibleFailure | null {
  if (oldOrbit === null || newOrbit === null || reasonAgainstFix(oldOrbit, fix) === null)
    return null;
  const reason = reasonAgainstFix(newOrbit, fix);
  return reason === null ? null : { kind: 'implausible', reason };
}

function reasonAgainstFix(orbit: FittedOrbit, fix: Fix): ImplausibleFailure['reason'] | null {
  const { kind, aheadSeconds } = classifyFix(orbit, fix);
  if (kind === 'off-track') return 'displaced';
  if (kind === 'agrees' || Math.abs(aheadSeconds) <= maxTimeShift(fix.time - orbit.epoch))
    return null;
  // The fix is on the track but at the wrong time. If it is behind the station, the service is frozen; if it is ahead,
  // its timestamp is too early.
  return aheadSeconds < 0 ? 'frozen' : 'wrong-time';
}

/** Gate in standard deviations of the orbit. */
const gateSigmas = 6;

/**
 * Compares a fix with an orbit that was fitted without the fix.
 * - `agrees`: on the track and on time, within the uncertainty of the orbit.
 * - `off-time`: on the track, but early or late: a burn, or a stale answer.
 * - `off-track`: beside the track: a displaced or wrong answer.
 *
 * `aheadSeconds`: how far the fix is ahead of the orbit; the floored timestamp alone explains up to half a second.
 * `leftKm`: how far the fix is left of the track.
 */
export function classifyFix(orbit: FittedOrbit, fix: Fix) {
  const { seconds, km, sigmaSeconds, sigmaKm } = fixOffsetFrom(orbit, fix);
  const timeOffset = Math.max(0, Math.abs(seconds) - maxTimeError);
  // A change of the mean motion shows across the track as well.
  const besideKm = Math.abs(km) - crossTrackLeak * timeOffset * groundSpeed;
  const isLate =
    timeOffset * groundSpeed > Math.hypot(gateSigmas * sigmaSeconds * groundSpeed, orbit.doubtKm);
  const kind = besideKm > gateSigmas * sigmaKm ? 'off-track' : isLate ? 'off-time' : 'agrees';
  return { kind, aheadSeconds: seconds, leftKm: km } as const;
}
