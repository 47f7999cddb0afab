import type { Handlers } from '../../shared/contract.ts';
import { fail, ok } from '../../shared/failure.ts';
import type { Activities } from '../domain/activities.ts';
import type { StateHolder } from '../domain/app-state.ts';

/** What each command of the contract does. `openPage` gives false when there is no page to open. */
export function createHandlers(
  state: StateHolder,
  activities: Activities,
  openPage: () => Promise<boolean>,
): Handlers {
  const done = ok(null);
  return {
    state: { snapshot: () => ok(state.current) },
    picture: {
      check() {
        activities.checkPicture();
        return done;
      },
      async setWallpaper() {
        await activities.setWallpaper();
        return done;
      },
      openPage: async () => ((await openPage()) ? done : fail({ kind: 'not-found' })),
    },
    station: {
      watch(watched) {
        activities.watchStation(watched);
        return done;
      },
    },
    journal: {
      create: (draft) => activities.createPost(draft),
      publish() {
        activities.publish();
        return done;
      },
    },
  };
}
