import { expect, it } from 'vitest';
import { addDays, easternDay, easternMidnight } from './calendar.ts';

/** The date in New York by the time zone database. */
const newYork = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' });

it.each([1996, 2006, 2007, 2015, 2020, 2026])(
  'a day begins at the midnight of New York on each day of %d',
  (year) => {
    for (let date = `${year}-01-01`; date.startsWith(`${year}`); date = addDays(date, 1)) {
      const midnight = easternMidnight(date);
      expect(newYork.format(midnight)).toBe(date);
      expect(newYork.format(midnight - 1)).toBe(addDays(date, -1));
      expect([easternDay(midnight), easternDay(midnight - 1)]).toEqual([date, addDays(date, -1)]);
    }
  },
);
