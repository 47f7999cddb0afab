import { calendarDay, dateInFormat } from '#shared/time-words.ts';

/** `2026-11-20` in the user's format, with the weekday. */
export const dateInWords = (date: string): string => calendarDay(date, 'full');

/** `2026-11-20` in the user's format, without weekday and year. A calendar day has no time zone. */
export const dayInWords = (date: string): string =>
  dateInFormat(Date.parse(`${date}T00:00:00Z`), { day: 'numeric', month: 'long', timeZone: 'UTC' });
