import type { KeptDatabase } from '#platform/database/kept-database.ts';
import { createCalendarStore } from '../calendar/calendar-store.ts';
import { createOrbitHistoryStore } from '../history/history-store.ts';
import { createLedgerAnchor } from '../ledger/anchor-store.ts';
import { createLedgerStore } from '../ledger/ledger-store.ts';
import { createStationStore } from '../station-store.ts';

/**
 * The station's data on the disk.
 *
 * @param origin the position service: each has rows of its own
 * @param anchorPath the file with the notes of the ledgers' ends
 */
export const openStationStores = (database: KeptDatabase, origin: string, anchorPath: string) => ({
  store: createStationStore(database, origin),
  ledger: createLedgerStore(database, origin, createLedgerAnchor(anchorPath)),
  history: createOrbitHistoryStore(database, origin),
  calendar: createCalendarStore(database, origin),
});
