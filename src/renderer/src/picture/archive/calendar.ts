import { dateFormat } from '#shared/language/formats.ts';
import { firstPictureDate, noPictureReason } from '#shared/picture/archive-dates.ts';
import type { ArchiveDay } from '#shared/picture/archive.ts';
import { addDays, monthOf } from '#renderer/ui/month.ts';

/** Days are `YYYY-MM-DD`, months `YYYY-MM`: calendar days of the picture service, without a time zone. */

const dayMs = 24 * 3600_000;
const toDate = (utcMs: number): string => new Date(utcMs).toISOString().slice(0, 10);

/** Whether the day exists; `2026-02-30` does not. */
export const isCalendarDay = (date: string): boolean =>
  toDate(Date.parse(`${date}T00:00:00Z`)) === date;

const easternFormat = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' });

/** The newest day that can have a picture: today in US Eastern. `now` in milliseconds since the Unix epoch. */
export const newestDate = (now: number): string => easternFormat.format(now);

/** Whether the day can have a picture. */
export const mayHavePicture = (date: string, now: number): boolean =>
  noPictureReason(date, newestDate(now)) === null;

/** The next day before or after `date` that can have a picture; null before the first one and after today. */
export function nextDay(date: string, direction: 1 | -1, now: number): string | null {
  // At most three consecutive days have no picture.
  for (let days = 1; days <= 4; days += 1) {
    const nextDate = addDays(date, direction * days);
    if (mayHavePicture(nextDate, now)) return nextDate;
  }
  return null;
}

/** The years of the archive, the newest first. */
export const archiveYearsUntil = (now: number): number[] => {
  const yearOf = (date: string): number => Number(date.slice(0, 4));
  const newestYear = yearOf(newestDate(now));
  const count = newestYear - yearOf(firstPictureDate) + 1;
  return Array.from({ length: count }, (_, ago) => newestYear - ago);
};

/** The given month, or the nearest month that can have pictures. */
export function clampMonth(month: string, now: number): string {
  const [first, last] = [monthOf(firstPictureDate), monthOf(newestDate(now))];
  return month < first ? first : month > last ? last : month;
}

/** Consecutive numbers of months, for a slider; `monthAt` is the inverse. */
export const monthNumber = (month: string): number =>
  Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1;
export const monthAt = (number: number): string =>
  `${Math.floor(number / 12)}-${String((number % 12) + 1).padStart(2, '0')}`;

/** The same day of each year that can have a picture, the newest first. */
export const sameDayOfYears = (date: string, now: number): string[] =>
  archiveYearsUntil(now)
    .map((year) => `${year}${date.slice(4)}`)
    .filter((day) => isCalendarDay(day) && mayHavePicture(day, now));

/** A random day that can have a picture. `random` is in [0, 1). */
export function randomDay(now: number, random: () => number = Math.random): string {
  const firstMs = Date.parse(`${firstPictureDate}T00:00:00Z`);
  const days = (Date.parse(`${newestDate(now)}T00:00:00Z`) - firstMs) / dayMs + 1;
  const date = toDate(firstMs + Math.floor(random() * days) * dayMs);
  // The three days after the first one have no picture.
  return mayHavePicture(date, now) ? date : firstPictureDate;
}

/** A cell of a grid: a day and its saved content. */
export interface GridDay {
  readonly date: string;
  /** Null if nothing of the day is saved. */
  readonly saved: ArchiveDay | null;
}

const formatDate = (date: string, options: Intl.DateTimeFormatOptions): string =>
  dateFormat({ ...options, timeZone: 'UTC' }).format(Date.parse(`${date}T00:00:00Z`));

export const monthInWords = (month: string): string =>
  formatDate(`${month}-01`, { month: 'long', year: 'numeric' });

export const monthNames = (): string[] =>
  Array.from({ length: 12 }, (_, month) =>
    formatDate(`2023-${String(month + 1).padStart(2, '0')}-01`, { month: 'long' }),
  );

export const shortDateInWords = (date: string): string => formatDate(date, { dateStyle: 'medium' });
