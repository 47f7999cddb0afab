import { radians, wrapDegrees } from '#shared/station/sky/earth.ts';
import type { Observer, Site } from '#shared/station/sky/observer.ts';
import type { Night } from '#shared/station/sky/sky.ts';
import { sineOfSolarElevation, sunAt, twilights } from '#shared/station/sky/sun.ts';
import { crossing } from './search.ts';

const day = 86_400;

/**
 * The night whose middle is nearest to `t` (Unix seconds), by the same model of the Sun as the visibility of passes. The Sun
 * sinks monotonically between noon and midnight, except around noon and midnight near the poles, where it hardly moves.
 */
export function nightAround({ up }: Site, { longitude }: Observer, t: number): Night {
  const elevation = (at: number): number =>
    Math.asin(sineOfSolarElevation(up, sunAt(at))) / radians;
  const hourAngle = longitude - sunAt(t).subsolar.longitude;
  const midnight = t + (wrapDegrees(180 - hourAngle) / 360) * day;
  const passage = (limit: number, noon: number): number | null => {
    const over = (at: number): number => elevation(at) - limit;
    const [from, to] = noon < midnight ? [noon, midnight] : [midnight, noon];
    return over(noon) > 0 && over(midnight) < 0 ? crossing(over, from, to) : null;
  };
  const passages = (noon: number): Night['dusk'] => [
    passage(twilights[0], noon),
    passage(twilights[1], noon),
    passage(twilights[2], noon),
    passage(twilights[3], noon),
  ];
  return {
    dusk: passages(midnight - day / 2),
    dawn: passages(midnight + day / 2),
    lowest: elevation(midnight),
    highest: elevation(midnight - day / 2),
  };
}
