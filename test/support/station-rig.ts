import { currentLanguage } from '#shared/language/language.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requestsSchema } from '#services/request-log.ts';
import { createServices } from '#services/services.ts';
import { startStation, type StationActivity } from '#station/station.ts';
import { parseFix, type PositionSource } from '#station/position-client.ts';
import { createOrbitHistoryStore } from '#station/history/history-store.ts';
import { createLedgerStore } from '#station/ledger/ledger-store.ts';
import { createStationStore } from '#station/station-store.ts';
import { fail } from '#shared/failure.ts';
import type { Failure } from '#shared/failure.ts';
import { unknownStation, type Station } from '#shared/station/station.ts';
import type { Settings } from '#shared/settings/settings.ts';
import { fakeActivityOptions, type FakeActivityOptions } from './surroundings.ts';
import { fixedDatabase } from '#platform/database/kept-database.ts';
import { openAppDatabase } from '#app/database.ts';

/** Requests a day of a tracker that polls every 5 s. */
export const everyFiveSeconds = 17_280;

export interface StationRig extends FakeActivityOptions {
  readonly station: StationActivity;
  readonly now: Station;
  /** The number of requests of the app so far, including those that failed. */
  readonly asked: () => number;
  /** Advances the time by `ms` milliseconds and returns the number of requests in that time. */
  askedIn(ms: number): Promise<number>;
  /** The number of requests so far in the log of the embedded service. */
  counted(): Promise<number>;
  /** The number of times that the map of countries was loaded. */
  readonly mapsLoaded: () => number;
  /** The number of fixes on the disk. */
  readonly fixesOnDisk: () => number;
  /** Activates scenarios of the embedded service; an empty list means normal answers. */
  scenarios(scenarios: readonly object[]): Promise<void>;
  /** Makes every request fail; null: the service answers again. */
  failWith(failure: Failure | null): void;
  /** The true position at a time, geodetic degrees, from a service without scenarios. */
  placeAt(time: number): Promise<{ readonly latitude: number; readonly longitude: number }>;
  /** Changes settings of the station, as the controller of the settings does. */
  change(part: Partial<Settings['station']>): void;
  /** Changes the time zone of the system. */
  travel(timeZone: string): void;
  /** Ends the app and starts it again on the same disk; `asked` is not reset. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/**
 * The whole station except the network, from the embedded service to a database on disk, with one fake clock.
 *
 * @param timeZone the app knows no place for `UTC`, and then computes no passes
 * @param scenarios of the embedded service, from its first answer on
 */
export function stationRig(
  timeZone = 'Europe/Berlin',
  scenarios: readonly object[] = [],
): StationRig {
  const surroundings = fakeActivityOptions('2026-07-12T12:00:00Z');
  const { clock, state } = surroundings;
  const folder = mkdtempSync(join(tmpdir(), 'overhead-station-'));
  const services = createServices({ now: () => clock.now(), scenarios: { position: scenarios } });
  let failure: Failure | null = null;
  let asked = 0;
  let mapsLoaded = 0;
  let zone = timeZone;

  const source: PositionSource = {
    async fetch() {
      asked += 1;
      if (failure !== null) return fail(failure);
      const request = new Request('http://127.0.0.1/iss-now.json');
      const answer = await services.position.fetch(request);
      return answer.ok
        ? parseFix(await answer.json(), clock.now())
        : fail({ kind: 'unavailable', status: answer.status, retryAt: null });
    },
  };
  async function control(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = {
      authorization: `Bearer ${services.controlToken}`,
      'content-type': 'application/json',
    };
    return services.control.fetch(new Request(`http://127.0.0.1${path}`, { ...init, headers }));
  }
  function open() {
    const { database, close } = openAppDatabase(join(folder, 'overhead.sqlite'), clock.now());
    const store = createStationStore(fixedDatabase(database), 'embedded');
    const station = startStation({
      ...surroundings,
      source,
      store,
      ledger: createLedgerStore(fixedDatabase(database), 'embedded'),
      history: createOrbitHistoryStore(fixedDatabase(database), 'embedded'),
      settings: () => state.current.settings.station,
      loadPlaceUnder() {
        mapsLoaded += 1;
        return Promise.resolve(() =>
          currentLanguage() === 'de' ? 'über dem Meer' : 'over the sea',
        );
      },
      timeZone: () => zone,
    });
    return { station, store, close };
  }
  let running = open();
  const stop = async (): Promise<void> => {
    await running.station.dispose();
    running.close();
  };

  return {
    ...surroundings,
    get station() {
      return running.station;
    },
    get now() {
      return state.current.station;
    },
    asked: () => asked,
    mapsLoaded: () => mapsLoaded,
    fixesOnDisk: () => running.store.fixes(5_000).length,
    async askedIn(ms) {
      const askedBefore = asked;
      await clock.advance(ms);
      return asked - askedBefore;
    },
    change(part) {
      state.update(({ settings }) => ({
        settings: { ...settings, station: { ...settings.station, ...part } },
      }));
      running.station.refresh();
    },
    travel(to) {
      zone = to;
    },
    failWith(next) {
      failure = next;
    },
    async placeAt(time) {
      // The service computes the position for the middle of the current second.
      const { position, stop } = createServices({ now: () => time });
      const answer = await position.fetch(new Request('http://127.0.0.1/iss-now.json'));
      const fix = parseFix(await answer.json(), time);
      stop();
      if (!fix.ok) throw new Error('the service gives no place');
      return fix.value;
    },
    async counted() {
      const answer = await control('/requests');
      return requestsSchema.parse(await answer.json()).totals.position.requests;
    },
    async scenarios(scenarios) {
      const answer = await control('/scenarios/position', {
        method: 'PUT',
        body: JSON.stringify(scenarios),
      });
      if (!answer.ok) throw new Error(`no such scenario: ${await answer.text()}`);
    },
    async restart() {
      await stop();
      state.update(() => ({ station: unknownStation }));
      running = open();
    },
    async close() {
      await stop();
      services.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
