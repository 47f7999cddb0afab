import { m } from '#words';
import { dateFormat, numberFormat } from './language/formats.ts';
import { currentLanguage } from './language/language.ts';

/**
 * A time of day in the format of the user's locale, without seconds. `at` in milliseconds since the Unix epoch. In the
 * hour that occurs twice when the clocks go back, with the zone.
 */
export const clockTime = (at: number): string =>
  isTimeRepeated(at) ? zonedTime(at) : dateFormat({ timeStyle: 'short' }).format(at);

/** A time of day with its zone. `at` in milliseconds since the Unix epoch. */
export const zonedTime = (at: number, second?: '2-digit'): string =>
  dateFormat({ hour: hourStyle(), minute: '2-digit', second, timeZoneName: 'short' }).format(at);

/**
 * The option `hour` for formats that also show a date, seconds or a zone. It is `2-digit` where a time alone has a leading
 * zero (05:00): with `numeric`, some of these locales drop the zero beside a date.
 */
export const hourStyle = (): 'numeric' | '2-digit' =>
  dateFormat({ timeStyle: 'short' })
    .format(new Date(2026, 0, 1, 5))
    .startsWith('0')
    ? '2-digit'
    : 'numeric';

/** Whether the clocks in the user's zone show the time of day of `at` (milliseconds) twice: they go back about then. */
export function isTimeRepeated(at: number): boolean {
  const offsetAt = (time: number): number => new Date(time).getTimezoneOffset() * minuteMs;
  // The offset from UTC is smaller after the clocks have gone back. Look 3 h around: they go back by an hour or less.
  const [before, offset, after] = [at - 3 * hourMs, at, at + 3 * hourMs].map(offsetAt) as [
    number,
    number,
    number,
  ];
  const isFirst = after > offset && offsetAt(at + after - offset) === after;
  const isSecond = offset > before && offsetAt(at - (offset - before)) === before;
  return isFirst || isSecond;
}

/**
 * A date in the format of the user's locale. `Intl` writes “1 mai” for the first of a month in French, which is
 * “1er mai”; the hour of “1 h 05” stays. `at` in milliseconds since the Unix epoch.
 */
export function dateInFormat(at: number, options: Intl.DateTimeFormatOptions): string {
  const words = dateFormat(options).format(at);
  return currentLanguage() === 'fr' ? words.replace(/(?<!\S)1(?=\s\p{L}{2})/u, '1er') : words;
}

/** A calendar day (`YYYY-MM-DD`) in the format of the user's locale. It has no time zone. */
export const calendarDay = (
  date: string,
  dateStyle: 'medium' | 'long' | 'full' = 'medium',
): string => dateInFormat(Date.parse(`${date}T00:00:00Z`), { dateStyle, timeZone: 'UTC' });

const isSameDay = (at: number, now: number): boolean =>
  new Date(at).toDateString() === new Date(now).toDateString();

/** The time, with the date if the day is not that of `now`. */
export const untilInWords = (at: number, now: number): string =>
  isSameDay(at, now) ? clockTime(at) : dayAndTime(at, now);

/** The hour of a time in words, which determines its article in Spanish: “la 1:05”, “las 2:05”. */
const hourOf = (clock: string): number => Number.parseInt(clock, 10);

/**
 * `until 18:04`, `until` with the date and the time, or `until midnight` for the end of the current day: each is a whole
 * form of the language.
 */
export function untilTime(at: number, now: number): string {
  if (isSameDay(at, now)) return untilClock(at);
  return at === nextMidnight(now)
    ? m.time_until_midnight()
    : m.time_until_day({ when: dayAndTime(at, now) });
}

/** `until 18:04`. */
export function untilClock(at: number): string {
  const clock = clockTime(at);
  return m.time_until_clock({ clock, hour: hourOf(clock) });
}

/** `since 16:30`, or `since` with the date and the time. */
export function sinceTime(at: number, now: number): string {
  const clock = clockTime(at);
  return isSameDay(at, now)
    ? m.time_since_clock({ clock, hour: hourOf(clock) })
    : m.time_since_day({ when: dayAndTime(at, now) });
}

