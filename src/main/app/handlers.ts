import type { Handlers } from '#shared/contract.ts';
import { fail, ok } from '#shared/failure.ts';
import type { StateHolder } from '#runtime/app-state.ts';
import type { Transfer } from '#journal/transfer/transfer.ts';
import type { Suspension } from '#runtime/suspension.ts';
import type { Updates } from '#updates/updates.ts';
import type { Activities } from './activities.ts';

/** What the commands of the contract use. Some groups are passed through as their features serve them. */
interface HandlerPorts extends Pick<Handlers, 'archive' | 'settings' | 'updates' | 'window'> {
  readonly state: StateHolder;
  readonly activities: Activities;
  readonly suspension: Suspension;
  readonly transfer: Transfer;
  /** Opens the page of a day; null: of the shown picture. False: there is no page or no browser. */
  readonly openPage: (date: string | null) => Promise<boolean>;
  readonly picture: Pick<Handlers['picture'], 'day' | 'preview' | 'openLink' | 'save'>;
  readonly stationFiles: Pick<
    Handlers['station'],
    'exportLedger' | 'exportCalendar' | 'keepCalendar'
  >;
  readonly app: Omit<Handlers['app'], 'check' | 'pause'>;
}

/** So many of the last scored predictions are shown. */
const shownPredictions = 20;

/** Performs each command of the contract. */
export function createHandlers(ports: HandlerPorts): Handlers {
  const { state, activities, suspension, transfer, openPage } = ports;
  const done = ok(null);
  const { journal, station } = activities;
  return {
    state: { snapshot: () => ok(state.current) },
    picture: {
      check() {
        activities.checkPicture();
        return done;
      },
      setWallpaper: (order) => activities.setWallpaper(order),
      async decide(decision) {
        await activities.decide(decision);
        return done;
      },
      countHidden: (rules) => ok(activities.countHidden(rules)),
      async restoreWallpaper() {
        const restored = await activities.restoreWallpaper();
        return restored.ok ? ok(restored.value?.verified ?? true) : restored;
      },
      openPage: async (date) => ((await openPage(date)) ? done : fail({ kind: 'not-found' })),
      ...ports.picture,
    },
    archive: ports.archive,
    station: {
      watch(watched) {
        station.watch(watched);
        return done;
      },
      setObserver: (observer) => station.change({ observer }),
      ledger: () => station.ledger.view(shownPredictions),
      history: () => station.history.read(),
      sky: (peak) => station.sky(peak),
      ...ports.stationFiles,
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
    settings: ports.settings,
    app: {
      check() {
        activities.askAll();
        return done;
      },
      pause(length) {
        if (length === null) suspension.resume();
        else suspension.pause(length);
        return done;
      },
      ...ports.app,
    },
    updates: ports.updates,
    window: ports.window,
  };
}

/**
 * The outcome is in AppState.
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
