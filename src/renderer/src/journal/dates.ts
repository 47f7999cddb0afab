import { relativeFormat } from '#shared/language/formats.ts';
import { dateInFormat } from '#shared/time-words.ts';

const minuteMs = 60_000;
const hourMs = 3_600_000;

/** A time in few words: “5 minutes ago” if earlier today, “yesterday”, else the date. Arguments in Unix ms. */
export function relativeTimeInWords(at: number, now: number): string {
  const format = relativeFormat({ numeric: 'auto' });
  const [date, today] = [new Date(at), new Date(now)];
  const age = now - at;
  if (date.toDateString() === today.toDateString() && age >= 0) {
    if (age < minuteMs) return format.format(0, 'second');
    return age < hourMs
      ? format.format(-Math.floor(age / minuteMs), 'minute')
      : format.format(-Math.floor(age / hourMs), 'hour');
  }
  const yesterday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1);
  if (date.toDateString() === yesterday.toDateString()) return format.format(-1, 'day');
  const isThisYear = date.getFullYear() === today.getFullYear();
  return dateInFormat(at, {
    day: 'numeric',
    month: 'short',
    ...(isThisYear ? {} : { year: 'numeric' }),
  });
}

/** The full date and time of day; `at` in milliseconds since the Unix epoch. */
export const fullTimeInWords = (at: number): string =>
  dateInFormat(at, { dateStyle: 'full', timeStyle: 'short' });
