import type { Handlers } from '#shared/contract.ts';
import { ok } from '#shared/failure.ts';
import { openDownloadPage } from '#platform/windows/links.ts';
import type { Updates } from './updates.ts';

/**
 * The handlers of the update commands. They publish each outcome in AppState.
 *
 * @param mayQuit called before the app ends for an update; if it resolves to false, nothing is installed
 */
export const updateHandlers = (
  updates: Updates,
  mayQuit: () => Promise<boolean>,
): Handlers['updates'] => ({
  check: () => updates.check(),
  download: () => updates.download(),
  openPage: async () => ok(await openDownloadPage()),
  onQuit: (install) => updates.installOnQuit(install),
  async install() {
    if (await mayQuit()) updates.installNow();
  },
});
