import type { Handlers } from '#shared/contract.ts';
import { ok } from '#shared/failure.ts';
import type { Updates } from '#updates/updates.ts';

/**
 * How it went is told in AppState.
 *
 * @param mayQuit asked before the app ends for an update
 */
export function updateHandlers(
  updates: Updates,
  mayQuit: () => Promise<boolean>,
): Handlers['updates'] {
  const done = ok(null);
  return {
    check() {
      updates.check();
      return done;
    },
    async download() {
      await updates.download();
      return done;
    },
    onQuit(install) {
      updates.installOnQuit(install);
      return done;
    },
    async install() {
      if (await mayQuit()) updates.installNow();
      return done;
    },
  };
}
