import { foldText } from '#shared/fold-text.ts';
import { dateFormat, relativeFormat } from '#shared/language/formats.ts';
import { formatLocale } from '#shared/language/language.ts';
import { daysOfTypedDates, parseTypedDates } from '#shared/picture/typed-dates.ts';
import { addDays } from '#renderer/ui/month.ts';
import { clampMonth, isCalendarDay, newestDate } from './calendar.ts';

/**
 * Reads the months in a search such as “nov 2025”, “11/2025” or “18 nov 2025”, or all months of a year such as “2025”,
 * that can have pictures. Empty if the search names none.
 */
export function parseTypedMonths(typed: string, now: number): string[] {
  const [pattern, otherPattern] = parseTypedDates(typed, formatLocale())?.patterns ?? [];
  if (pattern === undefined || otherPattern !== undefined || pattern.year === null) return [];
  const { year, month } = pattern;
  return (month === null ? Array.from({ length: 12 }, (_, index) => index + 1) : [month])
    .map((number) => `${year}-${String(number).padStart(2, '0')}`)
    .filter((name) => clampMonth(name, now) === name);
}

/**
 * Reads the day in a search such as “18 nov 2025”, “18.11.2025” or “yesterday”, in English and in the user's language.
 * Null if it contains no day. “3/4/2020” is read in the order of the user's locale. The day may have no picture.
 */
export function parseTypedDay(typed: string, now: number): string | null {
  const relativeDay = parseRelativeDay(typed, now);
  if (relativeDay !== null) return relativeDay;
  const typedDates = parseTypedDates(typed, formatLocale());
  const days = typedDates?.patterns.every(({ day, year }) => day !== null && year !== null)
    ? daysOfTypedDates(typedDates, 0).filter(isCalendarDay)
    : [];
  const [monthFirst, dayFirst] = days;
  return (isDayFirst() ? dayFirst : null) ?? monthFirst ?? null;
}

/** Reads “today” or “yesterday”, in English and in the user's language, as a day; null if it is another text. */
export function parseRelativeDay(typed: string, now: number): string | null {
  const daysAgo = [0, 1].find((ago) =>
    ['en', formatLocale()].some((locale) => relativeDayName(-ago, locale) === foldText(typed)),
  );
  return daysAgo === undefined ? null : addDays(newestDate(now), -daysAgo);
}

/** `today` for 0, `yesterday` for -1. */
const relativeDayName = (days: number, locale: string): string =>
  foldText(relativeFormat({ numeric: 'auto' }, locale).format(days, 'day'));

/** Whether the day comes before the month in the user's locale, as in 18/11/2025. */
function isDayFirst(): boolean {
  const types = dateFormat({})
    .formatToParts(0)
    .map(({ type }) => type);
  return types.indexOf('day') < types.indexOf('month');
}
