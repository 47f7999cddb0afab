import { dateOfDayCode } from '../addresses.ts';
import { addDays, countDays, firstDay } from '../calendar.ts';
import { missingDays, type PictureWorld } from '../world.ts';
import { successorItemOf } from './item.ts';
import { maxPerPage, type SuccessorItem } from './schemas.ts';

interface ListQuery {
  readonly page: number;
  readonly per_page: number;
  readonly date_from?: string | undefined;
  readonly date_to?: string | undefined;
}

interface ListPage {
  readonly items: readonly SuccessorItem[];
  readonly total: number;
  readonly pages: number;
}

/** A page of days, newest first. */
export function listPageOf(
  world: PictureWorld,
  wanted: ListQuery,
  newest: string,
  origin: string,
): ListPage {
  const perPage = Math.min(wanted.per_page, maxPerPage);
  const firstDate = laterDate(firstDay, dateOfDayCode(wanted.date_from ?? '') ?? firstDay);
  const lastDate = earlierDate(newest, dateOfDayCode(wanted.date_to ?? '') ?? newest);
  const missingDates = missingDays.filter((date) => date >= firstDate && date <= lastDate);
  const totalCount = Math.max(0, countDays(firstDate, lastDate) - missingDates.length);
  const pages = Math.ceil(totalCount / perPage);
  const skipCount = (wanted.page - 1) * perPage;
  const length = Math.max(0, Math.min(perPage, totalCount - skipCount));
  const items = Array.from({ length }, (_, n) => {
    // Skip the missing days: for each missing day, the date moves by one more day.
    const date = missingDates.reduce(
      (day, gap) => (day <= gap ? addDays(day, -1) : day),
      addDays(lastDate, -skipCount - n),
    );
    return successorItemOf(world, date, newest, origin);
  });
  return { items, total: totalCount, pages };
}

const laterDate = (a: string, b: string): string => (a > b ? a : b);
const earlierDate = (a: string, b: string): string => (a < b ? a : b);
