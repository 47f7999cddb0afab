import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import {
  app,
  autoUpdater,
  nativeTheme,
  powerMonitor,
  safeStorage,
  screen,
  systemPreferences,
  utilityProcess,
} from 'electron';
import { liveServiceUrls, type ServiceUrls } from '#shared/settings/settings.ts';
import { describeFailure } from '#shared/words.ts';
import { startBackups } from '#journal/backups.ts';
import { createArchive, type Archive } from '#picture/archive/archive.ts';
import { openPictureState, type PictureStateStore } from '#picture/picture-state-store.ts';
import { simulatedSource } from '#picture/providers/sources.ts';
import { createSuspension } from '#runtime/suspension.ts';
import { createApiKeyController } from '#settings/api-key.ts';
import { chooseProxy, isSeenByProxy, type ProxyChoice } from '#platform/http/proxy.ts';
import { createSystemProxy } from '#platform/http/system-proxy.ts';
import { pictureNeed } from '#picture/download/picture-addresses.ts';
import { withoutSecrets } from '#platform/process/own-program.ts';
import { startServicesProcess, type ServicesProcess } from '#platform/process/services-process.ts';
import { createKeyFile } from '#settings/secrets/key-file.ts';
import { createVault } from '#settings/secrets/sealing.ts';
import { createThumbnailMaker } from '#picture/thumbnails/thumbnails.ts';

import { startInstalledUpdates } from '#updates/install/installation.ts';
import { composingPages } from '#platform/compositor/page.ts';
import { createAppFileServer } from '#platform/windows/app-files.ts';
import { readDisplays } from '#platform/windows/displays.ts';
import { watchDisplays } from '#platform/windows/display.ts';
import { exampleLook, lookOf } from '#wallpaper/look.ts';
import {
  createDesktopWallpapers,
  isFullScreen,
  lockScreenOfferIn,
} from '#wallpaper/setter/create.ts';
import { startHook } from '#wallpaper/setter/hook.ts';
import { transferFiles } from '#platform/files/transfer-files.ts';
import { untilBackup } from '#platform/database/backups.ts';
import { backUpKept } from '#platform/database/kept-database.ts';
import { createJournalStore } from '#journal/store/journal-store.ts';
import { ownFolder } from '#picture/store/picture-folder.ts';
import { createCalendarStore } from '#station/calendar/calendar-store.ts';
import { startStationCalendar } from '#station/calendar/calendar.ts';
import { createOrbitHistoryStore } from '#station/history/history-store.ts';
import { createLedgerAnchor } from '#station/ledger/anchor-store.ts';
import { createLedgerStore } from '#station/ledger/ledger-store.ts';
import { createStationStore } from '#station/station-store.ts';
import { createSignal } from '#runtime/signal.ts';
import { startActivities } from './activities.ts';
import { createServiceClients } from './service-clients.ts';
import { startChronicle } from './chronicle.ts';
import type { CoreServices } from './core-services.ts';

/** What runs whether or not a window is open. */
export type BackgroundServices = ReturnType<typeof startBackgroundServices>;

/** How long the first round waits for the embedded services. */
const patienceMs = 5_000;

