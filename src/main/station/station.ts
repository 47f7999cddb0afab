import { ok, type Result } from '#shared/failure.ts';
import type { Sky } from '#shared/station/sky/sky.ts';
import type { PlaceUnder } from '#shared/station/sky/place-under.ts';
import type { Surroundings } from '#runtime/service-loop.ts';
import { createPredictionLedger, type PredictionLedger } from './ledger/ledger.ts';
import { createOrbitHistory, type OrbitHistoryLog } from './history/history.ts';
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

export interface StationActivity {
  /** Says whether the Station view is on screen. */
  watch(watched: boolean): void;
  /** While paused no request is sent; predictions go on. */
  pause(paused: boolean): void;
  /** Polls now, or 5 s after the last poll. */
  check(): void;
  /** The computer has woken: whatever is due is done. */
  wake(): void;
  /** Names the place anew, after a change of the language. */
  rename(): void;
  /** Changes what the person decides; takes effect at once. Fails with `storage`. */
  change(settings: Partial<StationSettings>): Promise<Result<null>>;
  /** What was predicted, and how it came. */
  readonly ledger: Pick<PredictionLedger, 'view' | 'csv'>;
  /** Height and burns over months. */
  readonly history: Pick<OrbitHistoryLog, 'read'>;
  /** The sky behind the pass that culminates at that time (Unix seconds); null when it is not predicted. */
  sky(peak: number): Promise<Result<Sky | null>>;
  dispose(): Promise<void>;
}

/**
 * Polls positions, fits an orbit to them and predicts from it where the station is and when it passes.
 *
 * The tracker polls, the estimator fits, the view writes to the state. Each calls only those after it.
 */
export function startStation(options: StationOptions): StationActivity {
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
    watch(watched) {
      view.watch(watched);
      tracker.watch(watched);
    },
    pause(paused) {
      tracker.pause(paused);
      // The computer may be going to sleep, and may not wake again.
      if (paused) buffer.flush();
    },
    check: () => tracker.check(),
    wake() {
      view.refresh();
      tracker.wake();
    },
    rename: () => view.refresh(),
    change: (settings) => view.change(settings),
    ledger,
    history,
    async sky(peak) {
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
