import { m } from '#words';
import { dateInFormat } from '#shared/time-words.ts';

/** A night lasts from noon to noon: before this hour, it is the night that began on the day before. */
const morningEndHour = 12;
/** From this hour to noon, the night that is about to end is called “Last night”. */
const nightEndHour = 6;

/** The noon at which the night of a time begins, in the time zone of the computer. */
function noonBeforeNight(at: number): Date {
  const time = new Date(at);
  const isMorning = time.getHours() < morningEndHour;
  return new Date(time.getFullYear(), time.getMonth(), time.getDate() - (isMorning ? 1 : 0), 12);
}

/** When the night of a time begins; the same for all times of one night. Milliseconds since the Unix epoch. */
export const nightStartOf = (at: number): number => noonBeforeNight(at).getTime();

/** “Tonight”, “Last night” or “Night of November 21 to November 22”. */
export function nightInWords(at: number, now: number): string {
  const [night, current] = [noonBeforeNight(at), noonBeforeNight(now)];
  const isEarly =
    new Date(now).getHours() >= nightEndHour && new Date(now).getHours() < morningEndHour;
  const lastNight = new Date(current.getFullYear(), current.getMonth(), current.getDate() - 1, 12);
  if (night.getTime() === current.getTime())
    return isEarly ? m.journal_last_night() : m.journal_tonight();
  if (night.getTime() === lastNight.getTime() && !isEarly) return m.journal_last_night();
  const nightEnd = new Date(night.getFullYear(), night.getMonth(), night.getDate() + 1, 12);
  const isThisYear = night.getFullYear() === current.getFullYear();
  const dayInWords = (day: Date): string =>
    dateInFormat(day.getTime(), {
      day: 'numeric',
      month: 'long',
      ...(isThisYear ? {} : { year: 'numeric' }),
    });
  return m.journal_night({ from: dayInWords(night), to: dayInWords(nightEnd) });
}

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
