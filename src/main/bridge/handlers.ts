import type { Handlers } from '../../shared/contract.ts';
import { fail, ok } from '../../shared/failure.ts';
import type { Activities } from '../domain/activities.ts';
import type { StateHolder } from '../domain/app-state.ts';
import type { Transfer } from '../domain/journal/transfer/transfer.ts';

/** What each command of the contract does. `openPage` gives false when there is no page to open. */
export function createHandlers(
  state: StateHolder,
  activities: Activities,
  openPage: () => Promise<boolean>,
  transfer: Transfer,
): Handlers {
  const done = ok(null);
  const { journal, station } = activities;
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
        station.watch(watched);
        return done;
      },
      setObserver: (observer) => station.setObserver(observer),
      setAlerts: (alerts) => station.setAlerts(alerts),
    },
    journal: {
      page: (query) => journal.page(query),
      get: (id) => journal.get(id),
      create: (draft) => journal.create(draft),
      write: (writing) => journal.write(writing),
      revert: (id) => journal.revert(id),
      delete: (id) => journal.delete(id),
      restore: (id) => journal.restore(id),
      retry: (id) => journal.retry(id),
      publish() {
        journal.publish();
        return done;
      },
      pause(paused) {
        journal.pause(paused);
        return done;
      },
      export: (format) => transfer.export(format),
      import: () => transfer.import(),
    },
  };
}
