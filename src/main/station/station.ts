import { ok, type Result } from '#shared/failure.ts';
import type { Settings } from '#shared/settings/settings.ts';
import type { Evening } from '#shared/station/sky/evening.ts';
import { isSamePass } from '#shared/station/sky/pass-span.ts';
import type { Sky } from '#shared/station/sky/sky.ts';
import type { StarField } from '#shared/station/sky/star-field.ts';
import type { PlaceUnder } from '#shared/station/sky/place-under.ts';
import type { ActivityOptions } from '#runtime/service-loop.ts';
import { PredictionLedger } from './ledger/ledger.ts';
import { OrbitHistoryLog } from './history/history.ts';
import type { OrbitHistoryStore } from './history/history-store.ts';
import type { LedgerStore } from './ledger/ledger-store.ts';
import { FixBuffer } from './fix-buffer.ts';
import { OrbitEstimator } from './orbit-estimator.ts';
import type { PositionSource } from './position-client.ts';
import { startStationView } from './station-view.ts';
import type { StationStore } from './station-store.ts';
import { startStationTracker } from './tracker.ts';

interface StationOptions extends ActivityOptions {
  readonly source: PositionSource;
  readonly store: StationStore;
  readonly ledger: LedgerStore;
  readonly history: OrbitHistoryStore;
  readonly settings: () => Settings['station'];
  /** Reads the map of countries. */
  readonly loadPlaceUnder: () => Promise<PlaceUnder>;
  /** IANA name of the system's time zone; the zone changes when the user travels. */
  readonly timeZone: () => string;
}

export type StationActivity = ReturnType<typeof startStation>;

/**
 * Polls positions of the station, fits an orbit to them, and predicts from the orbit where the station is and when it
 * passes over the observer.
 *
 * The tracker polls, the estimator fits, and the view writes to the state; each part calls only the parts after it.
 */
export function startStation(options: StationOptions) {
  const buffer = new FixBuffer(options.store, options.clock);
  const estimator = new OrbitEstimator(buffer, options.clock.now() / 1000);
  const ledger = new PredictionLedger(options.ledger);
  const history = new OrbitHistoryLog(options.history);
  const view = startStationView({ ...options, estimator, ledger, history });
  const tracker = startStationTracker({
    ...options,
    estimator,
    publish: (part) => view.publish(part),
  });
  const { last } = options.state.current.station.fix;
  options.state.restoreSuccess('position', last?.receivedAt ?? null, options.clock.now());
  return {
    /** Sets whether the Station view is on screen. */
    watch(watched: boolean) {
      view.watch(watched);
      tracker.watch(watched);
    },

    /** While paused, no request is sent, and predictions continue. */
    pause(paused: boolean) {
      tracker.pause(paused);
      // Save the data, because the computer may be about to sleep and may not wake again.
      if (paused) buffer.flush();
    },

    /** Polls now, but not earlier than 5 s after the last poll. */
    check: () => tracker.check(),

    /** To be called after sleep: polls and computes everything that is due. */
    wake() {
      view.refresh();
      tracker.wake();
    },

    /** Updates the state at once after a change of the settings or the language. */
    refresh: () => view.refresh(),

    /** Searches transits if the orbit is known and the transits are not; resolves when the search has ended. */
    findTransits: () => view.findTransits(),

    /** The predictions with their scores. */
    ledger,

    /** The recorded heights and burns of the orbit. */
    history,

    /** The sky behind the pass that culminates at `peak` (Unix seconds); null if no such pass is predicted. */
    async sky(peak: number): Promise<Result<Sky | null>> {
      const { observer, passes } = options.state.current.station;
      const pass = passes.find((candidate) => isSamePass(candidate.peak.t, peak));
      const { estimate } = estimator;
      if (estimate === null || observer === null || pass === undefined) return ok(null);
      const { skyOf } = await import('./sky/sky.ts');
      return ok(skyOf(estimate.ephemeris, observer, pass));
    },

    /** The current or next night over the user's place or the guessed place; null without both. */
    async evening(): Promise<Result<Evening | null>> {
      const { observer } = options.state.current.station;
      if (observer === null) return ok(null);
      const { eveningOf } = await import('./sky/evening.ts');
      return ok(eveningOf(observer, options.clock.now() / 1000));
    },
    /** The bundled stars in the evening over the user's place, the guessed place, or else a default place. */
    async starField(): Promise<Result<StarField>> {
      const { starFieldOf } = await import('./sky/star-field.ts');
      return ok(starFieldOf(options.state.current.station.observer, options.clock.now() / 1000));
    },
    async dispose() {
      await Promise.all([view.dispose(), tracker.dispose()]);
      buffer.flush();
    },
  };
}
