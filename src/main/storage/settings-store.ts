import { join } from 'node:path';
import Store from 'electron-store';
import { defaultSettings, type Settings } from '../../shared/settings.ts';
import { readSettingsFile } from './settings-file.ts';

export interface SettingsStore {
  /** Held in memory: electron-store reads and parses its file anew at every access. */
  readonly current: Settings;
  readonly quarantined: string | null;
}

/** The settings in `folder`. A damaged file is put aside before electron-store, which would throw, sees it. */
export function openSettingsStore(folder: string, now: number): SettingsStore {
  const { settings, quarantined } = readSettingsFile(join(folder, 'settings.json'), now);
  const store = new Store<Settings>({ cwd: folder, name: 'settings', defaults: defaultSettings });
  // Writes only what the file lacks: a new group of settings appears in it with its defaults.
  if (JSON.stringify(store.store) !== JSON.stringify(settings)) store.store = settings;
  return { current: settings, quarantined };
}
