import type { Result } from '../../../shared/failure.ts';
import type { FittedOrbit } from '../../../shared/orbit.ts';
import type { Observer } from '../../../shared/sky/observer.ts';
import type { AlertSettings, Fix } from '../../../shared/station.ts';

/** Where fixes come from. */
export interface PositionSource {
  fetch(signal: AbortSignal): Promise<Result<Fix>>;
}

/** What is known of the station, over restarts. What one service said is never mixed with another's. */
export interface StationArchive {
  /** The newest `limit` fixes, oldest first. */
  fixes(limit: number): readonly Fix[];
  /** Keeps a fix for 30 days. Of two fixes of one time the first stays. Fails with `storage`. */
  saveFix(fix: Fix): Result<null>;
  orbit(): FittedOrbit | null;
  saveOrbit(orbit: FittedOrbit): Result<null>;
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
  write(settings: StationSettings): Result<null>;
}
