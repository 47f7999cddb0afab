import { foldText } from '../fold-text.ts';

/** A day, a month, a year, or the same month or day of every year; null stands for any. */
interface DatePattern {
  readonly year: number | null;
  readonly month: number | null;
  readonly day: number | null;
}

/** The days that match a typed date of a search. */
interface TypedDates {
  readonly patterns: readonly DatePattern[];
  /** Whether the typed text can only be a date, such as 18.11.2025: the search then ignores the texts of the pictures. */
  readonly isSure: boolean;
}

/** Whether the typed dates include a day (`YYYY-MM-DD`). */
export function typedDatesInclude({ patterns }: TypedDates, date: string): boolean {
  const [year, month, day] = date.split('-').map(Number);
  return patterns.some(
    (pattern) =>
      (pattern.year ?? year) === year &&
      (pattern.month ?? month) === month &&
      (pattern.day ?? day) === day,
  );
}

/**
 * The days that match the typed dates, `YYYY-MM-DD`: at most about a thousand. A date without a year matches days from
 * 1995 until the end of `lastYear`. They may include days that do not exist, such as February 30.
 */
export function daysOfTypedDates(meant: TypedDates, lastYear: number): string[] {
  const days = meant.patterns.flatMap((pattern) => {
    const years = pattern.year === null ? integerRange(1995, lastYear) : [pattern.year];
    const months = pattern.month === null ? integerRange(1, 12) : [pattern.month];
    const dayNumbers = pattern.day === null ? integerRange(1, 31) : [pattern.day];
    return years.flatMap((year) =>
      months.flatMap((month) =>
        dayNumbers.map((day) => [year, month, day].map(twoDigits).join('-')),
      ),
    );
  });
  return [...new Set(days)];
}

const integerRange = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, n) => from + n);
const twoDigits = (value: number): string => String(value).padStart(2, '0');

/**
 * The days of a typed date such as “2026-11-20”, “2026-11”, “11/2026”, “18 nov 2025”, “November 18th”, “nov”, “1999”,
 * “11/18/2025”, “18.11.2025” and “2025年11月18日”. Null if the text is neither a date nor a part of one. Names of months
 * are in English or in the language of `locale`.
 */
export function parseTypedDates(typed: string, locale?: string): TypedDates | null {
  const text = foldText(typed).trim().replace(/\s+/g, ' ');
  return parseNumericDate(text) ?? parseDateInWords(text, locale);
}

function parseNumericDate(text: string): TypedDates | null {
  // Also matches a date that is being typed, in which a single 0 has no meaning yet.
  const isoMatch = /^(\d{4})-(?:0?|(\d{1,2}))(?:(?<=-\d\d?)-(?:0?|(\d{1,2})))?$/.exec(text);
  if (isoMatch !== null) return sureDates([datePattern(isoMatch[1], isoMatch[2], isoMatch[3])]);
  const japaneseMatch = /^(\d{4})[/年](?:(\d{1,2})(?:[/月](\d{1,2})?)?)?日?$/.exec(text);
  if (japaneseMatch !== null)
    return sureDates([datePattern(japaneseMatch[1], japaneseMatch[2], japaneseMatch[3])]);
  const monthMatch = /^(\d{1,2})[./]\s?(\d{4})$/.exec(text);
  if (monthMatch !== null) return sureDates([datePattern(monthMatch[2], monthMatch[1])]);
  const dottedMatch = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})$/.exec(text);
  if (dottedMatch !== null)
    return sureDates([datePattern(dottedMatch[3], dottedMatch[2], dottedMatch[1])]);
  const slashedMatch = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text);
  if (slashedMatch === null) return null;
  // The order of month and day is ambiguous: return both days, if both are possible.
  const [, firstNumber, secondNumber, year] = slashedMatch;
  return sureDates([
    datePattern(year, firstNumber, secondNumber),
    datePattern(year, secondNumber, firstNumber),
  ]);
}

function parseDateInWords(text: string, locale: string | undefined): TypedDates | null {
  const parts = text
    .split(/[\s,.]+/)
    .filter((part) => part !== '' && part !== 'of' && part !== 'de');
  if (parts.length > 3) return null;
  let date: DatePattern = { year: null, month: null, day: null };
  for (const part of parts) {
    const numberMatch = /^(\d{1,2})(?:st|nd|rd|th|er)?$|^(\d{4})$/.exec(part);
    const month = numberMatch === null ? findMonthByName(part, locale) : null;
    if (month !== null && date.month === null) date = { ...date, month };
    else if (numberMatch?.[1] !== undefined && date.day === null)
      date = { ...date, day: Number(numberMatch[1]) };
    else if (numberMatch?.[2] !== undefined && date.year === null)
      date = { ...date, year: Number(numberMatch[2]) };
    else return null;
  }
  // A day without a month is not a date: the texts are searched for it.
  if (date.month === null && (date.year === null || date.day !== null)) return null;
  return isPossible(date) ? { patterns: [date], isSure: false } : null;
}

const sureDates = (patterns: readonly DatePattern[]): TypedDates | null => {
  const possiblePatterns = patterns.filter(isPossible);
  return possiblePatterns.length === 0 ? null : { patterns: possiblePatterns, isSure: true };
};

const datePattern = (year?: string, month?: string, day?: string): DatePattern => ({
  year: year === undefined ? null : Number(year),
  month: month === undefined ? null : Number(month),
  day: day === undefined ? null : Number(day),
});

const isPossible = ({ year, month, day }: DatePattern): boolean =>
  (year === null || year >= 1900) &&
  (month === null || (month >= 1 && month <= 12)) &&
  (day === null || (day >= 1 && day <= 31));

/** The month (1 to 12) whose name begins with `part`; null for fewer than three letters, and if none or several fit. */
function findMonthByName(part: string, locale: string | undefined): number | null {
  if (part.length < 3) return null;
  for (const names of [namesOfMonths('en'), namesOfMonths(locale)]) {
    const fittingMonths = names.flatMap((name, index) =>
      name.startsWith(part) ? [index + 1] : [],
    );
    if (fittingMonths.length === 1) return fittingMonths[0] ?? null;
  }
  return null;
}

const cachedNames = new Map<string, readonly string[]>();
function namesOfMonths(locale: string | undefined): readonly string[] {
  const key = locale ?? '';
  const names = cachedNames.get(key) ?? readNames(locale);
  cachedNames.set(key, names);
  return names;
}

function readNames(locale: string | undefined): readonly string[] {
  // Format the month together with a day, because some languages inflect its name in a date.
  const format = new Intl.DateTimeFormat(locale, {
    month: 'long',
    day: 'numeric',
    timeZone: 'UTC',
  });
  return integerRange(0, 11).map((month) => {
    const parts = format.formatToParts(Date.UTC(2023, month, 1));
    return foldText(parts.find(({ type }) => type === 'month')?.value ?? '');
  });
}
