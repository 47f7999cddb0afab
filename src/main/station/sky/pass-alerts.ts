import type { Pass } from '#shared/station/sky/pass.ts';
import type { AlertSettings } from '#shared/station/station.ts';

/** Half an orbit in seconds: a new fit moves a pass by seconds or minutes, and the next pass comes 93 minutes later. */
const halfOrbitSeconds = 46 * 60;
/**
 * An alert ends this long before the end of the pass or of its visible part, seconds: later, the user cannot get
 * outside in time.
 */
const minSecondsLeft = 60;

/** Whether two culminations (Unix seconds) belong to one pass, predicted by two fits of the orbit. */
export const isSamePass = (peak: number, other: number): boolean =>
  Math.abs(peak - other) < halfOrbitSeconds;

/**
 * The pass that the user is alerted to at `now`, and the time of the next alert. An alert begins `leadMinutes` before
 * the pass and ends a minute before the end of the pass; if only visible passes count, both refer to its visible part.
 *
 * Pure. The notifications store which passes they have announced, also across a restart, and observe the quiet hours.
 *
 * @param passes in order of time
 * @param now milliseconds since the Unix epoch
 * @returns `nextAt` in milliseconds since the Unix epoch, or null if no later pass is known
 */
export function passAlerts(
  passes: readonly Pass[],
  { enabled, leadMinutes, onlyVisible }: AlertSettings,
  now: number,
): { readonly alert: Pass | null; readonly nextAt: number | null } {
  if (!enabled) return { alert: null, nextAt: null };
  const t = now / 1000;
  let alert: Pass | null = null;
  for (const pass of passes) {
    const stretch = countedIntervalOf(pass, onlyVisible);
    if (stretch === null || t > stretch.to - minSecondsLeft) continue;
    const alertTime = stretch.from - leadMinutes * 60;
    if (alertTime > t) return { alert, nextAt: alertTime * 1000 };
    alert ??= pass;
  }
  return { alert, nextAt: null };
}

/**
 * The part of a pass that the alerts use, Unix seconds: the whole pass or, with `onlyVisible`, its visible part. Null:
 * there is no visible part.
 */
export function countedIntervalOf(
  pass: Pass,
  onlyVisible: boolean,
): { from: number; to: number } | null {
  if (!onlyVisible) return { from: pass.rise.t, to: pass.set.t };
  if (pass.visibleFrom === null || pass.visibleTo === null) return null;
  return { from: pass.visibleFrom, to: pass.visibleTo };
}

/**
 * Whether a minute of the day (since midnight, in the user's time zone) lies in the quiet hours. The quiet hours may
 * include midnight; the minute `to` is not quiet; equal ends mean no quiet hours.
 */
export const isInQuietHours = (
  minute: number,
  { from, to }: NonNullable<AlertSettings['quiet']>,
): boolean => (from <= to ? minute >= from && minute < to : minute >= from || minute < to);
