import { ok, type Result } from '#shared/failure.ts';
import type { Sky } from '#shared/station/sky/sky.ts';
import type { PlaceUnder } from '#shared/station/sky/place-under.ts';
import type { Surroundings } from '#runtime/service-loop.ts';
import { createPredictionLedger } from './ledger/ledger.ts';
import { createOrbitHistory } from './history/history.ts';
import type { OrbitHistoryStore } from './history/history-store.ts';
import type { LedgerStore } from './ledger/ledger-store.ts';
import { createFixBuffer } from './fix-buffer.ts';
import { createOrbitEstimator } from './orbit-estimator.ts';
import type {
  PositionSource,
  StationSettings,
  StationSettingsStore,
  StationStore,
} from './ports.ts';
import { isSamePass } from './sky/pass-alerts.ts';
import { startStationView } from './station-view.ts';
import { startStationTracker } from './tracker.ts';

interface StationOptions extends Surroundings {
  readonly source: PositionSource;
  readonly store: StationStore;
  readonly ledger: LedgerStore;
  readonly history: OrbitHistoryStore;
  readonly settings: StationSettingsStore;
  /** Reads the map of countries. */
  readonly loadPlaceUnder: () => Promise<PlaceUnder>;
  /** IANA name of the system's time zone; it changes when the person travels. */
  readonly timeZone: () => string;
}

export type StationActivity = ReturnType<typeof startStation>;

/**
 * Polls positions, fits an orbit to them and predicts from it where the station is and when it passes.
 *
 * The tracker polls, the estimator fits, the view writes to the state. Each calls only those after it.
 */
export function startStation(options: StationOptions) {
  const buffer = createFixBuffer(options.store, options.clock);
  const estimator = createOrbitEstimator(buffer, () => options.clock.now() / 1000);
  const ledger = createPredictionLedger(options.ledger);
  const history = createOrbitHistory(options.history);
  const view = startStationView({ ...options, estimator, ledger, history });
  const tracker = startStationTracker({
    ...options,
    estimator,
    publish: (part) => view.publish(part),
  });
  return {
    /** Says whether the Station view is on screen. */
    watch(watched: boolean) {
      view.watch(watched);
      tracker.watch(watched);
    },

    /** While paused no request is sent; predictions go on. */
    pause(paused: boolean) {
      tracker.pause(paused);
      // The computer may be going to sleep, and may not wake again.
      if (paused) buffer.flush();
    },

    /** Polls now, or 5 s after the last poll. */
    check: () => tracker.check(),

    /** The computer has woken: whatever is due is done. */
    wake() {
      view.refresh();
      tracker.wake();
    },

    /** Names the place anew, after a change of the language. */
    rename: () => view.refresh(),

    /** Changes what the person decides; takes effect at once. Fails with `storage`. */
    change: (settings: Partial<StationSettings>) => view.change(settings),

    /** What was predicted, and how it came. */
    ledger,

    /** Height and burns over months. */
    history,

    /** The sky behind the pass that culminates at that time (Unix seconds); null when it is not predicted. */
    async sky(peak: number): Promise<Result<Sky | null>> {
      const { observer, passes } = options.state.current.station;
      const pass = passes.find((one) => isSamePass(one.peak.t, peak));
      const { estimate } = estimator;
      if (estimate === null || observer === null || pass === undefined) return ok(null);
      const { skyOf } = await import('./sky/sky.ts');
      return ok(skyOf(estimate.ephemeris, observer, pass));
    },
    async dispose() {
      await Promise.all([view.dispose(), tracker.dispose()]);
      buffer.flush();
    },
  };
}
