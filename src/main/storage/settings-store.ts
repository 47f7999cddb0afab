import { join } from 'node:path';
import { ok, type Result } from '../../shared/failure.ts';
import type { Settings } from '../../shared/settings.ts';
import type { SettingsKeeping } from '../domain/settings/ports.ts';
import { attemptWrite } from './attempt.ts';
import { readSettingsFile, writeSettingsFile, type ReadSettings } from './settings-file.ts';

export type SettingsStore = SettingsKeeping & Pick<ReadSettings, 'quarantined' | 'reason'>;

/**
 * The settings in `folder`, read once and held in memory. The file is written when something changes, and not before:
 * one of an earlier version stays as it is until then.
 *
 * @param now milliseconds since the Unix epoch
 */
export function openSettingsStore(folder: string, now: number): SettingsStore {
  const path = join(folder, 'settings.json');
  const { settings, quarantined, reason } = readSettingsFile(path, now);
  const listeners = new Set<(settings: Settings) => void>();
  let current = settings;
  /** Whether the disk lacks what is held here. */
  let unsaved = false;

  return {
    get current() {
      return current;
    },
    quarantined,
    reason,
    update(change): Result<null> {
      const next = { ...current, ...change };
      const isNew = JSON.stringify(next) !== JSON.stringify(current);
      if (isNew) {
        current = next;
        unsaved = true;
        for (const listener of listeners) listener(current);
      }
      if (!unsaved) return ok(null);
      const written = attemptWrite(() => writeSettingsFile(path, current));
      unsaved = !written.ok;
      return written;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
