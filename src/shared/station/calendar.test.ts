import { expect, it } from 'vitest';
import { calendarExportSchema, calendarOpeningSchema } from './calendar.ts';

const pass = { what: 'pass', peak: 1_800_000_000.5 };
const transit = { what: 'transit', body: 'moon', t: 1_800_000_000.5 };

it.each([pass, transit, { what: 'all' }])(
  'a page may ask for the calendar file of %j',
  (request) => {
    expect(calendarExportSchema.parse(request)).toEqual(request);
  },
);

it.each([pass, transit, { what: 'saved' }])('a page may ask to open %j', (request) => {
  expect(calendarOpeningSchema.parse(request)).toEqual(request);
});
