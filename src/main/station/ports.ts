import type { Result } from '#shared/failure.ts';
import type { FittedOrbit } from '#shared/station/orbit.ts';
import type { LocalHorizon } from '#shared/station/sky/local-horizon-schema.ts';
import type { Observer } from '#shared/station/sky/observer.ts';
import type { AlertSettings, CalendarPasses, Fix } from '#shared/station/station.ts';

/** The position service. */
export interface PositionSource {
  fetch(signal: AbortSignal): Promise<Result<Fix>>;
}

/** Fixes and orbit of one service, persisted across restarts. */
export interface StationStore {
  /** The newest `limit` fixes, oldest first. */
  fixes(limit: number): readonly Fix[];
  orbit(): FittedOrbit | null;
  /**
   * Stores fixes for 30 days, and the orbit unless it is null, in one transaction. Of two fixes with the same time the
   * first stays. Fails with `storage`.
   */
  save(fixes: readonly Fix[], orbit: FittedOrbit | null): Result<null>;
}

/** What the person decides. */
export interface StationSettings {
  /** Null: guessed from the time zone. */
  readonly observer: Observer | null;
  readonly horizon: LocalHorizon;
  readonly alerts: AlertSettings;
  /** How far the person would travel to a transit, km. */
  readonly transitKm: number;
  readonly calendar: CalendarPasses;
}

export interface StationSettingsStore {
  read(): StationSettings;
  /** Fails with `storage`; the settings hold for this run even then. */
  write(settings: StationSettings): Promise<Result<null>>;
}
