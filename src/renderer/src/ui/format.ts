import { formatLocale } from '#shared/language/language.ts';

const format = (options: Intl.DateTimeFormatOptions, at: number): string =>
  new Intl.DateTimeFormat(formatLocale(), options).format(at);

/** Midnight of a calendar day in UTC: such a day has no time zone. */
const midnight = (date: string): number => Date.parse(`${date}T00:00:00Z`);

/** `2026-11-20` in the user's format, with the weekday. */
export const dateInWords = (date: string): string =>
  format({ dateStyle: 'full', timeZone: 'UTC' }, midnight(date));

/** `2026-11-20` in the user's format, without weekday and year. */
export const dayInWords = (date: string): string =>
  format({ day: 'numeric', month: 'long', timeZone: 'UTC' }, midnight(date));

/**
 * A time in the user's zone, with day and year if they differ from those of `now`. `at` and `now` are in milliseconds
 * since the Unix epoch.
 */
export function timeInWords(at: number, now: number): string {
  const [date, today] = [new Date(at), new Date(now)];
  if (date.toDateString() === today.toDateString()) return format({ timeStyle: 'short' }, at);
  return format(
    {
      day: 'numeric',
      month: 'short',
      hour: 'numeric',
      minute: '2-digit',
      ...(date.getFullYear() === today.getFullYear() ? { weekday: 'short' } : { year: 'numeric' }),
    },
    at,
  );
}
