import type { AlertSettings, Station } from '#shared/station/station.ts';
import type { Pass } from '#shared/station/sky/pass.ts';
import { isSamePass, nextAlert } from './sky/pass-alerts.ts';

/** What the alerts go by. */
export interface LookoutOptions {
  readonly settings: AlertSettings;
  /** IANA name, for the quiet hours. */
  readonly timeZone: string;
}

export interface Watch {
  /** The pass to look up for now. */
  readonly alert: Pass | null;
  /** Unix milliseconds of the next alert, as far as it is known. */
  readonly nextAt: number | null;
}

/**
 * Which pass is to be told of at `now` (Unix milliseconds): once told, it stays until it is over. That nobody is
 * notified twice of one pass, over restarts too, is the business of the notices.
 *
 * @param before the pass that was told of last
 */
export function lookOut(
  passes: Station['passes'],
  before: Pass | null,
  now: number,
  { settings, timeZone }: LookoutOptions,
): Watch {
  const { enabled, leadMinutes, onlyVisible, quiet } = settings;
  if (!enabled) return { alert: null, nextAt: null };
  const t = now / 1000;
  const told = before === null ? [] : [before.peak.t];
  const next = nextAlert(passes, { lead: leadMinutes, onlyVisible, quiet, timeZone }, told, t);
  if (next !== null && next.at <= t) return { alert: next.pass, nextAt: null };
  return { alert: current(before, passes, t), nextAt: next && next.at * 1000 };
}

/** The pass as the newest fit has it; null when it is over. */
function current(before: Pass | null, passes: Station['passes'], t: number): Pass | null {
  if (before === null) return null;
  const pass = passes.find(({ peak }) => isSamePass(peak.t, before.peak.t)) ?? before;
  return pass.set.t > t ? pass : null;
}
