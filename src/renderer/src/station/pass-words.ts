import { hiddenWords } from '#shared/station/pass-forecast.ts';
import type { BrightnessBand, Pass } from '#shared/station/sky/pass.ts';
import { passSpan } from '#shared/station/sky/pass-span.ts';

export { compassOf } from '#shared/station/sky/compass.ts';

const minutes = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });
const seconds = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });
const dayOnly = new Intl.DateTimeFormat(undefined, {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
});

/** The time of day in the person's zone. @param t Unix seconds */
export const clockTime = (t: number): string => minutes.format(t * 1000);
/** As `clockTime`, to the second. */
export const exactTime = (t: number): string => seconds.format(t * 1000);

const bands: Readonly<Record<BrightnessBand, string>> = {
  brilliant: 'brilliant, like Venus',
  bright: 'bright, like the brightest stars',
  fair: 'fair, like most stars with a name',
  faint: 'faint',
};

/** Whether the pass is visible and how bright, or why not. */
export function sightInWords({ visible, reason, brightness }: Pass): string {
  if (!visible) return reason === null ? 'not visible' : `not visible: ${hiddenWords[reason]}`;
  return brightness === null ? 'visible' : `visible, ${bands[brightness.band]}`;
}

export interface DayOfPasses {
  readonly title: string;
  readonly passes: readonly Pass[];
}

/** Groups passes by the local calendar day. @param now Unix milliseconds */
export function byDay(passes: readonly Pass[], now: number): readonly DayOfPasses[] {
  const days = Map.groupBy(passes, (pass) => new Date(passSpan(pass).from * 1000).toDateString());
  return [...days].map(([day, ofDay]) => ({ title: dayTitle(new Date(day), now), passes: ofDay }));
}

/** The calendar day of a pass in the person's zone: `Today`, `Tomorrow`, or its date. @param now Unix milliseconds */
export const dayOf = (pass: Pass, now: number): string =>
  dayTitle(new Date(passSpan(pass).from * 1000), now);

function dayTitle(day: Date, now: number): string {
  const tomorrow = new Date(now);
  tomorrow.setDate(tomorrow.getDate() + 1);
  if (day.toDateString() === new Date(now).toDateString()) return 'Today';
  if (day.toDateString() === tomorrow.toDateString()) return 'Tomorrow';
  return dayOnly.format(day);
}

/** Seconds; two passes over one place are at least an orbit apart, and a new fit moves a culmination by less. */
const samePass = 20 * 60;

/** The pass whose culmination was at `peak` (Unix seconds), as predicted by the newest fit. */
export const passNear = (passes: readonly Pass[], peak: number): Pass | null =>
  passes.find((pass) => Math.abs(pass.peak.t - peak) < samePass) ?? null;
