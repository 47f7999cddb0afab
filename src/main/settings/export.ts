import { ok, type Result } from '#shared/failure.ts';
import type { Settings } from '#shared/settings/settings.ts';
import type { TransferFiles } from '#platform/files/transfer-files.ts';

/** The settings as a file of JSON. The API key is no setting, and the schema takes no address with a password. */
export const settingsJson = (settings: Settings): string =>
  `${JSON.stringify(settings, null, 2)}\n`;

/**
 * Asks for a file and writes the settings into it. Gives back its path, null when none was chosen; fails with
 * `storage`.
 */
export async function exportSettings(
  settings: Settings,
  files: Pick<TransferFiles, 'write'>,
  choose: () => Promise<string | null>,
): Promise<Result<string | null>> {
  const path = await choose();
  if (path === null) return ok(null);
  const written = await files.write(path, [ok(settingsJson(settings))]);
  return written.ok ? ok(path) : written;
}
