import type { Result } from '#shared/failure.ts';
import type { PlaceUnder } from '#shared/station/sky/place-under.ts';
import type { Observer } from '#shared/station/sky/observer.ts';
import type { AlertSettings } from '#shared/station/station.ts';
import type { Surroundings } from '#runtime/service-loop.ts';
import { createFixBuffer } from './fix-buffer.ts';
import { createOrbitEstimator } from './orbit-estimator.ts';
import type { PositionSource, StationSettingsStore, StationStore } from './ports.ts';
import { startStationView } from './station-view.ts';
import { startStationTracker } from './tracker.ts';

interface StationOptions extends Surroundings {
  readonly source: PositionSource;
  readonly store: StationStore;
  readonly settings: StationSettingsStore;
  /** Reads the map of countries. */
  readonly loadPlaceUnder: () => Promise<PlaceUnder>;
  /** IANA name of the system's time zone; it changes when the person travels. */
  readonly timeZone: () => string;
}

export interface StationActivity {
  /** Says whether the map is on screen. */
  watch(watched: boolean): void;
  /** While paused no request is sent; predictions go on. */
  pause(paused: boolean): void;
  /** Polls now, or 5 s after the last poll. */
  check(): void;
  /** The computer has woken: whatever is due is done. */
  wake(): void;
  /** Null: guess the observer from the time zone. Fails with `storage`. */
  setObserver(observer: Observer | null): Promise<Result<null>>;
  /** Fails with `storage`. */
  setAlerts(alerts: AlertSettings): Promise<Result<null>>;
  dispose(): Promise<void>;
}

/**
 * Polls positions, fits an orbit to them and predicts from it where the station is and when it passes.
 *
 * The tracker polls, the estimator fits, the view writes to the state. Each calls only those after it.
 */
export function startStation(options: StationOptions): StationActivity {
  const buffer = createFixBuffer(options.store, options.clock);
  const estimator = createOrbitEstimator(buffer);
  const view = startStationView({ ...options, estimator });
  const tracker = startStationTracker({
    ...options,
    estimator,
    publish: (part) => view.publish(part),
  });
  return {
    watch: (watched) => tracker.watch(watched),
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
    setObserver: (observer) => view.setObserver(observer),
    setAlerts: (alerts) => view.setAlerts(alerts),
    async dispose() {
      await Promise.all([view.dispose(), tracker.dispose()]);
      buffer.flush();
    },
  };
}
