import { formatLocale } from './language.ts';

/** Two times in different halves of a year. Zones with the same offset at both have the same rules. */
const [january, july] = [new Date(2026, 0), new Date(2026, 6)].map(Number) as [number, number];
const zone = (): string =>
  [january, july].map((time) => new Date(time).getTimezoneOffset()).join(' ');

/**
 * Returns a function that creates a format of `Intl` for options and a locale, by default that of the user, and keeps it:
 * creating a format of dates takes a hundred times as long as using it, and views write many each second.
 *
 * @param place a further value on which the formats depend
 */
function keepFormats<Options, Format>(
  create: (locale: string, options: Options) => Format,
  place = (): string => '',
): (options: Options, locale?: string) => Format {
  const formats = new Map<string, Format>();
  return (options, locale = formatLocale()) => {
    const key = `${locale} ${place()} ${JSON.stringify(options)}`;
    const format = formats.get(key) ?? create(locale, options);
    formats.set(key, format);
    return format;
  };
}

export const numberFormat = keepFormats(
  (locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
);
/** The format of numbers with this number of decimal places, no more and no fewer. */
export const fixedFormat = (digits: number): Intl.NumberFormat =>
  numberFormat({ minimumFractionDigits: digits, maximumFractionDigits: digits });
export const relativeFormat = keepFormats(
  (locale, options: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(locale, options),
);
export const dateFormat = keepFormats(
  (locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
  zone,
);
