import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { tmpdir } from 'node:os';
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
import {
  hookLineOf,
  isSourceAsked,
  liveServiceUrls,
  type ServiceUrls,
} from '#shared/settings/settings.ts';
import { describeFailure } from '#shared/failure-words.ts';
import { startBackups } from '#journal/backups.ts';
import { refusedHook } from '#journal/refused-hook.ts';
import { pictureHook } from '#picture/picture-hook.ts';
import { openPictureState } from '#picture/picture-state-store.ts';
import { simulatedSource } from '#picture/providers/sources.ts';
import { createSuspension } from '#runtime/suspension.ts';
import { createApiKeyController } from '#settings/api-key.ts';
import { chooseProxy, isSeenByProxy, type ProxyChoice } from '#platform/http/proxy.ts';
import { createSystemProxy } from '#platform/http/system-proxy.ts';
import { pictureNeed } from '#picture/download/picture-addresses.ts';
import { withoutSecrets } from '#platform/process/own-program.ts';
import { createHooks } from '#platform/process/hooks.ts';
import { startServicesProcess } from '#platform/process/services-process.ts';
import { createKeyFile } from '#settings/secrets/key-file.ts';
import { createVault } from '#settings/secrets/sealing.ts';
import { startInstalledUpdates } from '#updates/install/installation.ts';
import { readDisplays } from '#platform/windows/displays.ts';
import { watchDisplays } from '#platform/windows/display.ts';
import type { DarkTheme } from '#wallpaper/index.ts';
import { exampleLook, lookOf } from '#wallpaper/look.ts';
import {
  createDesktopWallpapers,
  isFullScreen,
  lockScreenOfferIn,
} from '#wallpaper/setter/create.ts';
import { wallpaperHook } from '#wallpaper/wallpaper-hook.ts';
import { attempt } from '#platform/files/attempt.ts';
import { logStateChanges } from '#platform/log/state-log.ts';
import { restoreSuccesses } from '#runtime/earlier-successes.ts';
import { transferFiles } from '#platform/files/transfer-files.ts';
import { untilBackup } from '#platform/database/backups.ts';
import { backUpKept } from '#platform/database/kept-database.ts';
import { createJournalStore } from '#journal/store/journal-store.ts';
import { openArchive } from '#picture/store/open-archive.ts';
import { createCalendarStore } from '#station/calendar/calendar-store.ts';
import { startStationCalendar } from '#station/calendar/calendar-file.ts';
import { createOrbitHistoryStore } from '#station/history/history-store.ts';
import { createLedgerAnchor } from '#station/ledger/anchor-store.ts';
import { createLedgerStore } from '#station/ledger/ledger-store.ts';
import { loadPlaceUnder } from '#station/sky/places.ts';
import { passHook } from '#station/pass-hook.ts';
import { createStationStore } from '#station/station-store.ts';
import { startActivities, type Activities } from './activities.ts';
import { recordState } from '#report/record-state.ts';
import { createServiceClients } from './service-clients.ts';
import type { CoreServices } from './core-services.ts';

/** The parts that run whether or not a window is open. */
export type BackgroundServices = ReturnType<typeof startBackgroundServices>;

/** How long the first round waits for the embedded services and for the stored key, in milliseconds. */
const startLimitMs = 5_000;

const systemTheme: DarkTheme = {
  isDark: () => nativeTheme.shouldUseDarkColors,
  onChange(listener) {
    nativeTheme.on('updated', listener);
    return () => nativeTheme.off('updated', listener);
  },
};

