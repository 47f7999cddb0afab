import type { Handlers } from '../../shared/contract.ts';
import { ok } from '../../shared/failure.ts';
import type { Updates } from '../domain/update/updates.ts';

/** How it went is told in AppState. */
export function updateHandlers(updates: Updates): Handlers['updates'] {
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
    install() {
      updates.installNow();
      return done;
    },
  };
}
