import { dot, equatorialRadius, radians, type PositionAt } from '#shared/station/sky/earth.ts';
import { flatHorizon, horizonAt, isFlat } from '#shared/station/sky/local-horizon.ts';
import type { LocalHorizon } from '#shared/station/sky/local-horizon-schema.ts';
import {
  elevationOf,
  lookAngles,
  siteOf,
  type Observer,
  type Site,
} from '#shared/station/sky/observer.ts';
import type { Moment, Pass } from '#shared/station/sky/pass.ts';
import { crossing, maximum, stretchesOf, type Stretch } from './search.ts';
import { visibilityOf } from './visibility.ts';

interface PassesOptions {
  /** Unix seconds. */
  readonly from: number;
  readonly hours: number;
  /** Degrees; passes with a lower culmination are left out. */
  readonly minPeakElevation?: number;
  /** What hides the station near the horizon; flat by default. */
  readonly horizon?: LocalHorizon;
}

/** Degrees: below 10° houses, trees and haze hide the station. */
const defaultMinPeak = 10;

/** Seconds, a 23rd of an orbit: the elevation is nearly a sine, so that no culmination is missed. */
const scanStep = 240;
/** Upper limit of the angular rate of a low orbit around the Earth's centre over the ground, degrees per second. */
const maxRate = 0.075;
/** Limit of the search from the culmination to the horizon, seconds. The station takes at most 6 minutes. */
const maxHalf = 3600;
/** Seconds between samples along a local horizon: a shorter appearance is missed. */
const clearStep = 5;

/**
 * The passes over an observer whose culmination reaches `minPeakElevation` (10° by default), in order of time: those that
 * rise in the `hours` after `from`, and the pass under way at `from`. Rise and set are at 0° of geometric elevation.
 * With a local horizon they are where the station appears above it and is hidden again, and the culmination is the
 * highest point between; of several appearances the highest counts; a pass that stays behind it is left out.
 * Accuracy: culmination 10 ms, rise and set 1 ms. Refraction, which lifts the station by 0.5° on the horizon (some 8 s), is
 * left out.
 *
 * Our own search: minima of the central angle on a coarse grid, then golden section for the culmination and regula falsi
 * for the horizon (search.ts).
 *
 * @param positionAt must be valid from 20 minutes before `from` to an hour after the end
 */
export function passesOf(
  positionAt: PositionAt,
  observer: Observer,
  { from, hours, minPeakElevation = defaultMinPeak, horizon = flatHorizon }: PassesOptions,
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
    if (isFlat(horizon)) {
      passes.push(passBetween(positionAt, site, rise, peak, set));
      continue;
    }
    const clear = clearStretch(positionAt, site, horizon, { rise, peak, set });
    if (clear === null) continue;
    const within = peak > clear.from && peak < clear.to;
    const top = within ? peak : maximum(elevation, clear.from, clear.to);
    if (elevation(top) < minPeakElevation) continue;
    passes.push(passBetween(positionAt, site, clear.from, top, clear.to));
  }
  return passes;
}

/** The time above the local horizon between rise and set in which the station gets highest; null when there is none. */
function clearStretch(
  positionAt: PositionAt,
  site: Site,
  horizon: LocalHorizon,
  { rise, peak, set }: Readonly<Record<'rise' | 'peak' | 'set', number>>,
): Stretch | null {
  const isClear = (t: number): boolean => {
    const { azimuth, elevation } = lookAngles(site, positionAt(t));
    return elevation >= horizonAt(horizon, azimuth);
  };
  // The elevation rises until the culmination and falls from there on.
  const highest = ({ from, to }: Stretch): number =>
    elevationOf(site, positionAt(Math.min(Math.max(peak, from), to)));
  let best: Stretch | null = null;
  for (const stretch of stretchesOf(isClear, rise, set, clearStep))
    if (best === null || highest(stretch) > highest(best)) best = stretch;
  return best;
}

/** Grid times at which the central angle to the observer is smaller than one step before and after. */
function* closestApproaches(
  positionAt: PositionAt,
  { up }: Site,
  from: number,
  to: number,
): Generator<number> {
  /** Cosines of the central angle, measured from the observer's vertical. */
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

/** Whether within one step a central angle with this cosine may become small enough for the station to rise. */
function mayRise(cosine: number, height: number): boolean {
  // 2° of margin for the flattening of the Earth and for an observer on a mountain.
  const horizon = Math.acos(Math.min(1, equatorialRadius / height)) / radians + 2;
  return Math.acos(Math.min(1, cosine)) / radians < horizon + maxRate * scanStep;
}

/** When the elevation is 0° on that side of the culmination; null when that is more than an hour away. */
function horizonFrom(elevation: (t: number) => number, peak: number, step: number): number | null {
  for (let t = peak; Math.abs(t - peak) < maxHalf; t += step) {
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
