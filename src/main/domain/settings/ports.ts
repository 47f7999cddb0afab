import type { Result } from '../../../shared/failure.ts';
import type { Settings } from '../../../shared/settings.ts';

/** Where the settings are kept. */
export interface SettingsKeeping {
  /** Held in memory. */
  readonly current: Settings;
  /** Holds at once. Fails with `storage` when the disk does not take it; holds for this run even then. */
  update(change: Partial<Settings>): Promise<Result<null>>;
  /** Called after each change. Gives back its unsubscribe. */
  subscribe(listener: (settings: Settings) => void): () => void;
}

/** What takes effect when a setting changes. Everything else is read when it matters. */
export interface SettingsEffects {
  theme(theme: Settings['theme']): void;
  loginItem(startAtLogin: boolean): void;
  /** Null: guessed from the time zone. */
  observer(observer: Settings['station']['observer']): void;
  alerts(alerts: Settings['station']['alerts']): void;
  /** The desktop as it is now wanted. */
  desktop(): void;
  /** More or fewer pictures may be kept. */
  keep(): void;
  /** Other services, or another way to them: those that wait are asked anew. */
  ask(): void;
  updates(automatic: boolean): void;
  /** Starts everything anew inside of this process. */
  restart(): void;
}
