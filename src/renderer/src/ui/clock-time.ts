import { dateFormat } from '#shared/language/formats.ts';
import { clockTime as clockTimeAt, isTimeRepeated, zonedTime } from '#shared/time-words.ts';

/** The time of day in the user's time zone. @param t Unix seconds */
export const clockTime = (t: number): string => clockTimeAt(t * 1000);

/** Like `clockTime`, to the second. */
export const exactTime = (t: number): string =>
  isTimeRepeated(t * 1000)
    ? zonedTime(t * 1000, '2-digit')
    : dateFormat({ timeStyle: 'medium' }).format(t * 1000);
