const fullDate = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeZone: 'UTC' });
const timeOfDay = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });
const dayAndTime = {
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
} as const;
const timeAndDay = new Intl.DateTimeFormat(undefined, { weekday: 'short', ...dayAndTime });
const timeDayAndYear = new Intl.DateTimeFormat(undefined, { year: 'numeric', ...dayAndTime });

/** `2026-11-20` as the person writes it, with the weekday. The day is a calendar day: it has no zone. */
export function dateInWords(date: string): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return fullDate.format(Date.UTC(year, month - 1, day));
}

const dayAndMonth = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'long',
  timeZone: 'UTC',
});

/** `2026-11-20` as the person writes it, without weekday and year. */
export const dayInWords = (date: string): string =>
  dayAndMonth.format(Date.parse(`${date}T00:00:00Z`));

/** A time in the person's zone, with day and year where they are not those of `now`. Both in milliseconds. */
export function timeInWords(at: number, now: number): string {
  const [then, today] = [new Date(at), new Date(now)];
  if (then.toDateString() === today.toDateString()) return timeOfDay.format(at);
  return (then.getFullYear() === today.getFullYear() ? timeAndDay : timeDayAndYear).format(at);
}

/** How long `ms` is, as "4 s", "12 min", "3 h" or "2 days"; never negative. */
export function duration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`;
}
