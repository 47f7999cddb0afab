import type { FittedOrbit } from '#shared/station/orbit.ts';
import type { Fix } from '#shared/station/station.ts';
import { quadratic } from './matrix.ts';
import { dragKm, groundSpeed, halfSecond, leak } from './noise.ts';
import { observationOf, residualsOf } from './observation.ts';

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
