import { m } from '#words';
import { brightnessInWords } from '#shared/station/brightness-words.ts';
import type { HiddenReason, Pass } from '#shared/station/sky/pass.ts';
import { isSamePass, passSpan } from '#shared/station/sky/pass-span.ts';
import { dateInFormat } from '#shared/time-words.ts';

/** The brightness of a visible pass, or the reason why the pass is not visible. */
export function visibilityInWords({ visible, reason, brightness }: Pass): string {
  if (visible)
    return brightness === null
      ? m.station_sight_visible()
      : m.station_sight_bright({ brightness: brightnessInWords(brightness.magnitude) });
  return reason === null ? m.station_sight_hidden() : reasonInWords(reason);
}

function reasonInWords(reason: HiddenReason): string {
  switch (reason) {
    case 'in-shadow':
      return m.station_sight_shadow();
    case 'daylight':
      return m.station_sight_daylight();
    case 'too-low':
      return m.station_sight_low();
  }
}

/** Explains in a sentence why most passes are invisible. */
export function mostlyHiddenInWords(reason: HiddenReason): string {
  switch (reason) {
    case 'in-shadow':
      return m.station_mostly_shadow();
    case 'daylight':
      return m.station_mostly_daylight();
    case 'too-low':
      return m.station_mostly_low();
  }
}

interface DayOfPasses {
  readonly title: string;
  readonly passes: readonly Pass[];
}

/** Groups passes by the local calendar day. @param now Unix milliseconds */
export function groupPassesByDay(passes: readonly Pass[], now: number): readonly DayOfPasses[] {
  const days = Map.groupBy(passes, (pass) => new Date(passSpan(pass).from * 1000).toDateString());
  return [...days].map(([day, ofDay]) => ({ title: dayTitle(new Date(day), now), passes: ofDay }));
}

/**
 * The calendar day of a pass in the user's time zone: `Today`, `Tomorrow`, or its date.
 *
 * @param now Unix milliseconds
 */
export const dayOfPassInWords = (pass: Pass, now: number): string =>
  dayTitle(new Date(passSpan(pass).from * 1000), now);

function dayTitle(day: Date, now: number): string {
  const tomorrow = new Date(now);
  tomorrow.setDate(tomorrow.getDate() + 1);
  if (day.toDateString() === new Date(now).toDateString()) return m.station_today();
  if (day.toDateString() === tomorrow.toDateString()) return m.station_tomorrow();
  const style = { weekday: 'long', day: 'numeric', month: 'long' } as const;
  return dateInFormat(day.getTime(), style);
}

/** The pass whose culmination was at `peak` (Unix seconds), as predicted by the newest fit. */
export const findPassNear = (passes: readonly Pass[], peak: number): Pass | null =>
  passes.find((pass) => isSamePass(pass.peak.t, peak)) ?? null;
