import { formatLocale } from '#shared/language/language.ts';
import { isTimeRepeated, zonedTime } from '#shared/time-words.ts';

type TimeStyle = 'short' | 'medium';
const formats = new Map<
  TimeStyle,
  { readonly key: string; readonly format: Intl.DateTimeFormat }
>();

/**
 * The format is cached until the language or the time zone changes, because the sky view writes the time in every
 * frame.
 */
function format(at: number, timeStyle: TimeStyle): string {
  if (isTimeRepeated(at)) return zonedTime(at, timeStyle === 'medium' ? '2-digit' : undefined);
  const key = `${formatLocale()} ${new Date().getTimezoneOffset()}`;
  let cachedFormat = formats.get(timeStyle);
  if (cachedFormat?.key !== key) {
    cachedFormat = { key, format: new Intl.DateTimeFormat(formatLocale(), { timeStyle }) };
    formats.set(timeStyle, cachedFormat);
  }
  return cachedFormat.format.format(at);
}

/** The time of day in the user's time zone. @param t Unix seconds */
export const clockTime = (t: number): string => format(t * 1000, 'short');
/** Like `clockTime`, to the second. */
export const exactTime = (t: number): string => format(t * 1000, 'medium');
