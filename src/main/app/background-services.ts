import { join } from 'node:path';
import { app, safeStorage } from 'electron';
import {
  isSourceAsked,
  liveServiceUrls,
  type ServiceTest,
  type ServiceUrls,
} from '#shared/settings/settings.ts';
import { startJournalFeature } from '#journal/feature.ts';
import type { FeatureContext } from '#platform/feature.ts';
import { createHttp } from '#platform/http/http.ts';
import { openPictureState } from '#picture/picture-state-store.ts';
import { simulatedSource } from '#picture/providers/sources.ts';
import { createSuspension } from '#runtime/suspension.ts';
import { createApiKeyController } from '#settings/api-key.ts';
import { chooseProxy, isSeenByProxy, type ProxyChoice } from '#platform/http/proxy.ts';
import type { Composer } from '#platform/compositor/composer.ts';
import { openComposer } from '#platform/compositor/page.ts';
import { createSystemProxy } from '#platform/http/system-proxy.ts';
import { displayNeedOf } from '#picture/download/picture-addresses.ts';
import { proveByThumbnail } from '#picture/thumbnails/thumbnail-maker.ts';
import { forkServices } from '#platform/process/fork-services.ts';
import { startServicesProcess } from '#platform/process/services-process.ts';
import { createKeyFile } from '#settings/secrets/key-file.ts';
import { createKeyVault } from '#settings/secrets/sealing.ts';
import { createQuitQuestion } from '#journal/quit-question.ts';
import { startUpdatesFeature } from '#updates/feature.ts';
import { askBeforeQuit } from './dialogs.ts';
import { readDisplays } from '#platform/windows/displays.ts';
import { createDesktopWallpapers } from '#wallpaper/setter/create.ts';
import { systemDesktop, watchDesktop } from '#wallpaper/setter/desktop-events.ts';
import { startWallpaperCommand } from '#wallpaper/setter/wallpaper-command.ts';
import { openArchive } from '#picture/store/open-archive.ts';
import { startStationFeature } from '#station/feature.ts';
import { startActivities } from './activities.ts';
import { createRequestLog } from '#platform/http/request-log.ts';
import { createPictureClients } from './picture-clients.ts';
import { probeService } from './probe.ts';
import type { CoreServices } from './core-services.ts';

/** The parts that run whether or not a window is open. */
export type BackgroundServices = ReturnType<typeof startBackgroundServices>;

/** How long the first rounds wait at most for the embedded services and the stored API key, in milliseconds. */
const startLimitMs = 5_000;

/** The names of the sources of the services, as the log writes them. */
const sourceNames: Readonly<Record<CoreServices['source'], string>> = {
  live: 'the live services',
  embedded: 'simulated services on this machine',
  own: 'services of your own',
};

export function startBackgroundServices(core: CoreServices) {
  const { clock, stack, paths, settings, source, database, state, valueStores } = core;
  const log = (line: string): void => core.log.info(line);
  log(`Overhead ${state.current.version} starts with ${sourceNames[source]}`);
  const composer = openComposer(paths.pages, { clock });
  stack.defer(() => composer.close());
  const services = connectServices(core, composer, { onKeyChange, onRestart });
  const wallpapers = createDesktopWallpapers({
    clock,
    state,
    paths,
    composer,
    settings: () => settings().wallpaper,
    look: valueStores.look,
    log,
  });
  const suspension = createSuspension({ clock, state, store: valueStores.pause });
  stack.defer(() => suspension.dispose());
  const { pictureState, archive } = openPictures(core, composer);
  const { pictures, downloader } = services.clients;
  const common = {
    clock,
    state,
    gate: suspension,
    random: Math.random,
    begin: services.begin,
  };
  const context: FeatureContext = {
    ...common,
    settings,
    database,
    value: valueStores.value,
    http: services.http,
    userAgent: services.userAgent,
    proxy: services.proxy,
    dataFolder: paths.data,
    urls: services.urls,
    originOf: (service) => (source === 'own' ? settings().services.own[service] : source),
    log,
    logLines: () => core.log.lines(),
    facts: core.facts,
    onEnd: (stop) => stack.defer(stop),
  };
  const station = startStationFeature(context);
  const journal = startJournalFeature(context);
  const activities = startActivities(
    common,
    suspension,
    {
      wallpaper: {
        archive: archive.buffered,
        pictureState,
        settings,
        setter: wallpapers,
        store: valueStores.wallpaper,
        lookStore: valueStores.look,
        ...systemDesktop,
      },
      picture: {
        archive: archive.buffered,
        pictureState,
        sources: source === 'embedded' ? pictures.map(simulatedSource) : pictures,
        isAsked: (name) => isSourceAsked(settings().picture, name),
        downloader,
      },
    },
    [station, journal],
    stack,
  );
  const mayQuit = createQuitQuestion({
    journal: () => state.current.journal,
    ask: askBeforeQuit,
    exportJournal: () => journal.export(),
  });
  const probes = { picture: services.clients.probe, position: station.probe, posts: journal.probe };
  startUserCommand(core);
  stack.defer(watchDesktop(activities.wallpaper, clock));
  return {
    context,
    /** Tests the service at an address. */
    probe: (test: ServiceTest, signal: AbortSignal) =>
      probeService(test, probes, services.urls(), signal),
    apiKey: services.apiKey,
    suspension,
    activities,
    station,
    journal,
    composer,
    wallpapers,
    mayQuit,
    updates: startUpdatesFeature(context, mayQuit),
    archive,
  };

  // The first round waits for the stored API key; each later change of the key starts another round.
  function onKeyChange(): void {
    activities.picture.check();
  }
  function onRestart(): void {
    activities.checkAll();
  }
}