export function startBackgroundServices(core: CoreServices) {
  const { clock, log, onDefect, disposals, paths, settings, source, stored, state } = core;
  const { valueStores, settingsStore } = core;

  const keyChanged = createSignal();
  const servicesRestarted = createSignal();
  const embedded =
    source === 'embedded' ? startEmbedded(core, () => servicesRestarted.emit()) : null;
  /** Embedded services count as the live ones here. */
  const fixedUrls = (): ServiceUrls =>
    source === 'own' ? settings().services.own : liveServiceUrls;
  const chosenProxy = (): ProxyChoice => chooseProxy(settings().services.proxy, process.env);
  // Not `session.resolveProxy`: it needs a session, and those of the windows have a dead proxy.
  const proxy = createSystemProxy({
    chosen: chosenProxy,
    resolve: (url) => app.resolveProxy(url),
    now: () => performance.now(),
  });
  const apiKey = createApiKeyController({
    state,
    onDefect,
    vault: createVault(safeStorage, process.platform),
    environment: process.env['OVERHEAD_API_KEY'] ?? '',
    service: () => fixedUrls().picture,
    file: createKeyFile(join(paths.data, 'api-key'), () => clock.now()),
    tell: (line) => log.info(line),
    onChange: () => keyChanged.emit(),
    isSeenByProxy: (address) => isSeenByProxy(chosenProxy(), address),
  });
  // The wait for the key ends when the key is loaded or the app ends.
  const keyWait = new AbortController();
  disposals.add(() => keyWait.abort());
  const keyLoaded = clock.sleep(patienceMs, keyWait.signal);
  void apiKey.loaded.then(() => keyWait.abort());
  log.hide(() => apiKey.secrets());
  const userAgent = `Overhead/${app.getVersion()}`;
  const clients = createServiceClients({
    userAgent,
    urls: () => (embedded === null ? fixedUrls() : embedded.urls()),
    apiKey: (service) =>
      apiKey.current(service === embedded?.urls()?.picture ? fixedUrls().picture : service),
    proxy,
    pictureFolder: paths.pictures,
    pictureNeed: () => pictureNeed(readDisplays()),
    now: () => clock.now(),
  });
  disposals.add(() => clients.dispose());

  const wallpapers = createDesktopWallpapers({
    data: paths.data,
    pages: paths.pages,
    pictures: paths.pictures,
    env: process.env,
    settings: () => settings().wallpaper,
    look: () => lookOf(valueStores.look.current()),
    exampleLook: (dimmed) => exampleLook(state.current, dimmed, clock.now()),
    onLockScreen(failure, detail) {
      const { lockScreen } = state.current;
      if (failure !== null) log.info(`lock screen: ${failure}: ${detail}`);
      if (failure !== lockScreen.failure)
        state.update(() => ({ lockScreen: { ...lockScreen, failure } }));
    },
    log: (line) => log.info(line),
  });
  state.update(({ lockScreen }) => ({
    lockScreen: { ...lockScreen, offer: lockScreenOfferIn(process.env) },
  }));
  const hook = startHook({
    state,
    onDefect,
    last: valueStores.wallpaper.last(),
    command: () => core.launch.hook ?? settings().hook,
    titleOf: (date) => core.archive.get(date)?.record.title ?? '',
  });
  disposals.add(() => hook.dispose());
  const suspension = createSuspension({ clock, state, store: valueStores.suspension, onDefect });
  disposals.add(() => suspension.dispose());
  const pictureState = openPictureState(valueStores.pictureState(source === 'embedded'), source);
  stored.onReplaced(() => {
    pictureState.reload();
    state.update(() => ({ choice: pictureState.current.choice }));
  });
  const kept = startArchive(core, pictureState);
  const positionOrigin = source === 'own' ? settings().services.own.position : source;
  const activities = startActivities(
    {
      clock,
      state,
      onDefect,
      gate: suspension,
      random: Math.random,
      begin: Promise.all([
        embedded?.listening(patienceMs),
        // A keyring may wait for its password for any time.
        keyLoaded,
      ]).then(() => undefined),
    },
    {
      ...clients,
      pictures: source === 'embedded' ? clients.pictures.map(simulatedSource) : clients.pictures,
      archive: kept.buffered,
      wallpaper: wallpapers,
      wallpaperStore: valueStores.wallpaper,
      displays: readDisplays,
      holds: {
        isOnBattery: () => powerMonitor.isOnBatteryPower(),
        isFullScreen: (signal) => isFullScreen(process.env, signal),
      },
      lookStore: valueStores.look,
      theme: {
        isDark: () => nativeTheme.shouldUseDarkColors,
        onChange(listener) {
          nativeTheme.on('updated', listener);
          return () => nativeTheme.off('updated', listener);
        },
      },
      pictureState: pictureState,
      journal: createJournalStore(stored),
      journalState: valueStores.journal,
      stationStore: createStationStore(stored, positionOrigin),
      ledger: createLedgerStore(
        stored,
        positionOrigin,
        createLedgerAnchor(join(paths.data, 'ledger-anchor.json')),
      ),
      orbitHistory: createOrbitHistoryStore(stored, positionOrigin),
      stationSettings: {
        read: () => settingsStore.current.station,
        write: (station) => settingsStore.update({ station }),
      },
      newId: randomUUID,
    },
    { settings, timeZone: systemTimeZone, suspension },
    disposals,
  );
  const calendar = startStationCalendar({
    clock,
    state,
    onDefect,
    store: createCalendarStore(stored, positionOrigin),
    fileStore: valueStores.calendarFile,
    files: transferFiles,
    newId: randomUUID,
  });
  disposals.add(() => calendar.dispose());
  // The first round waits for the stored key; a later change of the key starts another round.
  keyChanged.on(() => activities.checkPicture());
  servicesRestarted.on(() => activities.checkAll());
  startChronicle(core, activities);
  const displayWatch = watchDisplays({
    events: screen,
    clock,
    onDefect,
    onChange: () => activities.refreshDesktop(),
  });
  disposals.add(() => displayWatch.dispose());
  const powerChanged = (): void => activities.powerChanged();
  powerMonitor.on('on-ac', powerChanged);
  powerMonitor.on('on-battery', powerChanged);
  disposals.add(() => {
    powerMonitor.off('on-ac', powerChanged);
    powerMonitor.off('on-battery', powerChanged);
  });
  disposals.add(
    startBackups({
      clock,
      onDefect,
      backups: {
        until: (now) => untilBackup(paths.database, now),
        make: (now) => backUpKept(stored, paths.database, now),
      },
      onOutcome: (outcome) => {
        if (!outcome.ok) log.info(`no backup was made: ${describeFailure(outcome.failure)}`);
      },
    }),
  );
  if (process.platform === 'darwin') {
    const event = 'NSWorkspaceActiveSpaceDidChangeNotification';
    const id = systemPreferences.subscribeWorkspaceNotification(event, () =>
      activities.spaceChanged(),
    );
    disposals.add(() => systemPreferences.unsubscribeWorkspaceNotification(id));
  }
  const updates = startInstalledUpdates({
    app,
    squirrel: autoUpdater,
    data: paths.data,
    clock,
    store: valueStores.update,
    userAgent,
    proxy,
    automatic: () => settings().updates.automatic,
    onState: (update) => state.update(() => ({ update })),
    log: (line) => log.info(line),
    onDefect,
  });
  state.update(() => ({ update: updates.state }));
  disposals.add(() => updates.dispose());
  const { probe } = clients;
  return { suspension, activities, wallpapers, updates, apiKey, probe, archive: kept, calendar };
}

