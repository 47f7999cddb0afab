/** The time zone of the picture service's days: US Eastern, with daylight saving time. */
const easternTimeZone = 'America/New_York';

const datePartsFormat = new Intl.DateTimeFormat('en-CA', {
  timeZone: easternTimeZone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/** The service's date (`YYYY-MM-DD`) at an instant (milliseconds since the Unix epoch). */
export const easternDate = (instant: number): string => datePartsFormat.format(instant);

/**
 * The first instant of the next day in US Eastern (milliseconds since the Unix epoch), to the minute. Found by
 * bisection, because a day on which daylight saving time begins or ends has 23 or 25 hours.
 */
export function nextEasternMidnight(instant: number): number {
  const today = easternDate(instant);
  const minute = 60_000;
  let lastToday = Math.floor(instant / minute);
  let firstTomorrow = lastToday + 26 * 60;
  while (firstTomorrow - lastToday > 1) {
    const middle = Math.floor((lastToday + firstTomorrow) / 2);
    if (easternDate(middle * minute) === today) lastToday = middle;
    else firstTomorrow = middle;
  }
  return firstTomorrow * minute;
}

/** The instant at which a day (`YYYY-MM-DD`) begins in US Eastern, milliseconds since the Unix epoch. */
export const easternMidnight = (date: string): number =>
  // Noon UTC of the previous date is the morning of that date in US Eastern.
  nextEasternMidnight(Date.parse(`${date}T12:00:00Z`) - 24 * 3600_000);

/** The day that is `days` after `date`, or before `date` if negative. Both dates are `YYYY-MM-DD`. */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T12:00:00Z`) + days * 24 * 3600_000).toISOString().slice(0, 10);

/** Whether the date exists: 2026-02-30 does not. */
export function isCalendarDay(date: string): boolean {
  const time = Date.parse(`${date}T12:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date);
}
