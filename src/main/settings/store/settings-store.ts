import { join } from 'node:path';
import type ElectronStore from 'electron-store';
import { ok, type Result } from '#shared/failure.ts';
import type { Settings, SettingsReset } from '#shared/settings/settings.ts';
import { syncFolder } from '#platform/files/atomic.ts';
import { attemptWrite } from '#platform/files/attempt.ts';
import { createQueue } from '#runtime/queue.ts';
import { valuesOf, withManaged, type ManagedValues } from '../managed.ts';
import { readSettingsFile } from './settings-file.ts';

export type SettingsStore = ReturnType<typeof openSettingsStore>;

/** Writes all settings. Fails with `storage`. */
type SettingsWriter = (settings: Settings) => Promise<Result<null>>;

/**
 * The settings in `folder`, read once and held in memory. The file is written only after a change. If the file could not
 * be used, the first update writes it even without a change: with it, the user accepts the defaults.
 *
 * @param now milliseconds since the Unix epoch
 * @param maySetWallpaper the answer to the question of the first start if the file has none; null: ask
 * @param managed values of the administrator, which hold in place of the user's; the file keeps the user's
 */
export function openSettingsStore(
  folder: string,
  now: number,
  write: SettingsWriter = createSettingsWriter(folder),
  maySetWallpaper: boolean | null = null,
  managed: ManagedValues = {},
) {
  const { settings: read, reset: resetAtStart } = readSettingsFile(
    join(folder, 'settings.json'),
    now,
  );
  const enabled = read.wallpaper.enabled ?? maySetWallpaper;
  /** The settings of the user, as the file has them. */
  let own: Settings = { ...read, wallpaper: { ...read.wallpaper, enabled } };
  const listeners = new Set<(settings: Settings) => void>();
  let current = withManaged(own, managed);
  let reset: SettingsReset | null = resetAtStart;
  /** The last known content of the file; null: nothing usable. */
  let saved: Settings | null = resetAtStart === null ? own : null;
  const queue = createQueue();

  async function save(): Promise<Result<null>> {
    const settings = own;
    if (settings === saved) return ok(null);
    const written = await write(settings);
    if (!written.ok) return written;
    saved = settings;
    if (reset !== null) {
      reset = null;
      notify();
    }
    return written;
  }
  function notify(): void {
    for (const listener of listeners) listener(current);
  }

  return {
    /** The settings in use, held in memory. */
    get current() {
      return current;
    },

    /** Why the defaults apply, if the file could not be used; null after the first save. */
    get reset() {
      return reset;
    },

    /** Applies the change at once. Fails with `storage` if it cannot be written; then it holds for this run. */
    update(change: Partial<Settings>) {
      const next = { ...current, ...change };
      if (JSON.stringify(next) !== JSON.stringify(current)) {
        own = withManaged(next, valuesOf(own, managed));
        current = withManaged(next, managed);
        notify();
      }
      return queue.run(save);
    },

    /** Called after each change, and when `reset` is over. Returns its unsubscribe. */
    subscribe(listener: (settings: Settings) => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    /** Resolves when no write is in progress. Never rejects. */
    settled: () => queue.idle(),
  };
}

/**
 * Writes `settings.json` in `folder` with electron-store, which replaces the file atomically. electron-store is loaded
 * with the first change, because most runs change nothing.
 *
 * @param onOpened called once electron-store is open
 */
export function createSettingsWriter(
  folder: string,
  onOpened: () => void = () => undefined,
): SettingsWriter {
  let store: ElectronStore | null = null;

  function open(Store: typeof ElectronStore): ElectronStore {
    const opened = new Store({
      cwd: folder,
      name: 'settings',
      // The settings hold the user’s location.
      configFileMode: 0o600,
      serialize: (settings) => `${JSON.stringify(settings, null, 2)}\n`,
      // Do not parse the file: one that was damaged since the start is replaced.
      deserialize: () => ({}),
    });
    onOpened();
    return opened;
  }

  return async (settings) => {
    const { default: Store } = await import('electron-store');
    return attemptWrite(() => {
      store ??= open(Store);
      store.store = { ...settings };
      // electron-store syncs the file but not the folder with its new name.
      syncFolder(folder);
    });
  };
}
