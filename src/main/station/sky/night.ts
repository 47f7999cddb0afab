import { radians, wrapDegrees } from '#shared/station/sky/earth.ts';
import type { Observer, Site } from '#shared/station/sky/observer.ts';
import type { Night as NightTimes } from '#shared/station/sky/sky.ts';
import { sineOfSolarElevation, sunAt, twilights } from '#shared/station/sky/sun.ts';
import { findZero } from './search.ts';

/** The length of a day, seconds. */
export const daySeconds = 86_400;

/** The night whose middle is nearest to a time, and the times at which the Sun passes an elevation (degrees) in it. */
interface Night {
  readonly midnight: number;
  /** The Sun's elevation, degrees, without refraction. */
  readonly elevation: (t: number) => number;
  /** When the Sun passes an elevation (degrees), Unix seconds; null: it does not pass that elevation. */
  readonly dusk: (limit: number) => number | null;
  readonly dawn: (limit: number) => number | null;
}

/**
 * The night whose middle is nearest to `t` (Unix seconds), by the same model of the Sun as the visibility of passes.
 * The Sun sinks monotonically between noon and midnight, except around noon and midnight near the poles, where it
 * hardly moves.
 */
export function nightNearest({ up }: Site, { longitude }: Observer, t: number): Night {
  const elevation = (at: number): number =>
    Math.asin(sineOfSolarElevation(up, sunAt(at))) / radians;
  const hourAngle = longitude - sunAt(t).subsolar.longitude;
  const midnight = t + (wrapDegrees(180 - hourAngle) / 360) * daySeconds;
  const passage = (limit: number, noon: number): number | null => {
    const elevationAbove = (at: number): number => elevation(at) - limit;
    const [from, to] = noon < midnight ? [noon, midnight] : [midnight, noon];
    return elevationAbove(noon) > 0 && elevationAbove(midnight) < 0
      ? findZero(elevationAbove, from, to)
      : null;
  };
  return {
    midnight,
    elevation,
    dusk: (limit) => passage(limit, midnight - daySeconds / 2),
    dawn: (limit) => passage(limit, midnight + daySeconds / 2),
  };
}

/** The times of twilight in the night whose middle is nearest to `t` (Unix seconds). */
export function nightAround(site: Site, observer: Observer, t: number): NightTimes {
  const { midnight, elevation, dusk, dawn } = nightNearest(site, observer, t);
  const passages = (at: (limit: number) => number | null): NightTimes['dusk'] => [
    at(twilights[0]),
    at(twilights[1]),
    at(twilights[2]),
    at(twilights[3]),
  ];
  return {
    dusk: passages(dusk),
    dawn: passages(dawn),
    lowest: elevation(midnight),
    highest: elevation(midnight - daySeconds / 2),
  };
}
