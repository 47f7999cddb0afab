import { ok, type Result } from '#shared/failure.ts';
import type { Settings } from '#shared/settings/settings.ts';
import { exportText, type TransferFiles } from '#platform/files/transfer-files.ts';
import { reportDefect } from '#runtime/defects.ts';

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

/** The steps of a removal outside of the app’s own folders. */
export interface RemovalPorts {
  /** Restores the desktop as it was before the app’s first picture. */
  restoreWallpaper(): Promise<unknown>;
  /** Switches the start at login off. */
  removeLoginItem(): unknown;
  /** Quits the app, and removes the files after all code that writes them has stopped. */
  endAndRemove(): void;
}

/**
 * Undoes the app’s changes to the system, then quits and removes all data. A failed step does not stop the next steps,
 * because the user wants the data to be removed.
 */
export async function removeAllData(ports: RemovalPorts): Promise<Result<null>> {
  for (const step of [() => ports.restoreWallpaper(), () => ports.removeLoginItem()])
    try {
      await step();
    } catch (error) {
      reportDefect(error);
    }
  ports.endAndRemove();
  return ok(null);
}
