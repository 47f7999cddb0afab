import { journalSchema } from '#journal/store/journal-schema.ts';
import { pictureAsideSchema, pictureSchema } from '#picture/store/picture-schema.ts';
import { openDatabase, type Migration, type OpenedDatabase } from '#platform/database/database.ts';
import {
  keepDatabase,
  type KeptDatabase,
  type StoreClock,
} from '#platform/database/kept-database.ts';
import { stationHistorySchema } from '#station/history/history-store.ts';
import { stationLedgerSchema } from '#station/ledger/ledger-store.ts';
import { stationSchema } from '#station/station-store.ts';
import { memorySchema } from './memory.ts';

/**
 * Entry n brings the database from version n to n + 1. An entry never changes once a release has it. Versions 1 to 3
 * were never released.
 */
const migrations: readonly Migration[] = [
  '',
  '',
  '',
  [memorySchema, journalSchema, pictureSchema, stationSchema].join('\n'),
  pictureAsideSchema,
  [stationLedgerSchema, stationHistorySchema].join('\n'),
];

/** The app's database with the tables of all features; see `openDatabase`. */
export const openAppDatabase = (path: string, now: number): OpenedDatabase =>
  openDatabase(path, now, migrations);

/** The app's database for as long as the app runs; see `keepDatabase`. */
export const keepAppDatabase = (path: string, clock: StoreClock): KeptDatabase =>
  keepDatabase(path, clock, migrations);