/**
 * `today 18:04`, `tomorrow 18:04`, or the date with the time. `at` and `now` are in milliseconds since the Unix epoch.
 */
export function dayInWords(at: number, now: number): string {
  const day = new Date(at).toDateString();
  if (day === new Date(now).toDateString()) return m.time_today_at({ clock: clockTime(at) });
  const tomorrow = new Date(nextMidnight(now)).toDateString();
  return day === tomorrow ? m.time_tomorrow_at({ clock: clockTime(at) }) : dayAndTime(at, now);
}

const numberOf = (value: number, maximumFractionDigits = 0): string =>
  numberFormat({ maximumFractionDigits }).format(value);

/** `0.8 s`: with at most `digits` decimal places. */
export const secondsInWords = (seconds: number, digits = 1): string =>
  m.time_seconds({ seconds: numberOf(seconds, digits) });

/** `4 min`. */
export const minutesInWords = (minutes: number): string =>
  m.time_left_minutes({ minutes: numberOf(minutes) });

/** `40 s` or, from a minute on, `4 min`. */
export const durationInWords = (seconds: number): string =>
  Math.round(seconds) < 60 ? secondsInWords(seconds, 0) : minutesInWords(Math.round(seconds / 60));

/** The time between two requests: `90 s` or, from two minutes on, `5 min`. */
export const intervalInWords = (seconds: number): string =>
  seconds < 120 ? secondsInWords(seconds, 0) : minutesInWords(Math.round(seconds / 60));

const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000] as const;

/** Below this time, in milliseconds, a countdown shows seconds. */
const secondsBelowMs = 10 * minuteMs;

/**
 * The remaining time, rounded up: `20 h 52 min`, `1 d 3 h`, and with seconds below ten minutes: `9 min 5 s`. Never
 * negative.
 */
export function countdownInWords(ms: number): string {
  if (ms < secondsBelowMs) {
    const seconds = Math.max(0, Math.ceil(ms / 1000));
    if (seconds < secondsBelowMs / 1000)
      return m.time_left_seconds({
        minutes: numberOf(Math.floor(seconds / 60)),
        seconds: numberOf(seconds % 60),
      });
  }
  const minutes = Math.ceil(ms / minuteMs);
  if (minutes * minuteMs < hourMs) return minutesInWords(minutes);
  if (minutes * minuteMs < dayMs)
    return m.time_left_hours({
      hours: numberOf(Math.floor(minutes / 60)),
      minutes: numberOf(minutes % 60),
    });
  const hours = Math.ceil(ms / hourMs);
  return m.time_left_days({ days: numberOf(Math.floor(hours / 24)), hours: numberOf(hours % 24) });
}

/** A date further away than this is written with its year, milliseconds. */
const halfYearMs = 183 * dayMs;

/**
 * The day of the week, the date and the time in the format of the locale; a date far from `now` with the year in place
 * of the day of the week. Write a colon or a parenthesis before this text. `at` and `now` in milliseconds since the
 * Unix epoch.
 */
export function dayAndTime(at: number, now: number, second?: '2-digit'): string {
  return dateInFormat(at, {
    ...(Math.abs(at - now) < halfYearMs ? { weekday: 'short' } : { year: 'numeric' }),
    day: 'numeric',
    month: 'short',
    hour: hourStyle(),
    minute: '2-digit',
    second,
    ...(isTimeRepeated(at) && { timeZoneName: 'short' }),
  });
}

function nextMidnight(now: number): number {
  return new Date(now).setHours(24, 0, 0, 0);
}

/**
 * If an event is nearer than this, in milliseconds, its time is shown with seconds: a rounded time would seem to have
 * passed.
 */
const maxCountdownMs = 2 * 60_000;

/**
 * The time of a planned event: `now`, `4:47:12 PM`, or, from two minutes on, in the format of `untilInWords`. Write a
 * colon before this text.
 */
export function dueInWords(at: number, now: number): string {
  if (at <= now) return m.time_now();
  if (at - now >= maxCountdownMs) return untilInWords(at, now);
  return dateFormat({ timeStyle: 'medium' }).format(at);
}
