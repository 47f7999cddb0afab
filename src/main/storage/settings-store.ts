import { join } from 'node:path';
import Store from 'electron-store';
import type { Result } from '../../shared/failure.ts';
import { defaultSettings, type Settings } from '../../shared/settings.ts';
import { attemptWrite } from './attempt.ts';
import { readSettingsFile } from './settings-file.ts';

export interface SettingsStore {
  /** Held in memory: electron-store reads and parses its file anew at every access. */
  readonly current: Settings;
  /** Fails with `storage` when the disk does not take it; holds for this run even then. */
  update(change: Partial<Settings>): Result<null>;
  readonly quarantined: string | null;
}

/** The settings in `folder`. A damaged file is put aside before electron-store, which would throw, sees it. */
export function openSettingsStore(folder: string, now: number): SettingsStore {
  const { settings, quarantined } = readSettingsFile(join(folder, 'settings.json'), now);
  const store = new Store<Settings>({ cwd: folder, name: 'settings', defaults: defaultSettings });
  // Writes only what the file lacks: a new group of settings appears in it with its defaults.
  if (JSON.stringify(store.store) !== JSON.stringify(settings)) store.store = settings;
  let current = settings;
  return {
    get current() {
      return current;
    },
    quarantined,
    update(change) {
      current = { ...current, ...change };
      return attemptWrite(() => {
        store.store = current;
      });
    },
  };
}
