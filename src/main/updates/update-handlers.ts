import type { Handlers } from '#shared/contract.ts';
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
  onQuit: (install) => updates.installOnQuit(install),
  async install() {
    if (await mayQuit()) updates.installNow();
  },
});
