import { needsOf } from '#shared/status/needs.ts';
import type { Pass } from '#shared/station/sky/pass.ts';
import { elevationOf, siteOfObserver } from '#shared/station/sky/observer.ts';
import { positionOnPath, spanOfPath } from '#shared/station/sky/sampled-path.ts';
import type { AppState } from '#shared/state.ts';
import { isSamePass } from '#station/index.ts';
import type { TrayIcon } from './icon-file.ts';

interface IconChoice {
  readonly icon: TrayIcon;
  /** The next time at which the icon may change without a change of the state, ms since the Unix epoch; null: never. */
  readonly until: number | null;
}

/** Below this elevation in degrees, houses and trees hide the station. */
const minElevation = 10;

/**
 * The icon at `now` (milliseconds since the Unix epoch). A pass takes precedence over `needs-you`, because it is over
 * in minutes.
 *
 * @param isNews whether there is a picture that the user has not seen
 */
export function trayIcon(state: AppState, isNews: boolean, now: number): IconChoice {
  const nextInterval = nextOverheadInterval(state, now / 1000);
  if (nextInterval !== null && nextInterval.from * 1000 <= now)
    return { icon: 'overhead', until: nextInterval.to * 1000 };
  const icon = needsOf(state).length > 0 ? 'needs-you' : isNews ? 'new-picture' : 'quiet';
  return { icon, until: nextInterval === null ? null : nextInterval.from * 1000 };
}

interface TimeInterval {
  /** The start of the interval, Unix seconds. */
  readonly from: number;
  readonly to: number;
}

/** The current or next interval of a pass that is visible or has an alert; see `overheadIntervalOf`. Null: none. */
function nextOverheadInterval(state: AppState, t: number): TimeInterval | null {
  const { passes, alert } = state.station;
  const isAlerted = (pass: Pass): boolean =>
    alert !== null && isSamePass(alert.peak.t, pass.peak.t);
  for (const pass of passes) {
    if (pass.set.t <= t || !(pass.visible || isAlerted(pass))) continue;
    const stretch = overheadIntervalOf(state, pass);
    if (stretch !== null && stretch.to > t) return stretch;
  }
  return null;
}

/**
 * The interval in which the station is visible; for a pass that is never visible, the interval in which the station is
 * above `minElevation`. Null: the station is never above `minElevation`.
 */
function overheadIntervalOf(state: AppState, pass: Pass): TimeInterval | null {
  if (pass.visibleFrom !== null && pass.visibleTo !== null)
    return { from: pass.visibleFrom, to: pass.visibleTo };
  if (pass.peak.elevation <= minElevation) return null;
  return {
    from: elevationCrossing(state, pass.rise.t, pass.peak.t),
    to: elevationCrossing(state, pass.set.t, pass.peak.t),
  };
}

/**
 * Searches by bisection between the horizon (the Unix time `low`) and the peak. Returns the Unix second in which the
 * elevation crosses `minElevation`; `low` if the path of the orbit does not contain these times.
 */
function elevationCrossing(
  { station: { orbit, observer } }: AppState,
  low: number,
  peak: number,
): number {
  if (orbit === null || observer === null) return low;
  const [first, last] = spanOfPath(orbit.path);
  if (Math.min(low, peak) < first || Math.max(low, peak) > last) return low;
  const [site, position] = [siteOfObserver(observer), positionOnPath(orbit.path)];
  let [below, above] = [low, peak];
  while (Math.abs(above - below) > 1) {
    const middle = (below + above) / 2;
    if (elevationOf(site, position(middle)) < minElevation) below = middle;
    else above = middle;
  }
  return above;
}
