import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Store from 'electron-store';
import type { Result } from '#shared/failure.ts';
import {
  defaultSettings,
  firstStartSettings,
  type Settings,
  type SettingsReset,
} from '#shared/settings/settings.ts';
import { decodeText } from '#shared/text-decoder.ts';
import { syncFolder } from '#platform/files/atomic.ts';
import {
  attemptStorage,
  attemptStorageWrite,
  isMissingFileError,
} from '#platform/files/attempt.ts';
import { asidePathsOf, putAside } from '#platform/files/quarantine.ts';
import { renameFileSync } from '#platform/files/rename.ts';
import {
  parseSettings,
  settingsText,
  withChanges,
  type UnusableReason,
} from './settings-format.ts';

export type SettingsFile = ReturnType<typeof openSettingsFile>;

type SettingsContent = Settings | UnusableReason | 'missing';

/**
 * `settings.json` in `folder`, which electron-store reads and writes. `settings`: its content at the start; without a
 * file, `firstStartSettings`. A file that is not JSON, contains invalid values, was written by a later version or
 * cannot be read is set aside, and the defaults apply. If nothing was saved since, a version of the app that can read
 * the file uses it again. Nothing is written before the first change, so that an earlier version of the app still finds
 * its own file.
 *
 * Each start reports a file that could not be used, until something is saved: the user may not look at an app that
 * starts with the session. A start detects such a file by its name if there is no new `settings.json`.
 *
 * @param now returns milliseconds since the Unix epoch
 * @param onOpened called each time that electron-store has opened the file
 * @param onAside called with the new path of an unusable file that another program saved while the app runs
 */
export function openSettingsFile(
  folder: string,
  now: () => number,
  onOpened: () => void = () => undefined,
  onAside: (path: string) => void = () => undefined,
) {
  const path = join(folder, 'settings.json');
  let store: Store | null = null;

  /**
   * The content of the file, which electron-store reads when it opens the file. Throws the system's error if the read
   * fails.
   */
  function open(): SettingsContent {
    let content: SettingsContent = 'missing';
    store = new Store({
      cwd: folder,
      name: 'settings',
      // The settings contain the user’s location.
      configFileMode: 0o600,
      serialize: settingsText,
      // electron-store passes text decoded as UTF-8; read the file again, because it may have another encoding. The
      // content that electron-store keeps is not used.
      deserialize() {
        content = readSettings(path);
        return {};
      },
    });
    onOpened();
    return content;
  }

  const atStart = settingsAtStart(path, readWithRetries(open), now());
  /** The settings as this file was read or written last; null: the file could not be used. */
  let lastSettings = atStart.reset === null ? atStart.settings : null;

  /**
   * Returns the settings to write: the settings in the file, with the changes from `lastSettings` to `next`. Another
   * program may have changed the file since. If the file cannot be used, puts it aside and returns `next`.
   */
  function settingsToWrite(next: Settings): Settings {
    if (lastSettings === null) return next;
    const content = readIfExists(path);
    if (content === 'missing') return next;
    const merged = typeof content === 'object' ? withChanges(content, lastSettings, next) : null;
    if (merged !== null) return merged;
    onAside(putAside(path, now()));
    return next;
  }

  return {
    ...atStart,

    /**
     * Writes the settings that have changed since this file was read or written last, and keeps the other settings of
     * the file: another program may have changed them. They apply at the next start. If the file could not be used,
     * replaces its whole content.
     */
    write: (settings: Settings): Result<null> =>
      attemptStorageWrite(() => {
        if (store === null) open();
        if (store !== null) store.store = { ...settingsToWrite(settings) };
        // The file has its new content, also if the sync of the folder fails.
        lastSettings = settings;
        // electron-store syncs the file, but not the folder that contains the new name of the file.
        syncFolder(folder);
      }),
  };
}

const maxReadTries = 3;

/** The settings in a file, which the user may have saved with another program. Throws the system's error. */
function readSettings(path: string): Settings | UnusableReason {
  const text = decodeText(readFileSync(path));
  return text === null ? 'unreadable' : parseSettings(text);
}

/** Reads the settings as `readSettings` does, but returns `missing` if there is no file, instead of throwing. */
function readIfExists(path: string): SettingsContent {
  try {
    return readSettings(path);
  } catch (error) {
    if (isMissingFileError(error)) return 'missing';
    throw error;
  }
}

/** Reads up to three times, because some errors are soon over, such as too many open files. */
function readWithRetries(read: () => SettingsContent): SettingsContent {
  for (let tries = 1; tries <= maxReadTries; tries += 1) {
    const content = attemptStorage(read);
    if (content.ok) return content.value;
  }
  return 'unreadable';
}

/**
 * The settings at the start of the app, and why they are the defaults. `reset` null: the settings are those of the
 * file, or there was never a file.
 */
function settingsAtStart(
  path: string,
  content: SettingsContent,
  now: number,
): Readonly<{ settings: Settings; reset: SettingsReset | null }> {
  if (typeof content === 'object') return { settings: content, reset: null };
  if (content === 'missing') {
    const restoredSettings = restoreAsideFile(path);
    if (restoredSettings !== null) return { settings: restoredSettings, reset: null };
    const reset = earlierResetOf(path);
    return { settings: reset === null ? firstStartSettings : defaultSettings, reset };
  }
  const asideResult = attemptStorage(() => putAside(path, now));
  const reset = {
    reason: content,
    file: asideResult.ok ? asideResult.value : path,
    aside: asideResult.ok,
  };
  return { settings: defaultSettings, reset };
}

/** The newest file that was set aside, with its content; null: there is none. */
function newestAside(
  path: string,
): { readonly file: string; readonly content: SettingsContent } | null {
  const asides = attemptStorage(() => asidePathsOf(path));
  const file = asides.ok ? asides.value[0] : undefined;
  if (file === undefined) return null;
  return { file, content: readWithRetries(() => readSettings(file)) };
}

/**
 * Renames the newest file that was set aside back if this version can read it: an earlier version of the app sets aside
 * the settings of a later version. Returns the settings of the file, or null.
 */
function restoreAsideFile(path: string): Settings | null {
  const asideFile = newestAside(path);
  if (typeof asideFile?.content !== 'object') return null;
  return attemptStorage(() => renameFileSync(asideFile.file, path)).ok ? asideFile.content : null;
}

function earlierResetOf(path: string): SettingsReset | null {
  const asideFile = newestAside(path);
  if (asideFile === null) return null;
  const reason = asideFile.content === 'newer' ? 'newer' : 'unreadable';
  return { reason, file: asideFile.file, aside: true };
}
