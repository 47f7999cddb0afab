import type { Failure } from '#shared/failure.ts';
import type { FittedOrbit } from '#shared/station/orbit.ts';
import type { Fix } from '#shared/station/station.ts';
import { maxTimeShift } from './orbit/outliers.ts';
import { quadratic, stationPrior } from './orbit/parameters.ts';
import { dragSigmaKm, groundSpeed, halfSecond, crossTrackLeak } from './orbit/noise.ts';
import { observationOf, linearizedResiduals } from './orbit/residuals.ts';
import { fitCandidate, misfit } from './orbit/candidate.ts';

type Implausible = Extract<Failure, { kind: 'implausible' }>;

/** An answer on its way, and a clock that nobody has set well. Seconds. */
const maxClockError = 120;
/** Degrees, geodetic: the inclination, and what an Earth that is no sphere and a service add to it. */
const maxLatitude = 52.3;

/**
 * What is wrong with a fix on its own and beside the one before it; such a fix is not kept. Null when nothing is.
 *
 * @param before the answer before it
 */
export function checkAlone(fix: Fix, before: Fix | null): Implausible | null {
  if (before !== null && fix.receivedAt >= before.receivedAt) {
    const isSamePlace = fix.latitude === before.latitude && fix.longitude === before.longitude;
    // It moves by 0.01° and more in each second.
    if (fix.time === before.time || isSamePlace) return { kind: 'implausible', reason: 'frozen' };
  }
  // The station never comes farther north or south.
  if (Math.abs(fix.latitude) > maxLatitude) return { kind: 'implausible', reason: 'displaced' };
  return Math.abs(fix.receivedAt / 1000 - fix.time) > maxClockError
    ? { kind: 'implausible', reason: 'wrong-time' }
    : null;
}

/**
 * Whether a fix goes with none of those just before it, while no orbit is known: one or the other is displaced, and the
 * next fix tells which.
 */
export const contradictsRecent = (fix: Fix, earlier: readonly Fix[]): boolean =>
  earlier.length > 0 && !earlier.some((other) => onOneOrbit(other, fix));

/**
 * What is wrong with a fix beside the orbit as it was before the fix and as it is with it; null when it fits one of the
 * two. It is kept nevertheless: one fix alone never tells a manoeuvre from a mistake.
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
  // On the track, where the station was some time ago: the service stands still, or its timestamp lags behind.
  return aheadSeconds < 0 ? 'frozen' : 'wrong-time';
}

/**
 * What a new fix says about an orbit.
 * - `agrees`: within what both may be off.
 * - `off-time`: on the track, too early or too late: a manoeuvre, or an answer kept too long.
 * - `off-track`: beside it: a displaced or a wrong answer.
 */
export interface FixClass {
  readonly kind: 'agrees' | 'off-time' | 'off-track';
  /** Ahead of the orbit, seconds; up to half a second is the floored timestamp's. */
  readonly aheadSeconds: number;
  /** Left of it, km. */
  readonly leftKm: number;
}

/** In standard deviations of the orbit. */
const bound = 4;
/** A service that takes new elements for the same orbit moves the station by so much, km. */
const refreshKm = { along: 2, cross: 0.15 };

/** Compares a fix with the orbit learned before it. One fix alone never tells a manoeuvre from a mistake. */
export function classifyFix(orbit: FittedOrbit, fix: Fix): FixClass {
  const { elements, epoch, reading, covariance, doubtKm, crossKm } = orbit;
  const { along, cross, alongPartials, crossPartials } = linearizedResiduals(
    [observationOf(fix)],
    reading,
    epoch,
    elements,
  );
  const matrix = Float64Array.from(covariance);
  const aheadSeconds = along[0] ?? 0;
  const leftKm = cross[0] ?? 0;
  const grown = Math.hypot(dragSigmaKm(fix.time - epoch, elements.meanMotionRate), doubtKm);
  const alongKm = Math.hypot(Math.sqrt(quadratic(matrix, alongPartials)) * groundSpeed, grown);
  const besideKm = Math.hypot(
    Math.sqrt(quadratic(matrix, crossPartials)),
    crossTrackLeak * grown,
    crossKm,
  );
  const late = Math.max(0, Math.abs(aheadSeconds) - halfSecond) * groundSpeed;
  // A change of the mean motion shows beside the track as well, by its leak.
  const beside = Math.abs(leftKm) - crossTrackLeak * late;
  const kind =
    beside > bound * besideKm + refreshKm.cross
      ? 'off-track'
      : late > bound * alongKm + refreshKm.along
        ? 'off-time'
        : 'agrees';
  return { kind, aheadSeconds, leftKm };
}

/** Farther apart in time, two fixes say nothing about each other. */
const mostSeconds = 2 * 3600;
/** In the measure of the misfit: the orbit has hardly any freedom beside its plane and the place on it. */
const mostMisfit = 6;

/** Whether an orbit like the station’s goes through two fixes. */
export function onOneOrbit(one: Fix, other: Fix): boolean {
  if (Math.abs(one.time - other.time) > mostSeconds) return true;
  const pair = one.time < other.time ? [one, other] : [other, one];
  const candidate = fitCandidate(pair.map(observationOf), stationPrior, undefined);
  return candidate !== null && misfit(candidate) <= mostMisfit;
}
