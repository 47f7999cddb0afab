import { m } from '#words';
import { dateInFormat } from '#shared/time-words.ts';

/** Posts from this hour of the morning until the evening are under their day, the others under their night. */
const morningHour = 6;
const eveningHour = 16;

interface Period {
  readonly kind: 'day' | 'night';
  readonly start: Date;
}

const eveningOf = (time: Date, days = 0): Date =>
  new Date(time.getFullYear(), time.getMonth(), time.getDate() + days, eveningHour);

/** The day or the night of a time, in the time zone of the computer. */
function periodOf(at: number): Period {
  const time = new Date(at);
  if (time.getHours() >= eveningHour) return { kind: 'night', start: eveningOf(time) };
  if (time.getHours() < morningHour) return { kind: 'night', start: eveningOf(time, -1) };
  const [year, month, day] = [time.getFullYear(), time.getMonth(), time.getDate()];
  return { kind: 'day', start: new Date(year, month, day, morningHour) };
}

/**
 * When the day or the night of a time begins; the same for all times of one day or one night. Milliseconds since the
 * Unix epoch.
 */
export const periodStartOf = (at: number): number => periodOf(at).start.getTime();

/** “Tonight”, “Last night” or “Night of November 21 to November 22”; by day “Today”, “Yesterday” or “November 21”. */
export function periodInWords(at: number, now: number): string {
  const [{ kind, start }, current] = [periodOf(at), periodOf(now)];
  const isThisYear = start.getFullYear() === new Date(now).getFullYear();
  const dateInWords = (day: Date): string =>
    dateInFormat(day.getTime(), {
      day: 'numeric',
      month: 'long',
      ...(isThisYear ? {} : { year: 'numeric' }),
    });
  const nextDay = new Date(start.getFullYear(), start.getMonth(), start.getDate() + 1);
  if (kind === 'day') {
    if (start.toDateString() === new Date(now).toDateString()) return m.journal_today();
    const isYesterday = nextDay.toDateString() === new Date(now).toDateString();
    return isYesterday ? m.journal_yesterday() : dateInWords(start);
  }
  if (start.getTime() === current.start.getTime()) return m.journal_tonight();
  const isLastNight = start.getTime() === eveningOf(current.start, -1).getTime();
  return isLastNight
    ? m.journal_last_night()
    : m.journal_night({ from: dateInWords(start), to: dateInWords(nextDay) });
}

/** The noon at which the night of a time begins, in the time zone of the computer. */
function noonBeforeNight(at: number): Date {
  const time = new Date(at);
  const isMorning = time.getHours() < 12;
  return new Date(time.getFullYear(), time.getMonth(), time.getDate() - (isMorning ? 1 : 0), 12);
}

/**
 * When the night of a time begins, from noon to noon; the same for all times of one night. Milliseconds since the Unix
 * epoch.
 */
export const nightStartOf = (at: number): number => noonBeforeNight(at).getTime();

/** The start and end of the night `years` years before the night of `now`, in milliseconds since the Unix epoch. */
export function nightYearsAgo(
  years: number,
  now: number,
): { readonly from: number; readonly to: number } {
  const noon = noonBeforeNight(now);
  const [year, month, day] = [noon.getFullYear() - years, noon.getMonth(), noon.getDate()];
  return {
    from: new Date(year, month, day, 12).getTime(),
    to: new Date(year, month, day + 1, 12).getTime(),
  };
}
