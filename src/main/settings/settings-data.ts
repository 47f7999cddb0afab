import { ok, type Result } from '#shared/failure.ts';
import type { Settings } from '#shared/settings/settings.ts';
import type { SettingsImport } from '#shared/settings/settings-import.ts';
import { exportText, fileNameOf, type TransferFiles } from '#platform/files/transfer-files.ts';
import { reportDefect } from '#runtime/defects.ts';
import { settingsImportOf } from './settings-import.ts';
import type { ManagedValues } from './managed.ts';

/**
 * Asks for a file and writes the settings to it. They contain no secret: the API key is not a setting, and the schema
 * refuses addresses with a password. Returns the path, null when no file was chosen; fails with `storage` and
 * `no-file-dialog`.
 */
export function exportSettings(
  settings: Settings,
  files: Pick<TransferFiles, 'write'>,
  choose: () => Promise<Result<string | null>>,
): Promise<Result<string | null>> {
  return exportText(`${JSON.stringify(settings, null, 2)}\n`, files, choose);
}

/** At most this many UTF-16 units of a file are read. An export has a few kB, so a longer file is no export. */
const maxImportLength = 1024 * 1024;

/**
 * Asks for a settings file, and returns what its import would change; null if no file was chosen. Changes no setting.
 * Fails with `no-file-dialog`.
 */
export async function readSettingsImport(
  { settings, managed }: { readonly settings: Settings; readonly managed: ManagedValues },
  files: Pick<TransferFiles, 'read'>,
  choose: () => Promise<Result<string | null>>,
): Promise<Result<SettingsImport | null>> {
  const chosenPath = await choose();
  if (!chosenPath.ok) return chosenPath;
  if (chosenPath.value === null) return ok(null);
  const file = fileNameOf(chosenPath.value);
  let text = '';
  for await (const part of files.read(chosenPath.value)) {
    if (!part.ok) return ok({ kind: 'unusable', file, reason: 'unreadable', keys: [] });
    text += part.value;
    if (text.length > maxImportLength)
      return ok({ kind: 'unusable', file, reason: 'no-settings', keys: [] });
  }
  return ok(settingsImportOf(file, text, settings, managed));
}

/** The questions of a removal, and its steps outside of the app’s own folders. */
export interface RemovalPorts {
  /** Asks the user outside of any page, because a page that was taken over would confirm the removal itself. */
  confirmRemoval(): Promise<boolean>;
  /**
   * Restores the desktop as it was before the app’s first picture. Returns whether the user’s own wallpaper is back, or
   * was never replaced.
   */
  restoreWallpaper(): Promise<boolean>;
  /** Asks whether to remove the data although the user’s own wallpaper could not be restored. */
  confirmLostWallpaper(): Promise<boolean>;
  /** Switches the start at login off, and removes the app's command of Terminal. */
  removeFromSystem(): unknown;
  /** Quits the app, and removes the files after all code that writes them has stopped. */
  endAndRemove(): void;
}

/**
 * Returns a function that asks the user, undoes the app’s changes to the system, and then quits and removes all data.
 * If the user’s own wallpaper cannot be restored, it asks again before anything is removed. While a question is shown,
 * further calls do nothing.
 */
export function dataRemover(ports: RemovalPorts): () => Promise<Result<null>> {
  let isAsking = false;
  return async () => {
    if (isAsking) return ok(null);
    isAsking = true;
    try {
      if (!(await ports.confirmRemoval())) return ok(null);
      const isRestored = await ports.restoreWallpaper();
      if (isRestored || (await ports.confirmLostWallpaper())) await removeAllData(ports);
    } finally {
      isAsking = false;
    }
    return ok(null);
  };
}

async function removeAllData(ports: RemovalPorts): Promise<void> {
  try {
    await ports.removeFromSystem();
  } catch (error) {
    reportDefect(error);
  }
  ports.endAndRemove();
}
