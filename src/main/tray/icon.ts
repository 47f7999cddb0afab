import { needsOf } from '#shared/status/needs.ts';
import type { Pass } from '#shared/station/sky/pass.ts';
import { isSamePass, passSpan } from '#shared/station/sky/pass-span.ts';
import type { AppState } from '#shared/state.ts';
import type { TrayIcon } from './icon-file.ts';

interface IconChoice {
  readonly icon: TrayIcon;
  /** The next time at which the icon may change without a change of the state, ms since the Unix epoch; null: never. */
  readonly until: number | null;
}

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

/** The span of the current or next pass that is visible or has an alert, Unix seconds; null: none. */
function nextOverheadInterval({ station: { passes, alerts } }: AppState, t: number) {
  const isAlerted = (pass: Pass): boolean =>
    alerts.some(({ peak }) => isSamePass(peak.t, pass.peak.t));
  const overheadPass = passes.find(
    (pass) => passSpan(pass).to > t && (pass.visible || isAlerted(pass)),
  );
  return overheadPass === undefined ? null : passSpan(overheadPass);
}
