import type { Pass } from '#shared/station/sky/pass.ts';

/** Minutes since midnight in the person's zone. From 22:00 to 7:00 goes over midnight; equal ends: never. */
export interface QuietHours {
  readonly from: number;
  readonly to: number;
}

export interface AlertSettings {
  /** Minutes before the pass begins. */
  readonly lead: number;
  readonly onlyVisible: boolean;
  readonly quiet: QuietHours | null;
  /** IANA name, for the quiet hours. */
  readonly timeZone: string;
}

export interface Alert {
  /** When to alert: Unix seconds, never before `now`. */
  readonly at: number;
  readonly pass: Pass;
}

/** A refit moves a pass by seconds or minutes; the next one comes a whole orbit (93 min) later. */
const halfOrbit = 46 * 60;
/** With less than this left, in seconds, nobody gets outside in time. */
const leastLeft = 60;

/** Whether two peaks (Unix seconds) are those of one pass, seen with two fits. */
export const isSamePass = (peak: number, other: number): boolean =>
  Math.abs(peak - other) < halfOrbit;

/**
 * The alert that comes next, or null. It comes `lead` minutes before the pass begins (its visible stretch, if
 * only visible ones count, else its rise); at once when that is past and a minute of the pass is left; and
 * when quiet hours end before the pass does, at their end.
 *
 * @param alerted peaks (Unix seconds) of the passes that were alerted already: at most one alert per pass
 * @param now Unix seconds
 */
export function nextAlert(
  passes: readonly Pass[],
  settings: AlertSettings,
  alerted: readonly number[],
  now: number,
): Alert | null {
  let next: Alert | null = null;
  for (const pass of passes) {
    if (alerted.some((peak) => isSamePass(peak, pass.peak.t))) continue;
    const stretch = stretchOf(pass, settings.onlyVisible);
    if (stretch === null) continue;
    const wanted = Math.max(now, stretch.from - settings.lead * 60);
    const at = afterQuiet(wanted, settings);
    if (at > stretch.to - leastLeft) continue;
    if (next === null || at < next.at) next = { at, pass };
  }
  return next;
}

function stretchOf(pass: Pass, onlyVisible: boolean): { from: number; to: number } | null {
  if (!onlyVisible) return { from: pass.rise.t, to: pass.set.t };
  if (pass.visibleFrom === null || pass.visibleTo === null) return null;
  return { from: pass.visibleFrom, to: pass.visibleTo };
}

/** `t`, or the end of the quiet hours that it lies in. */
function afterQuiet(t: number, { quiet, timeZone }: AlertSettings): number {
  if (quiet === null) return t;
  const minute = minuteOfDay(t, timeZone);
  if (!isQuiet(minute, quiet)) return t;
  const guess = Math.floor(t / 60) * 60 + minutesFrom(minute, quiet.to) * 60;
  // Where the clocks change in between, the guess is an hour off.
  const late = minutesFrom(quiet.to, minuteOfDay(guess, timeZone));
  const corrected = guess - (late > day / 2 ? late - day : late) * 60;
  // The end may be in the hour that is left out in spring.
  return isQuiet(minuteOfDay(corrected, timeZone), quiet) ? guess : corrected;
}

const day = 24 * 60;
const minutesFrom = (from: number, to: number): number => (to - from + day) % day;

/** Whether that minute of the day is quiet: from the first minute on, up to the last one, which is not. */
export const isQuiet = (minute: number, { from, to }: QuietHours): boolean =>
  from <= to ? minute >= from && minute < to : minute >= from || minute < to;

function minuteOfDay(t: number, timeZone: string): number {
  const parts = clockOf(timeZone).formatToParts(t * 1000);
  const value = (type: 'hour' | 'minute'): number =>
    Number(parts.find((part) => part.type === type)?.value);
  return value('hour') * 60 + value('minute');
}

/** Making one takes longer than everything else here. */
const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const clock =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat('en-GB', {
      timeZone,
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
  clocks.set(timeZone, clock);
  return clock;
}
