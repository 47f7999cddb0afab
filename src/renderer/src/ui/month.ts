/* Calendar days as text, `2026-11-09`, and months, `2026-11`. They have no time zone. */

const noonOfDay = (date: string): Date => new Date(`${date}T12:00:00Z`);
const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);

export const monthOf = (date: string): string => date.slice(0, 7);

/** The current day in the time zone of the user. */
export function localToday(now = new Date()): string {
  const twoDigits = (n: number): string => String(n).padStart(2, '0');
  return `${now.getFullYear()}-${twoDigits(now.getMonth() + 1)}-${twoDigits(now.getDate())}`;
}

export function addDays(date: string, days: number): string {
  const moment = noonOfDay(date);
  moment.setUTCDate(moment.getUTCDate() + days);
  return dayOf(moment);
}

/** The same day of another month; the last day of that month if it is shorter. */
export function addMonths(date: string, months: number): string {
  const target = noonOfDay(`${monthOf(date)}-01`);
  target.setUTCMonth(target.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(target.getUTCFullYear(), target.getUTCMonth() + 1, 0));
  target.setUTCDate(Math.min(Number(date.slice(8)), lastDay.getUTCDate()));
  return dayOf(target);
}

/** The weekday of a day: 0 is Sunday. */
const weekdayOf = (date: string): number => noonOfDay(date).getUTCDay();

/** The first day of the week in the user's region: 0 is Sunday. */
export function weekStartOf(locale: string): number {
  // TypeScript's library does not declare this method yet.
  const localeInfo = new Intl.Locale(locale) as Intl.Locale & {
    getWeekInfo(): { firstDay: number };
  };
  return localeInfo.getWeekInfo().firstDay % 7;
}

/** The first day of the week of `date`. */
export const startOfWeek = (date: string, weekStart: number): string =>
  addDays(date, -((weekdayOf(date) - weekStart + 7) % 7));

/** The weeks of a month; null for days of other months. */
export function weeksOf(month: string, weekStart: number): (string | null)[][] {
  const weeks: (string | null)[][] = [];
  let day = startOfWeek(`${month}-01`, weekStart);
  while (monthOf(day) <= month) {
    const firstDay = day;
    const week = Array.from({ length: 7 }, (_, index) => addDays(firstDay, index));
    weeks.push(week.map((each) => (monthOf(each) === month ? each : null)));
    day = addDays(day, 7);
  }
  return weeks;
}

export const isDayWithin = (date: string, min: string | null, max: string | null): boolean =>
  (min === null || date >= min) && (max === null || date <= max);

/** Limits a day to the allowed range. */
export function clampDay(date: string, min: string | null, max: string | null): string {
  if (min !== null && date < min) return min;
  return max !== null && date > max ? max : date;
}

/** Returns a function that formats calendar days. */
export function formatDay(locale: string, options: Intl.DateTimeFormatOptions) {
  const formatter = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
  return (date: string): string => formatter.format(noonOfDay(date));
}
