import { salvagePosts } from '#journal/store/salvage-posts.ts';
import { copyReadableRows } from '#platform/database/salvage.ts';
import { openDatabase, type Layout, type OpenedDatabase } from '#platform/database/database.ts';
import { KeptDatabase, type StoreClock } from '#platform/database/kept-database.ts';
import { salvageLedger } from '#station/ledger/ledger-store.ts';
import { databaseSchema } from './database-schema.ts';

/** The tables whose readable rows are copied unchanged from a damaged database. */
const copiedTables = [
  'stored_value',
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
  // Do not change a migration after a release contains it.
  migrations: [databaseSchema],
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
