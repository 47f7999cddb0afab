import { m } from '#words';
import { calendarDay } from '../time-words.ts';

/** The first day of the picture service. */
export const firstPictureDate = '1995-06-16';
/** The second day of the picture service: the days between had no picture. */
const secondPictureDate = '1995-06-20';

/**
 * Explains why no service can have a picture of `date`; null if one may. Both arguments are `YYYY-MM-DD`.
 *
 * @param newest the present day in US Eastern time
 */
export function noPictureReason(date: string, newest: string): string | null {
  if (date < firstPictureDate)
    return m.date_before_first({ date: calendarDay(firstPictureDate, 'long') });
  if (date > firstPictureDate && date < secondPictureDate) return m.date_gap();
  if (date > newest) return m.date_future();
  return null;
}