export function startBackgroundServices(core: CoreServices) {
  const { clock, stack, paths, settings, source, stored, state, valueStores } = core;
  const services = connectServices(core, { onKeyChange, onRestart });
  const wallpapers = openDesktop(core);
  const suspension = createSuspension({ clock, state, store: valueStores.suspension });
  stack.defer(() => suspension.dispose());
  const pictureState = openPictureState(
    source === 'embedded' ? valueStores.simulatedPicture : valueStores.picture,
    source,
  );
  stored.onReplaced(() => {
    pictureState.reload();
    state.update(() => ({ choice: pictureState.current.choice }));
  });
  const archive = openArchive({
    clock,
    state,
    paths,
    stored,
    pictureState,
    store: core.archive,
    log: (line) => core.log.info(line),
    limitBytes: () => settings().picture.keepMiB * 2 ** 20,
    onDesktop() {
      const last = valueStores.wallpaper.get();
      return last === null ? [] : [last.date, ...Object.values(last.others ?? {})];
    },
  });
  stack.defer(() => archive.dispose());
  const { pictures, downloader, position, posts } = services.clients;
  const positionOrigin = source === 'own' ? settings().services.own.position : source;
  const activities = startActivities(
    { clock, state, gate: suspension, random: Math.random, begin: services.begin },
    suspension,
    {
      wallpaper: {
        archive: archive.buffered,
        pictureState,
        settings,
        setter: wallpapers,
        store: valueStores.wallpaper,
        lookStore: valueStores.look,
        theme: systemTheme,
        displays: readDisplays,
        holds: {
          isOnBattery: () => powerMonitor.isOnBatteryPower(),
          isFullScreen: (signal) => isFullScreen(process.env, signal),
        },
      },
      picture: {
        archive: archive.buffered,
        pictureState,
        sources: source === 'embedded' ? pictures.map(simulatedSource) : pictures,
        isAsked: (name) => isSourceAsked(settings().picture, name),
        downloader,
      },
      station: {
        source: position,
        store: createStationStore(stored, positionOrigin),
        ledger: createLedgerStore(
          stored,
          positionOrigin,
          createLedgerAnchor(join(paths.data, 'ledger-anchor.json')),
        ),
        history: createOrbitHistoryStore(stored, positionOrigin),
        settings: () => settings().station,
        loadPlaceUnder,
        timeZone: systemTimeZone,
      },
      journal: {
        newId: randomUUID,
        authorId: () => settings().journal.authorId,
        service: posts,
        store: createJournalStore(stored),
        values: valueStores.journal,
      },
    },
    stack,
  );
  const calendar = startStationCalendar({
    clock,
    state,
    store: createCalendarStore(stored, positionOrigin),
    storedPath: valueStores.calendarFile,
    files: transferFiles,
    temporary: tmpdir(),
    newId: randomUUID,
  });
  stack.defer(() => calendar.dispose());
  startHooks(core, activities);
  startStateLog(core, activities);
  stack.defer(recordState(state, core.recorder));
  watchDesktop(core, activities);
  startDatabaseBackups(core);
  const updates = startUpdates(core, services);
  const { clients, apiKey } = services;
  return {
    probe: clients.probe,
    apiKey,
    suspension,
    activities,
    wallpapers,
    updates,
    archive,
    calendar,
  };

  // The first round waits for the stored key; a later change of the key starts another round.
  function onKeyChange(): void {
    activities.picture.check();
  }
  function onRestart(): void {
    activities.checkAll();
  }
}

/** The clients of the three services, with their addresses, the proxy and the API key. */
function connectServices(
  { clock, log, recorder, stack, paths, settings, source, state }: CoreServices,
  on: { readonly onKeyChange: () => void; readonly onRestart: () => void },
) {
  const embedded =
    source === 'embedded'
      ? startServicesProcess({ clock, log, fork: forkServices, onRestart: on.onRestart })
      : null;
  stack.defer(() => embedded?.dispose());
  /** Embedded services count as the live services here. */
  const fixedUrls = (): ServiceUrls =>
    source === 'own' ? settings().services.own : liveServiceUrls;
  const chosenProxy = (): ProxyChoice => chooseProxy(settings().services.proxy, process.env);
  // `session.resolveProxy` is not used: it needs a session, and the proxy of the windows' sessions never answers.
  const proxy = createSystemProxy({
    chosen: chosenProxy,
    resolve: (url) => app.resolveProxy(url),
    now: () => performance.now(),
  });
  const apiKey = createApiKeyController({
    state,
    vault: createVault(safeStorage, process.platform),
    environment: process.env['OVERHEAD_API_KEY'] ?? '',
    service: () => fixedUrls().picture,
    file: createKeyFile(join(paths.data, 'api-key'), () => clock.now()),
    tell: (line) => log.info(line),
    onChange: on.onKeyChange,
    isSeenByProxy: (address) => isSeenByProxy(chosenProxy(), address),
  });
  log.hide(() => apiKey.secrets());
  // The wait for the key ends when the key is loaded or the app ends.
  const keyWait = new AbortController();
  stack.defer(() => keyWait.abort());
  const keyLoaded = clock.sleep(startLimitMs, keyWait.signal);
  void apiKey.loaded.then(() => keyWait.abort());
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
    recorder,
  });
  stack.defer(() => clients.dispose());
  return {
    clients,
    apiKey,
    proxy,
    userAgent,
    /**
     * Resolves when the embedded services listen and the key is loaded, or after `startLimitMs`: a keyring may wait for
     * its password without limit.
     */
    begin: Promise.all([embedded?.listening(startLimitMs), keyLoaded]).then(() => undefined),
  };
}

/** Starts the three services in a process of their own. */
function forkServices(): Electron.UtilityProcess {
  // Simulated services have a picture every day, and no videos.
  const simulated = ['--scenario', 'picture=image'];
  return utilityProcess.fork(join(import.meta.dirname, 'services.js'), simulated, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: withoutSecrets(process.env),
  });
}

