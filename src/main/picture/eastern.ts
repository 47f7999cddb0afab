const hourMs = 3600_000;
const dayMs = 24 * hourMs;

/** The nth Sunday of a month (January is 0), as midnight UTC in milliseconds since the Unix epoch. */
function nthSunday(year: number, month: number, nth: number): number {
  const firstWeekday = new Date(Date.UTC(year, month, 1)).getUTCDay();
  return Date.UTC(year, month, 1 + ((7 - firstWeekday) % 7) + (nth - 1) * 7);
}

/**
 * The number of hours that US Eastern, the time zone of the picture service's days, is behind UTC: by the Energy Policy
 * Act of 2005, and before 2007 by the Uniform Time Act as amended in 1986. `Intl` would load ICU's time zones at the
 * start of the app, which takes 10 ms and 9 MB.
 */
function hoursBehind(instant: number): number {
  const year = new Date(instant).getUTCFullYear();
  const [begin, end] =
    year >= 2007
      ? [nthSunday(year, 2, 2), nthSunday(year, 10, 1)]
      : [nthSunday(year, 3, 1), nthSunday(year, 10, 1) - 7 * dayMs];
  // Daylight saving time begins and ends at 02:00 local time.
  return instant >= begin + 7 * hourMs && instant < end + 6 * hourMs ? 4 : 5;
}

/** The service's date (`YYYY-MM-DD`) at an instant (milliseconds since the Unix epoch). */
export const easternDate = (instant: number): string =>
  new Date(instant - hoursBehind(instant) * hourMs).toISOString().slice(0, 10);

/** The first instant of the next day in US Eastern (milliseconds since the Unix epoch). */
export const nextEasternMidnight = (instant: number): number =>
  easternMidnight(addDays(easternDate(instant), 1));

/** The instant at which a day (`YYYY-MM-DD`) begins in US Eastern, milliseconds since the Unix epoch. */
export function easternMidnight(date: string): number {
  const fourOClock = Date.parse(`${date}T04:00:00Z`);
  return hoursBehind(fourOClock) === 4 ? fourOClock : fourOClock + hourMs;
}

/** The day that is `days` after `date`, or before `date` if negative. Both dates are `YYYY-MM-DD`. */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T12:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

/** Whether the date exists: 2026-02-30 does not. */
export function isCalendarDay(date: string): boolean {
  const time = Date.parse(`${date}T12:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date);
}
