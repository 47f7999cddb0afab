import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { z } from 'zod';
import type { FeatureContext, ServiceFeature } from '#platform/feature.ts';
import { transferFiles } from '#platform/files/transfer-files.ts';
import { systemTimeZone } from '#platform/process/time-zone.ts';
import { startStationCalendar } from './calendar/calendar-file.ts';
import { createCalendarStore } from './calendar/calendar-store.ts';
import { createOrbitHistoryStore } from './history/history-store.ts';
import { createLedgerStore } from './ledger/ledger-store.ts';
import { fetchPosition, probePosition } from './position-client.ts';
import { loadPlaceUnder } from './sky/places.ts';
import { startStation } from './station.ts';
import { stationHandlers } from './station-handlers.ts';
import { stationQueries } from './station-queries.ts';
import { createStationStore } from './station-store.ts';

/** Starts the position of the station with its predictions, and the calendar file of its passes. */
export function startStationFeature(context: FeatureContext) {
  const { clock, database, http, settings, state, urls } = context;
  const now = (): number => clock.now();
  // The origin of the rows in the database: each position service has its own rows.
  const origin = context.originOf('position');
  const station = startStation({
    ...context,
    source: { fetch: (signal) => fetchPosition(http, urls()?.position ?? null, now, signal) },
    store: createStationStore(database, origin),
    ledger: createLedgerStore(database, origin),
    history: createOrbitHistoryStore(database, origin),
    settings: () => settings().station,
    loadPlaceUnder,
    timeZone: systemTimeZone,
  });
  context.onEnd(() => station.dispose());
  const calendar = startStationCalendar({
    clock,
    state,
    store: createCalendarStore(database, origin),
    /** Absolute path of the calendar file that is kept up to date. */
    storedPath: context.value('calendar-file', z.string().nullable(), null),
    files: transferFiles,
    temporary: tmpdir(),
    newId: randomUUID,
  });
  context.onEnd(() => calendar.dispose());
  return {
    service: 'position',
    handlers: { station: stationHandlers(station, calendar, context) },
    queries: stationQueries(station),
    wake: () => station.wake(),
    check: () => station.check(),
    pause: (suspended) => station.pause(suspended),
    probe: (url, signal) => probePosition(http, url, now, signal),

    /** Updates the state at once after a change of the settings or the language. */
    refresh: () => station.refresh(),

    /** Sets whether the Station view is on screen. */
    watch: (watched: boolean) => station.watch(watched),
  } satisfies ServiceFeature & Record<string, unknown>;
}
