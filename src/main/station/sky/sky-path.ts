import type { PositionAt } from '#shared/station/sky/earth.ts';
import { lookAngles, siteOf, type Observer } from '#shared/station/sky/observer.ts';
import type { Moment, Pass } from '#shared/station/sky/pass.ts';
import { isSunlit } from '#shared/station/sky/shadow.ts';
import { sunAt } from '#shared/station/sky/sun.ts';

export interface SkyPoint extends Moment {
  readonly sunlit: boolean;
}

/** The way of a pass across the sky, from rise to set in steps of about `step` seconds, for a sky view. */
export function skyPath(
  positionAt: PositionAt,
  observer: Observer,
  { rise, set }: Pick<Pass, 'rise' | 'set'>,
  step = 10,
): readonly SkyPoint[] {
  const site = siteOf(observer);
  const count = Math.max(1, Math.ceil((set.t - rise.t) / step));
  return Array.from({ length: count + 1 }, (_, index) => {
    const t = rise.t + ((set.t - rise.t) * index) / count;
    const point = positionAt(t);
    return { t, ...lookAngles(site, point), sunlit: isSunlit(point, sunAt(t)) };
  });
}
