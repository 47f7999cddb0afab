import type { Failure } from '#shared/failure.ts';
import type { FittedOrbit } from '#shared/station/orbit.ts';
import type { Fix } from '#shared/station/station.ts';
import { mostShift } from './orbit/outliers.ts';
import { quadratic, stationPrior } from './orbit/parameters.ts';
import { dragKm, groundSpeed, halfSecond, leak } from './orbit/noise.ts';
import { observationOf, residualsOf } from './orbit/residuals.ts';
import { explain, misfit } from './orbit/candidate.ts';

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

/**
 * What a new fix says about an orbit.
 * - `agrees`: within what both may be off.
 * - `off-time`: on the track, too early or too late: a manoeuvre, or an answer kept too long.
 * - `off-track`: beside it: a displaced or a wrong answer.
 */
export interface Judgement {
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
export function judge(orbit: FittedOrbit, fix: Fix): Judgement {
  const { elements, epoch, reading, covariance, doubtKm, crossKm } = orbit;
  const { along, cross, alongBy, crossBy } = residualsOf(
    [observationOf(fix)],
    reading,
    epoch,
    elements,
  );
  const matrix = Float64Array.from(covariance);
  const aheadSeconds = along[0] ?? 0;
  const leftKm = cross[0] ?? 0;
  const grown = Math.hypot(dragKm(fix.time - epoch, elements.meanMotionRate), doubtKm);
  const alongKm = Math.hypot(Math.sqrt(quadratic(matrix, alongBy)) * groundSpeed, grown);
  const besideKm = Math.hypot(Math.sqrt(quadratic(matrix, crossBy)), leak * grown, crossKm);
  const late = Math.max(0, Math.abs(aheadSeconds) - halfSecond) * groundSpeed;
  // A change of the mean motion shows beside the track as well, by its leak.
  const beside = Math.abs(leftKm) - leak * late;
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
  const explanation = explain(pair.map(observationOf), stationPrior, undefined);
  return explanation !== null && misfit(explanation) <= mostMisfit;
}
