import type { Pass } from '#shared/station/sky/pass.ts';
import type { AlertSettings } from '#shared/station/station.ts';

/** Half an orbit in seconds: a refit moves a pass by seconds or minutes, and the next pass comes 93 minutes later. */
const halfOrbit = 46 * 60;
/** With less than this left of a pass, in seconds, nobody gets outside in time. */
const minSecondsLeft = 60;

/** Whether two culminations (Unix seconds) belong to one pass, predicted by two fits of the orbit. */
export const isSamePass = (peak: number, other: number): boolean =>
  Math.abs(peak - other) < halfOrbit;

interface PassAlerts {
  /** The pass to look up for; null when there is none at present. */
  readonly alert: Pass | null;
  /** When the next alert is due, milliseconds since the Unix epoch; null when no pass is known for it. */
  readonly nextAt: number | null;
}

/**
 * The pass that the person is to be alerted to at `now`. An alert begins `leadMinutes` before the pass (before its
 * visible stretch, if only visible passes count) and ends a minute before the pass does.
 *
 * It depends on nothing but its arguments. The notifications know which passes they have announced, also before a
 * restart, and they observe the quiet hours.
 *
 * @param passes in order of time
 * @param now milliseconds since the Unix epoch
 */
export function passAlerts(
  passes: readonly Pass[],
  { enabled, leadMinutes, onlyVisible }: AlertSettings,
  now: number,
): PassAlerts {
  if (!enabled) return { alert: null, nextAt: null };
  const t = now / 1000;
  let alert: Pass | null = null;
  for (const pass of passes) {
    const stretch = stretchOf(pass, onlyVisible);
    if (stretch === null || t > stretch.to - minSecondsLeft) continue;
    const at = stretch.from - leadMinutes * 60;
    if (at > t) return { alert, nextAt: at * 1000 };
    alert ??= pass;
  }
  return { alert, nextAt: null };
}

function stretchOf(pass: Pass, onlyVisible: boolean): { from: number; to: number } | null {
  if (!onlyVisible) return { from: pass.rise.t, to: pass.set.t };
  if (pass.visibleFrom === null || pass.visibleTo === null) return null;
  return { from: pass.visibleFrom, to: pass.visibleTo };
}

/**
 * Whether a minute of the day (since midnight, in the person's zone) lies in the quiet hours. They may go over
 * midnight; the last minute is not quiet; equal ends mean none.
 */
export const isQuiet = (
  minute: number,
  { from, to }: NonNullable<AlertSettings['quiet']>,
): boolean => (from <= to ? minute >= from && minute < to : minute >= from || minute < to);
