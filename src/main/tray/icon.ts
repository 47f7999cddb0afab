import { needsOf } from '#shared/status/needs.ts';
import type { Pass } from '#shared/station/sky/pass.ts';
import { elevationOf, siteOf } from '#shared/station/sky/observer.ts';
import { positionOn, spanOf } from '#shared/station/sky/sampled-path.ts';
import type { AppState } from '#shared/state.ts';
import { isSamePass } from '#station/index.ts';
import type { TrayIcon } from './icon-file.ts';

export interface IconChoice {
  readonly icon: TrayIcon;
  /** When it may be another one though nothing else changes, milliseconds since the Unix epoch; null: never. */
  readonly until: number | null;
}

/** Lower than this, in degrees, the station is behind houses and trees. */
const lowest = 10;

/**
 * Which icon is shown at `now` (milliseconds since the Unix epoch). A pass is over in minutes, so that it goes before
 * what needs the person, which waits.
 *
 * @param isNews whether a picture has come that nobody has looked at
 */
export function trayIcon(state: AppState, isNews: boolean, now: number): IconChoice {
  const next = nextOverhead(state, now / 1000);
  if (next !== null && next.from * 1000 <= now) return { icon: 'overhead', until: next.to * 1000 };
  const icon = needsOf(state).length > 0 ? 'needs-you' : isNews ? 'new-picture' : 'quiet';
  return { icon, until: next === null ? null : next.from * 1000 };
}

interface Stretch {
  /** Unix seconds. */
  readonly from: number;
  readonly to: number;
}

/** The stretch of time, under way or the next to come, in which looking up is worth while. */
function nextOverhead(state: AppState, t: number): Stretch | null {
  const { passes, alert } = state.station;
  const isAlerted = (pass: Pass): boolean =>
    alert !== null && isSamePass(alert.peak.t, pass.peak.t);
  for (const pass of passes) {
    if (pass.set.t <= t || !(pass.visible || isAlerted(pass))) continue;
    const stretch = stretchOf(state, pass);
    if (stretch !== null && stretch.to > t) return stretch;
  }
  return null;
}

/** While it stands high enough, and while it is to be seen where it is to be seen at all. */
function stretchOf(state: AppState, pass: Pass): Stretch | null {
  if (pass.visibleFrom !== null && pass.visibleTo !== null)
    return { from: pass.visibleFrom, to: pass.visibleTo };
  if (pass.peak.elevation <= lowest) return null;
  return {
    from: crossing(state, pass.rise.t, pass.peak.t),
    to: crossing(state, pass.set.t, pass.peak.t),
  };
}

/** When (Unix seconds, to the second) it stands as high as `lowest` between the horizon and the peak. */
function crossing({ station: { orbit, observer } }: AppState, low: number, peak: number): number {
  if (orbit === null || observer === null) return low;
  const [first, last] = spanOf(orbit.path);
  if (Math.min(low, peak) < first || Math.max(low, peak) > last) return low;
  const [site, position] = [siteOf(observer), positionOn(orbit.path)];
  let [below, above] = [low, peak];
  while (Math.abs(above - below) > 1) {
    const middle = (below + above) / 2;
    if (elevationOf(site, position(middle)) < lowest) below = middle;
    else above = middle;
  }
  return above;
}
