import { whyNoPicture } from '#shared/picture/archive-dates.ts';

/** Days are `YYYY-MM-DD`, months `YYYY-MM`: calendar days of the picture service, without a zone. */

const dayMs = 24 * 3600_000;
const toDate = (utcMs: number): string => new Date(utcMs).toISOString().slice(0, 10);

export const addDays = (date: string, days: number): string =>
  toDate(Date.parse(`${date}T00:00:00Z`) + days * dayMs);

export const monthOf = (date: string): string => date.slice(0, 7);

export function addMonths(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return toDate(Date.UTC(year, number - 1 + months, 1)).slice(0, 7);
}

const eastern = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' });

/** The newest day that the service may have: today in US Eastern. `now` is in milliseconds since the Unix epoch. */
export const newestDate = (now: number): string => eastern.format(now);

/** Whether there can be a picture of the day. */
export const mayHavePicture = (date: string, now: number): boolean =>
  whyNoPicture(date, newestDate(now)) === null;

/** The next day that can have a picture, after `date` or before it; null beyond the first one and today. */
export function nextDay(date: string, direction: 1 | -1, now: number): string | null {
  // No more than three days in a row were without one.
  for (let days = 1; days <= 4; days += 1) {
    const next = addDays(date, direction * days);
    if (mayHavePicture(next, now)) return next;
  }
  return null;
}

/** The first day of the week where the person lives: 0 is Sunday. */
export function firstWeekday(locale = navigator.language): number {
  // Not in every type library yet; 7 is Sunday there.
  const info = new Intl.Locale(locale) as Intl.Locale & {
    getWeekInfo?: () => { firstDay: number };
  };
  return (info.getWeekInfo?.().firstDay ?? 1) % 7;
}

/** The weeks of a month, each of seven places; null stands for days of other months. */
export function weeksOf(month: string, weekStart: number): (string | null)[][] {
  const first = Date.parse(`${month}-01T00:00:00Z`);
  const before = (new Date(first).getUTCDay() - weekStart + 7) % 7;
  const places: (string | null)[] = Array<null>(before).fill(null);
  for (let at = first; toDate(at).startsWith(month); at += dayMs) places.push(toDate(at));
  while (places.length % 7 !== 0) places.push(null);
  return Array.from({ length: places.length / 7 }, (_, week) =>
    places.slice(7 * week, 7 * week + 7),
  );
}

/** Short names of the seven days, from the first of the week. */
export function weekdayNames(weekStart: number, locale?: string): string[] {
  const names = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' });
  // 1 January 2023 was a Sunday.
  return Array.from({ length: 7 }, (_, day) =>
    names.format(Date.UTC(2023, 0, 1 + weekStart + day)),
  );
}

const monthName = new Intl.DateTimeFormat(undefined, {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});
export const monthInWords = (month: string): string =>
  monthName.format(Date.parse(`${month}-01T00:00:00Z`));

const shortDate = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });
export const shortDateInWords = (date: string): string =>
  shortDate.format(Date.parse(`${date}T00:00:00Z`));
