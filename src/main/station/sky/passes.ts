import {
  dotProduct,
  equatorialRadius,
  radians,
  type PositionAt,
} from '#shared/station/sky/earth.ts';
import {
  flatHorizon,
  horizonAt,
  isFlat,
  type LocalHorizon,
} from '#shared/station/sky/local-horizon.ts';
import {
  elevationOf,
  lookAngles,
  siteOfObserver,
  type Observer,
  type Site,
} from '#shared/station/sky/observer.ts';
import type { Moment, Pass } from '#shared/station/sky/pass.ts';
import { apparentElevation } from '#shared/station/sky/refraction.ts';
import { findZero, findMaximum, intervalsWhere, type TimeInterval } from './search.ts';
import { visibilityOf } from './visibility.ts';

interface PassesOptions {
  /** The start of the search, Unix seconds. */
  readonly from: number;
  readonly hours: number;
  /** Passes with a lower culmination than this, degrees, are left out. */
  readonly minPeakElevation?: number;
  /** The obstacles on the horizon; flat by default. */
  readonly horizon?: LocalHorizon;
}

/** The default of `minPeakElevation`, degrees: below 10° houses, trees and haze hide the station. */
const defaultMinPeak = 10;

/**
 * Seconds between the times of the grid, a 23rd of an orbit: the elevation is nearly a sine, so that no culmination is
 * missed.
 */
const scanStep = 240;
/**
 * Upper limit of the speed at which a satellite in a low orbit moves over the ground, as an angle at the Earth's
 * centre, degrees per second.
 */
const maxRate = 0.075;
/** Limit of the search from the culmination to the horizon, seconds. The station takes at most 6 minutes. */
const maxHalfPassSeconds = 3600;
/** Seconds between samples along a local horizon: a shorter appearance may be missed. */
const horizonStep = 5;

/**
 * The passes over an observer whose culmination reaches `minPeakElevation` (10° by default), in order of time: those
 * that rise in the `hours` after `from`, and the pass that is in progress at `from`. Rise and set are at 0° of
 * geometric elevation. With a local horizon, rise and set are where the station appears above that horizon and
 * disappears behind it, and the culmination is the highest point between; of several appearances the highest counts; a
 * hidden pass is left out. Accuracy: culmination 10 ms, rise and set 1 ms. `seen` has rise and set with refraction,
 * which lifts the station by 0.57° on the horizon (some 8 s); all elevations are geometric.
 *
 * Our own search: minima of the central angle on a coarse grid, then golden section for the culmination and regula
 * falsi for the horizon (search.ts).
 *
 * @param positionAt must be valid from 20 minutes before `from` to an hour after the end
 */