/** The desktop's wallpaper and lock screen. */
function openDesktop({ clock, log, paths, settings, state, valueStores }: CoreServices) {
  const wallpapers = createDesktopWallpapers({
    data: paths.data,
    pages: paths.pages,
    pictures: paths.pictures,
    env: process.env,
    settings: () => settings().wallpaper,
    look: () => lookOf(valueStores.look.get()),
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
  return wallpapers;
}

/** The user's commands that run after events. */
function startHooks(
  { clock, stack, settings, state, valueStores, launch, archive }: CoreServices,
  { journal }: Activities,
): void {
  const hooks = createHooks({
    command: (event) => launch.hooks[event] ?? hookLineOf(settings(), event),
    onEnd(event, failure) {
      state.update(({ hookFailures }) => ({ hookFailures: { ...hookFailures, [event]: failure } }));
    },
  });
  stack.defer(() => hooks.dispose());
  hooks.follow([
    wallpaperHook(
      state,
      valueStores.wallpaper.get(),
      (date) => archive.get(date)?.record.title ?? '',
    ),
    pictureHook(state, valueStores.hooks.picture, (file) => archive.pathOf(file)),
    refusedHook(state, journal),
    passHook({
      clock,
      state,
      alerts: () => settings().station.alerts,
      announced: valueStores.hooks.passes,
    }),
  ]);
}

/** Describes the services of this run, for the log. */
const sources: Readonly<Record<CoreServices['source'], string>> = {
  live: 'the live services',
  embedded: 'simulated services on this machine',
  own: 'services of your own',
};

/** Restores the time at which each service last worked, and from now on logs each failure and recovery. */
function startStateLog(
  { clock, state, archive, source, log, stack }: CoreServices,
  { journal }: Activities,
): void {
  log.info(`Overhead ${state.current.version} starts with ${sources[source]}`);
  restoreSuccesses({
    state,
    newest: () => archive.newest(),
    // The time of the download is the modification time of the file.
    downloadedAt({ file }) {
      if (file === null) return null;
      const stat = attempt(() => statSync(archive.pathOf(file)));
      return stat.ok ? stat.value.mtimeMs : null;
    },
    page: (query) => journal.page(query),
    now: () => clock.now(),
  });
  stack.defer(logStateChanges(state, (line) => log.info(line)));
}

/** Updates the wallpaper when displays, the power supply or the spaces of macOS change. */
function watchDesktop({ stack, clock, recorder }: CoreServices, activities: Activities): void {
  recordDisplays(recorder);
  const displays = watchDisplays({
    events: screen,
    clock,
    onChange() {
      recordDisplays(recorder);
      return activities.wallpaper.update();
    },
  });
  stack.defer(() => displays.dispose());
  const powerChanged = (): void => activities.wallpaper.powerChanged();
  powerMonitor.on('on-ac', powerChanged);
  powerMonitor.on('on-battery', powerChanged);
  stack.defer(() => {
    powerMonitor.off('on-ac', powerChanged);
    powerMonitor.off('on-battery', powerChanged);
  });
  if (process.platform !== 'darwin') return;
  const event = 'NSWorkspaceActiveSpaceDidChangeNotification';
  const id = systemPreferences.subscribeWorkspaceNotification(event, () =>
    activities.wallpaper.spaceChanged(),
  );
  stack.defer(() => systemPreferences.unsubscribeWorkspaceNotification(id));
}

function recordDisplays(recorder: CoreServices['recorder']): void {
  const displays = readDisplays().map(({ bounds: { width, height }, scaleFactor }) => ({
    width: Math.round(width * scaleFactor),
    height: Math.round(height * scaleFactor),
    scale: scaleFactor,
  }));
  recorder.add({ kind: 'displays', displays });
}

function startDatabaseBackups({ clock, log, stack, paths, stored }: CoreServices): void {
  stack.defer(
    startBackups({
      clock,
      backups: {
        until: (now) => untilBackup(paths.database, now),
        make: (now) => backUpKept(stored, paths.database, now),
      },
      onOutcome: (outcome) => {
        if (!outcome.ok) log.info(`no backup was made: ${describeFailure(outcome.failure)}`);
      },
    }),
  );
}

function startUpdates(
  { clock, log, stack, paths, settings, state, valueStores }: CoreServices,
  { userAgent, proxy }: Pick<ReturnType<typeof connectServices>, 'userAgent' | 'proxy'>,
) {
  const updates = startInstalledUpdates({
    app,
    squirrel: autoUpdater,
    data: paths.data,
    clock,
    record: valueStores.update,
    userAgent,
    proxy,
    automatic: () => settings().updates.automatic,
    onState: (update) => state.update(() => ({ update })),
    log: (line) => log.info(line),
  });
  stack.defer(() => updates.dispose());
  state.update(() => ({ update: updates.state }));
  return updates;
}

/**
 * IANA name of the system's current time zone. V8 caches it and does not notice a change, so that after a flight local
 * times would be wrong. Any assignment to the variable `TZ` clears the cache (about 10 µs).
 */
function systemTimeZone(): string {
  if (process.env['TZ'] === undefined) delete process.env['TZ'];
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