/** Opens the archive of pictures, and the store of the user's favorites and pins. */
function openPictures(core: CoreServices, composer: Composer) {
  const { clock, stack, paths, settings, source, database, state, valueStores } = core;
  const pictureState = openPictureState(
    source === 'embedded' ? valueStores.simulatedPicture : valueStores.picture,
    source === 'own' ? settings().services.own.picture : source,
  );
  database.onReplaced(() => {
    pictureState.reload();
    state.update(() => ({ choice: pictureState.current.choice }));
  });
  const archive = openArchive({
    clock,
    state,
    paths,
    composer,
    database,
    pictureState,
    store: core.archive,
    log: (line) => core.log.info(line),
    limitBytes: () => settings().picture.keepMiB * 2 ** 20,
    onDesktop() {
      const wallpaper = valueStores.wallpaper.get();
      return wallpaper === null ? [] : [wallpaper.date, ...Object.values(wallpaper.others ?? {})];
    },
  });
  stack.defer(() => archive.dispose());
  return { pictureState, archive };
}

/** The connection to the services, with their addresses, the proxy and the API key. */
function connectServices(
  { clock, log, stack, paths, settings, source, state, trayLook }: CoreServices,
  composer: Composer,
  on: { readonly onKeyChange: () => void; readonly onRestart: () => void },
) {
  const embeddedServices =
    source === 'embedded'
      ? startServicesProcess({
          clock,
          log,
          fork: () => forkServices(join(import.meta.dirname, 'services.js')),
          onRestart: on.onRestart,
        })
      : null;
  stack.defer(() => embeddedServices?.dispose());
  /** With the source `own`, the addresses in the settings; otherwise the addresses of the live services. */
  const fixedUrls = (): ServiceUrls =>
    source === 'own' ? settings().services.own : liveServiceUrls;
  const chosenProxy = (): ProxyChoice => chooseProxy(settings().services.proxy, process.env);
  // `session.resolveProxy` is not used, because it needs a session, and the sessions of the windows have a dead proxy.
  const proxy = createSystemProxy({
    chosen: chosenProxy,
    resolve: (url) => app.resolveProxy(url),
    now: () => performance.now(),
  });
  const apiKey = createApiKeyController({
    state,
    vault: createKeyVault(safeStorage, process.platform),
    environment: process.env['OVERHEAD_API_KEY'] ?? '',
    service: () => fixedUrls().picture,
    file: createKeyFile(join(paths.data, 'api-key'), () => clock.now()),
    tell: (line) => log.info(line),
    onChange: on.onKeyChange,
    isSeenByProxy: (address) => isSeenByProxy(chosenProxy(), address),
  });
  log.hide(() => apiKey.secrets());
  const keyWait = new AbortController();
  stack.defer(() => keyWait.abort());
  const keyLoad = clock.sleep(startLimitMs, keyWait.signal);
  void apiKey.loaded.then(() => keyWait.abort());
  const userAgent = `Overhead/${app.getVersion()}`;
  const urls = () => (embeddedServices === null ? fixedUrls() : embeddedServices.urls());
  const http = createHttp({
    userAgent,
    proxy,
    onEnd: createRequestLog((line) => log.info(line)),
  });
  stack.defer(() => http.close());
  const clients = createPictureClients({
    http,
    urls,
    apiKey: (service) =>
      apiKey.current(service === embeddedServices?.urls()?.picture ? fixedUrls().picture : service),
    pictureFolder: paths.pictures,
    pictureNeed: () => displayNeedOf(readDisplays()),
    provePicture: proveByThumbnail(composer, paths.thumbnails),
    now: () => clock.now(),
  });
  return {
    http,
    urls,
    clients,
    apiKey,
    proxy,
    userAgent,
    // Each of these waits has a limit.
    begin: Promise.all([embeddedServices?.listening(startLimitMs), keyLoad, trayLook.settled]),
  };
}

/** Runs the user's command after each change of the wallpaper, if there is one. */
function startUserCommand({
  stack,
  settings,
  state,
  valueStores,
  launch,
  archive,
}: CoreServices): void {
  const command = launch.wallpaperCommand ?? settings().wallpaperCommand;
  if (command === null) return;
  const wallpaperCommand = startWallpaperCommand({
    state,
    command,
    last: valueStores.wallpaper.get(),
    titleOf: (date) => archive.get(date)?.record.title ?? '',
  });
  stack.defer(() => wallpaperCommand.dispose());
}