export function passesOf(
  positionAt: PositionAt,
  observer: Observer,
  { from, hours, minPeakElevation = defaultMinPeak, horizon = flatHorizon }: PassesOptions,
): readonly Pass[] {
  const site = siteOfObserver(observer);
  const elevation = (t: number): number => elevationOf(site, positionAt(t));
  const apparentElevationAt = (t: number): number =>
    apparentElevation(elevation(t), observer.altitude);
  const endTime = from + hours * 3600;
  const passes: Pass[] = [];
  for (const candidate of closestApproaches(
    positionAt,
    site,
    from - 5 * scanStep,
    endTime + 5 * scanStep,
  )) {
    const peak = findMaximum(elevation, candidate - scanStep * 1.1, candidate + scanStep * 1.1);
    const highestElevation = elevation(peak);
    if (!(highestElevation > 0 && highestElevation >= minPeakElevation)) continue;
    const rise = horizonTimeFrom(elevation, peak, -60);
    const set = horizonTimeFrom(elevation, peak, 60);
    if (rise === null || set === null || rise >= endTime || set <= from) continue;
    const apparentInterval = {
      from: horizonTimeFrom(apparentElevationAt, rise, -60) ?? rise,
      to: horizonTimeFrom(apparentElevationAt, set, 60) ?? set,
    };
    if (isFlat(horizon)) {
      passes.push(passBetween(positionAt, site, { rise, peak, set }, apparentInterval));
      continue;
    }
    /** The intervals above the local horizon. */
    const clearIntervals = (
      height: (t: number) => number,
      { from, to }: TimeInterval,
    ): TimeInterval[] => {
      const isClear = (t: number): boolean =>
        height(t) >= horizonAt(horizon, lookAngles(site, positionAt(t)).azimuth);
      return intervalsWhere(isClear, from, to, horizonStep);
    };
    // The elevation rises until the culmination and falls from there on.
    const highestIn = ({ from, to }: TimeInterval): number =>
      elevation(Math.min(Math.max(peak, from), to));
    const [clear] = clearIntervals(elevation, { from: rise, to: set }).sort(
      (a, b) => highestIn(b) - highestIn(a),
    );
    if (clear === undefined) continue;
    const isPeakClear = peak > clear.from && peak < clear.to;
    const topTime = isPeakClear ? peak : findMaximum(elevation, clear.from, clear.to);
    if (elevation(topTime) < minPeakElevation) continue;
    const times = { rise: clear.from, peak: topTime, set: clear.to };
    const apparentClear = clearIntervals(apparentElevationAt, apparentInterval).find(
      ({ from, to }) => from <= topTime && topTime <= to,
    );
    passes.push(passBetween(positionAt, site, times, apparentClear ?? clear));
  }
  return passes;
}

/** Times of the grid at which the central angle to the observer is smaller than at the two neighbouring times. */
function* closestApproaches(
  positionAt: PositionAt,
  { up }: Site,
  from: number,
  to: number,
): Generator<number> {
  /**
   * Cosines of the angle at the Earth's centre between the station and the observer's vertical, at two neighbouring
   * times of the grid.
   */
  let [before, here] = [Infinity, Infinity];
  let height = 0;
  for (let t = from; t <= to + scanStep; t += scanStep) {
    const point = positionAt(t);
    const distance = Math.hypot(...point);
    const nextCosine = dotProduct(up, point) / distance;
    if (here > before && here >= nextCosine && mayRise(here, height)) yield t - scanStep;
    [before, here, height] = [here, nextCosine, distance];
  }
}

/** Whether the station may rise within one step of a time at which the central angle has this cosine. */
function mayRise(cosine: number, height: number): boolean {
  // A margin of 2° for the flattening of the Earth and for an observer on a mountain.
  const horizon = Math.acos(Math.min(1, equatorialRadius / height)) / radians + 2;
  return Math.acos(Math.min(1, cosine)) / radians < horizon + maxRate * scanStep;
}

/**
 * The time before or after `start` at which the elevation is 0°; null: not within an hour. The elevation at `start`
 * must be positive.
 */
function horizonTimeFrom(
  elevation: (t: number) => number,
  start: number,
  step: number,
): number | null {
  for (let t = start; Math.abs(t - start) < maxHalfPassSeconds; t += step) {
    if (elevation(t + step) > 0) continue;
    return findZero(elevation, Math.min(t, t + step), Math.max(t, t + step));
  }
  return null;
}

function passBetween(
  positionAt: PositionAt,
  site: Site,
  { rise, peak, set }: Readonly<Record<'rise' | 'peak' | 'set', number>>,
  apparent: TimeInterval,
): Pass {
  const moment = (t: number): Moment => ({ t, ...lookAngles(site, positionAt(t)) });
  const direction = (t: number): Pick<Moment, 't' | 'azimuth'> => {
    const { azimuth } = lookAngles(site, positionAt(t));
    return { t, azimuth };
  };
  return {
    rise: moment(rise),
    peak: moment(peak),
    set: moment(set),
    seen: { rise: direction(apparent.from), set: direction(apparent.to) },
    ...visibilityOf(positionAt, site, { rise, peak, set }),
  };
}
