import type { Result } from '#shared/failure.ts';
import type { Settings, SettingsReset } from '#shared/settings/settings.ts';

/** Where the settings are kept. */
export interface SettingsKeeping {
  /** Held in memory. */
  readonly current: Settings;
  /** Why the defaults hold, where the file could not be used; null from the first save on. */
  readonly reset: SettingsReset | null;
  /** Holds at once. Fails with `storage` when the disk does not take it; holds for this run even then. */
  update(change: Partial<Settings>): Promise<Result<null>>;
  /** Called after each change, and when `reset` is over. Gives back its unsubscribe. */
  subscribe(listener: (settings: Settings) => void): () => void;
}

/**
 * What is done when a setting changes. Everything else is read when it matters: the limit of the archive with each
 * change of the state, the choice of updates before each look for one.
 */
export interface SettingsEffects {
  theme(theme: Settings['theme']): void;
  loginItem(startAtLogin: boolean): void;
  /** Null: guessed from the time zone. */
  observer(observer: Settings['station']['observer']): void;
  alerts(alerts: Settings['station']['alerts']): void;
  /** The desktop as it is now wanted. */
  desktop(): void;
  /** Other services, or another way to them: those that wait are asked anew. */
  ask(): void;
  /** Starts everything anew inside of this process. */
  restart(): void;
}
