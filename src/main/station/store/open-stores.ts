import type { KeptDatabase } from '#platform/database/kept-database.ts';
import { createCalendarStore } from '../calendar/calendar-store.ts';
import { createOrbitHistoryStore } from '../history/history-store.ts';
import { createLedgerStore } from '../ledger/ledger-store.ts';
import { createStationStore } from '../station-store.ts';

/**
 * The station's data on the disk.
 *
 * @param origin the position service: each has rows of its own
 */
export const openStationStores = (database: KeptDatabase, origin: string) => ({
  store: createStationStore(database, origin),
  ledger: createLedgerStore(database, origin),
  history: createOrbitHistoryStore(database, origin),
  calendar: createCalendarStore(database, origin),
});
