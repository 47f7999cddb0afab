import { passSpan, seenPart } from '#shared/station/sky/pass-span.ts';
import type { Pass } from '#shared/station/sky/pass.ts';
import type { AlertSettings } from '#shared/station/station.ts';

/**
 * An alert ends this long before the end of the pass or of its visible part, seconds: later, the user cannot get
 * outside in time.
 */
const minSecondsLeft = 60;

/**
 * The passes that the user is alerted to at `now`, and the time of the next alert. An alert begins `leadMinutes` before
 * the pass, or before its visible part, and ends a minute before the end of the same. With a lead time of more than 93
 * minutes, two passes are alerted to at a time.
 *
 * Pure. The notifications store which passes they have announced, also across a restart, and observe the quiet hours.
 *
 * @param passes in order of time
 * @param now milliseconds since the Unix epoch
 * @returns `nextAt` in milliseconds since the Unix epoch, or null if no later pass is known
 */
export function passAlerts(
  passes: readonly Pass[],
  settings: AlertSettings,
  now: number,
): { readonly alerts: readonly Pass[]; readonly nextAt: number | null } {
  const { enabled, leadMinutes } = settings;
  if (!enabled) return { alerts: [], nextAt: null };
  const t = now / 1000;
  const alerts: Pass[] = [];
  for (const pass of passes) {
    const stretch = passSpan(pass);
    if (t > stretch.to - minSecondsLeft || !isAnnounced(pass, settings)) continue;
    const alertTime = stretch.from - leadMinutes * 60;
    if (alertTime > t) return { alerts, nextAt: alertTime * 1000 };
    alerts.push(pass);
  }
  return { alerts, nextAt: null };
}

/** Whether a pass is visible and high enough for an alert. */
export const isAnnounced = (pass: Pass, { onlyVisible, minElevation }: AlertSettings): boolean =>
  (pass.visible || !onlyVisible) && seenPart(pass).top.elevation >= minElevation;

/**
 * Whether a minute of the day (since midnight, in the user's time zone) lies in the quiet hours. The quiet hours may
 * include midnight; the minute `to` is not quiet; equal ends mean no quiet hours.
 */
export const isInQuietHours = (
  minute: number,
  { from, to }: NonNullable<AlertSettings['quiet']>,
): boolean => (from <= to ? minute >= from && minute < to : minute >= from || minute < to);
