import {
  journalDateIndex,
  journalSchema,
  journalSearchSchema,
} from '#journal/store/journal-schema.ts';
import {
  pictureAsideSchema,
  pictureSchema,
  pictureSearchSchema,
} from '#picture/store/picture-schema.ts';
import { salvagePosts } from '#journal/store/salvage-posts.ts';
import { copyReadableRows } from '#platform/database/salvage.ts';
import { openDatabase, type Layout, type OpenedDatabase } from '#platform/database/database.ts';
import { KeptDatabase, type StoreClock } from '#platform/database/kept-database.ts';
import { stationCalendarSchema } from '#station/calendar/calendar-store.ts';
import { stationHistorySchema } from '#station/history/history-store.ts';
import {
  ledgerScoreSchema,
  salvageLedger,
  stationLedgerSchema,
} from '#station/ledger/ledger-store.ts';
import { stationSchema } from '#station/station-store.ts';
import { valueTable } from '#platform/database/values.ts';

/** The tables whose readable rows are copied unchanged from a damaged database. */
const copiedTables = [
  'memory',
  'picture_day',
  'picture_text',
  'picture_day_aside',
  'picture_text_aside',
  'fix',
  'orbit',
  'orbit_height',
  'burn',
  'calendar_event',
];

export const databaseLayout: Layout = {
  // Do not change an entry after a release contains it. Versions 1 to 3 were never released.
  migrations: [
    '',
    '',
    '',
    [valueTable, journalSchema, pictureSchema, stationSchema].join('\n'),
    pictureAsideSchema,
    [stationLedgerSchema, stationHistorySchema].join('\n'),
    stationCalendarSchema,
    ledgerScoreSchema,
    [journalSearchSchema, pictureSearchSchema].join('\n'),
    journalDateIndex,
  ],
  salvage(from, to, kind, now) {
    salvagePosts(from, to, kind, now);
    salvageLedger(from, to);
    if (kind === 'damaged') for (const table of copiedTables) copyReadableRows(from, to, table);
  },
};

/** The app's database with the tables of all features; see `openDatabase`. */
export const openAppDatabase = (path: string, now: number): OpenedDatabase =>
  openDatabase(path, now, databaseLayout);

/** The app's database for as long as the app runs; see `KeptDatabase`. */
export const openKeptAppDatabase = (path: string, clock: StoreClock): KeptDatabase =>
  new KeptDatabase(path, clock, databaseLayout);
