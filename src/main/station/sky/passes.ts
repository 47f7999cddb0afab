import { dot, equatorialRadius, radians, type PositionAt } from '#shared/station/sky/earth.ts';
import {
  elevationOf,
  lookAngles,
  siteOf,
  type Observer,
  type Site,
} from '#shared/station/sky/observer.ts';
import type { Moment, Pass } from '#shared/station/sky/pass.ts';
import { crossing, maximum } from './search.ts';
import { visibilityOf } from './visibility.ts';

export interface PassesOptions {
  /** Unix seconds. */
  readonly from: number;
  readonly hours: number;
  /** Degrees; passes that stay lower are left out. */
  readonly minPeakElevation?: number;
}

/** Below 10° houses, trees and haze hide the station: lower passes are not worth a line. */
export const leastPeakElevation = 10;

/** A 23rd of an orbit: the height over the horizon is nearly a sine, so that no peak slips through. */
const scanStep = 240;
/** Nothing in a low orbit turns faster around the Earth's centre, as seen from the ground: degrees a second. */
const fastest = 0.075;
/** From the horizon to the peak. The station takes 6 minutes at most. */
const longestHalf = 3600;

/**
 * The passes over an observer whose peak reaches `minPeakElevation` (10° unless given), in order of time:
 * those that rise in the `hours` from `from` on, and one that is already under way at `from`, whole.
 * Rise and set are at 0° of geometric elevation. Instants are those of `positionAt` to 10 ms, rise and set to
 * about 1 ms. Refraction, which lifts the station by 0.5° on the horizon (some 8 s), is left out.
 *
 * @param positionAt must hold from 20 minutes before `from` to an hour after the end
 */
export function passesOf(
  positionAt: PositionAt,
  observer: Observer,
  { from, hours, minPeakElevation = leastPeakElevation }: PassesOptions,
): readonly Pass[] {
  const site = siteOf(observer);
  const elevation = (t: number): number => elevationOf(site, positionAt(t));
  const to = from + hours * 3600;
  const passes: Pass[] = [];
  for (const candidate of closestApproaches(
    positionAt,
    site,
    from - 5 * scanStep,
    to + 5 * scanStep,
  )) {
    const peak = maximum(elevation, candidate - scanStep * 1.1, candidate + scanStep * 1.1);
    const highest = elevation(peak);
    if (!(highest > 0 && highest >= minPeakElevation)) continue;
    const rise = horizonFrom(elevation, peak, -60);
    const set = horizonFrom(elevation, peak, 60);
    if (rise === null || set === null || rise >= to || set <= from) continue;
    passes.push(passBetween(positionAt, site, rise, peak, set));
  }
  return passes;
}

/** Grid instants at which the station is nearer to the observer than one step before and after. */
function* closestApproaches(
  positionAt: PositionAt,
  { up }: Site,
  from: number,
  to: number,
): Generator<number> {
  /** Cosine of the angle at the Earth's centre, nearly: from the vertical, not from the observer's radius. */
  let [before, here] = [Infinity, Infinity];
  let height = 0;
  for (let t = from; t <= to + scanStep; t += scanStep) {
    const point = positionAt(t);
    const distance = Math.hypot(...point);
    const next = dot(up, point) / distance;
    if (here > before && here >= next && mayRise(here, height)) yield t - scanStep;
    [before, here, height] = [here, next, distance];
  }
}

/** Whether an angle with this cosine may shrink, within a step, to one with the station above the horizon. */
function mayRise(cosine: number, height: number): boolean {
  // 2° for the flattening, and for an observer on a mountain.
  const horizon = Math.acos(Math.min(1, equatorialRadius / height)) / radians + 2;
  return Math.acos(Math.min(1, cosine)) / radians < horizon + fastest * scanStep;
}

/** When the elevation is 0° on that side of the peak; null when it does not come within an hour. */
function horizonFrom(elevation: (t: number) => number, peak: number, step: number): number | null {
  for (let t = peak; Math.abs(t - peak) < longestHalf; t += step) {
    if (elevation(t + step) > 0) continue;
    return crossing(elevation, Math.min(t, t + step), Math.max(t, t + step));
  }
  return null;
}

function passBetween(
  positionAt: PositionAt,
  site: Site,
  rise: number,
  peak: number,
  set: number,
): Pass {
  const moment = (t: number): Moment => ({ t, ...lookAngles(site, positionAt(t)) });
  return {
    rise: moment(rise),
    peak: moment(peak),
    set: moment(set),
    ...visibilityOf(positionAt, site, { rise, peak, set }),
  };
}