/** The archive of pictures, with its size limit. */
function startArchive(core: CoreServices, pictureState: PictureStateStore): Archive {
  const { clock, log, onDefect, disposals, paths, settings, state, valueStores, archive, stored } =
    core;
  const { pages, pictures, thumbnails } = paths;
  const kept = createArchive({
    clock,
    state,
    onDefect,
    pictureState,
    store: archive,
    pictures: ownFolder(pictures, () => stored.failure()),
    thumbnails: ownFolder(thumbnails, () => stored.failure()),
    maker: createThumbnailMaker({
      folder: thumbnails,
      openPage: composingPages(createAppFileServer({ pages }), 'overhead-thumbnails'),
    }),
    limitBytes: () => settings().picture.keepMiB * 2 ** 20,
    onDesktop() {
      const last = valueStores.wallpaper.last();
      return last === null ? [] : [last.date, ...Object.values(last.others ?? {})];
    },
    onFailure: (what, failure) => log.info(`archive: ${what}: ${describeFailure(failure)}`),
  });
  disposals.add(() => kept.dispose());
  return kept;
}

/**
 * The three services in a process of their own.
 *
 * @param onRestart called when the services listen again after a crash
 */
function startEmbedded(
  { clock, log, disposals }: CoreServices,
  onRestart: () => void,
): ServicesProcess {
  const entry = join(import.meta.dirname, 'services.js');
  // Simulated services have a picture every day, and no videos.
  const simulated = ['--scenario', 'picture=image'];
  const embedded = startServicesProcess({
    clock,
    log,
    fork: () =>
      utilityProcess.fork(entry, simulated, {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: withoutSecrets(process.env),
      }),
    onRestart,
  });
  disposals.add(() => embedded.dispose());
  return embedded;
}

/**
 * IANA name of the system's current time zone. V8 caches it and is not told of a change, so that after a flight local
 * times would be those of the old place. Any assignment to the variable `TZ` clears the cache (about 10 µs).
 */
function systemTimeZone(): string {
  if (process.env['TZ'] === undefined) delete process.env['TZ'];
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
