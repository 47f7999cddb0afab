import type { Result } from '#shared/failure.ts';
import type { FittedOrbit } from '#shared/station/orbit.ts';
import type { Observer } from '#shared/station/sky/observer.ts';
import type { AlertSettings, Fix } from '#shared/station/station.ts';

/** Where fixes come from. */
export interface PositionSource {
  fetch(signal: AbortSignal): Promise<Result<Fix>>;
}

/** What is known of the station, over restarts. What one service said is never mixed with another's. */
export interface StationStore {
  /** The newest `limit` fixes, oldest first. */
  fixes(limit: number): readonly Fix[];
  orbit(): FittedOrbit | null;
  /**
   * Keeps fixes for 30 days, and the orbit unless it is null: all of it or nothing. Of two fixes of one time the first
   * stays. Fails with `storage`.
   */
  save(fixes: readonly Fix[], orbit: FittedOrbit | null): Result<null>;
}

/** What the orbit is learned from, and where what is learned goes, one by one. */
export interface EstimatorStore extends Pick<StationStore, 'fixes' | 'orbit'> {
  saveFix(fix: Fix): void;
  saveOrbit(orbit: FittedOrbit): void;
}

/** What the person decides. */
export interface StationSettings {
  /** Null: guessed from the time zone. */
  readonly observer: Observer | null;
  readonly alerts: AlertSettings;
}

export interface StationSettingsStore {
  read(): StationSettings;
  /** Fails with `storage`; holds for this run even then. */
  write(settings: StationSettings): Promise<Result<null>>;
}
