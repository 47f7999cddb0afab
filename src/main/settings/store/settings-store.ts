import { ok, type Result } from '#shared/failure.ts';
import { isSameJson } from '#shared/json.ts';
import type { Settings, SettingsReset } from '#shared/settings/settings.ts';
import { createQueue } from '#runtime/queue.ts';
import { valuesAtKeys, withManagedValues, type ManagedValues } from '../managed.ts';
import type { SettingsFile } from './settings-file.ts';

export type SettingsStore = ReturnType<typeof openSettingsStore>;

/**
 * The settings of the file, held in memory. The file is written only after a change. If the file could not be used, the
 * first update writes the file even without a change, because with this update the user accepts the defaults.
 *
 * @param maySetWallpaper the answer to the question of the first start if the file has none; null: ask
 * @param managed values of the administrator, which replace the user's values in use but not in the file
 */
export function openSettingsStore(
  file: Pick<SettingsFile, 'settings' | 'reset'> & {
    readonly write: (settings: Settings) => Result<null> | Promise<Result<null>>;
  },
  maySetWallpaper: boolean | null = null,
  managed: ManagedValues = {},
) {
  const { settings: read, reset: resetAtStart } = file;
  const isEnabled = read.wallpaper.enabled ?? maySetWallpaper;
  /** The settings of the user, as in the file. */
  let ownSettings: Settings = { ...read, wallpaper: { ...read.wallpaper, enabled: isEnabled } };
  const listeners = new Set<(settings: Settings) => void>();
  let currentSettings = withManagedValues(ownSettings, managed);
  let reset: SettingsReset | null = resetAtStart;
  /** The last known content of the file; null: no usable content. */
  let savedSettings: Settings | null = resetAtStart === null ? ownSettings : null;
  const queue = createQueue();

  async function save(): Promise<Result<null>> {
    const settings = ownSettings;
    if (settings === savedSettings) return ok(null);
    const writeResult = await file.write(settings);
    if (!writeResult.ok) return writeResult;
    savedSettings = settings;
    if (reset !== null) {
      reset = null;
      notify();
    }
    return writeResult;
  }
  function notify(): void {
    for (const listener of listeners) listener(currentSettings);
  }

  return {
    /** The settings in use, held in memory. */
    get current() {
      return currentSettings;
    },

    /** The reason why the defaults apply, if the file could not be used; null after the first save. */
    get reset() {
      return reset;
    },

    /**
     * Applies the change immediately. Fails with `storage` if it cannot be written; the change then applies to this
     * run.
     */
    update(change: Partial<Settings>) {
      const nextSettings = { ...currentSettings, ...change };
      if (!isSameJson(nextSettings, currentSettings)) {
        ownSettings = withManagedValues(nextSettings, valuesAtKeys(ownSettings, managed));
        currentSettings = withManagedValues(nextSettings, managed);
        notify();
      }
      return queue.run(save);
    },

    /** Called after each change, and when `reset` becomes null. Returns a function that stops these calls. */
    subscribe(listener: (settings: Settings) => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    /** Resolves when no write is in progress. Never rejects. */
    settled: () => queue.idle(),
  };
}
