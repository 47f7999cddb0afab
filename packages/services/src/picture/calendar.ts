const dayMs = 86_400_000;
const hourMs = 3_600_000;

export const firstDay = '1995-06-16';

/** The nth Sunday of a month (January is 0), as midnight UTC in milliseconds since the epoch. */
function nthSunday(year: number, month: number, nth: number): number {
  const firstWeekday = new Date(Date.UTC(year, month, 1)).getUTCDay();
  return Date.UTC(year, month, 1 + ((7 - firstWeekday) % 7) + (nth - 1) * 7);
}

/**
 * The number of hours that US Eastern is behind UTC, by the Energy Policy Act of 2005 and before 2007 by the Uniform
 * Time Act as amended in 1986. `Intl` is not used, because it would load ICU's time zones, which need 7 MB of memory.
 */
function hoursBehind(time: number): number {
  const year = new Date(time).getUTCFullYear();
  const [begin, end] =
    year >= 2007
      ? [nthSunday(year, 2, 2), nthSunday(year, 10, 1)]
      : [nthSunday(year, 3, 1), nthSunday(year, 10, 1) - 7 * dayMs];
  // Daylight saving time begins and ends at 02:00 local time.
  return time >= begin + 7 * hourMs && time < end + 6 * hourMs ? 4 : 5;
}

/** The time at which a day (`YYYY-MM-DD`) begins in US Eastern, ms since the epoch: 04:00 or 05:00 in UTC. */
export function easternMidnight(date: string): number {
  const fourOClock = Date.parse(`${date}T04:00:00Z`);
  return hoursBehind(fourOClock) === 4 ? fourOClock : fourOClock + hourMs;
}

/** The date in US Eastern, `YYYY-MM-DD`. The picture service publishes by this date. */
export function easternDay(time: number): string {
  return new Date(time - hoursBehind(time) * hourMs).toISOString().slice(0, 10);
}

export function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10);
}

/** The number of days from one day to another, including both; 0 or less if the second day is earlier. */
export function countDays(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;
}

/** Whether the text is a day of the calendar in the form `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
