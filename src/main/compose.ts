import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { app, powerMonitor, utilityProcess } from 'electron';
import { noRest } from '../shared/app.ts';
import { emptyArchive } from '../shared/archive.ts';
import { fail } from '../shared/failure.ts';
import { quietJournal } from '../shared/journal.ts';
import { noChoice, noSupply } from '../shared/picture.ts';
import { idle } from '../shared/remote.ts';
import { liveServiceUrls, type ServiceUrls, type Settings } from '../shared/settings.ts';
import { unknownStation } from '../shared/station.ts';
import { describeFailure } from '../shared/words.ts';
import { createHandlers } from './bridge/handlers.ts';
import { serveBridge } from './bridge/serve.ts';
import { createDisposals } from './disposals.ts';
import { startActivities } from './domain/activities.ts';
import { createStateHolder, freshActivity } from './domain/app-state.ts';
import type { LaunchOptions } from './domain/arguments.ts';
import { startBackups } from './domain/journal/backups.ts';
import { createTransfer } from './domain/journal/transfer/transfer.ts';
import { noticesFor } from './domain/notices.ts';
import { pageOf } from './domain/picture/page.ts';
import { createRest } from './domain/rest.ts';
import { systemClock as clock } from './domain/time/clock.ts';
import { createServiceClients } from './services/index.ts';
import { fileChooser } from './shell/file-chooser.ts';
import { openLink } from './shell/links.ts';
import type { Log } from './shell/log.ts';
import { createNotifier } from './shell/notifications/notifier.ts';
import { startServicesProcess } from './shell/process/services-process.ts';
import type { TrayCommand } from './shell/tray/menu.ts';
import { createTray } from './shell/tray/tray.ts';
import { createWallpapersHere } from './shell/wallpaper/here.ts';
import { createAppSession } from './shell/windows/app-session.ts';
import { createMainWindow } from './shell/windows/main-window.ts';
import { isAppUrl } from './shell/windows/origin.ts';
import { makeBackup, untilBackup } from './storage/daily-backup.ts';
import { keepDatabase } from './storage/journal-database.ts';
import { createJournalStore } from './storage/journal-store.ts';
import { createMemory } from './storage/memory.ts';
import { createPictureArchive } from './storage/picture-archive.ts';
import { createStationStore } from './storage/station-store.ts';
import { openSettingsStore } from './storage/settings-store.ts';
import { transferFiles } from './storage/transfer-files.ts';

export interface Overhead {
  openWindow(): void;
  /** Stops everything that was started, the newest first. Never rejects. */
  dispose(): Promise<void>;
}

/** How long the first round waits for the embedded services. */
const patienceMs = 5_000;

/** Wires the rooms together; the only place that knows them all. */
export function compose(launch: LaunchOptions, log: Log): Overhead {
  const onDefect = (error: unknown): void => log.error('defect', error);
  const disposals = createDisposals(onDefect);

  const data = app.getPath('userData');
  const pictures = join(data, 'pictures');
  const built = join(import.meta.dirname, '..');
  const resources = join(app.getAppPath(), 'resources');

  const settingsStore = openSettingsStore(data, clock.now());
  const { quarantined } = settingsStore;
  const settings = (): Settings => settingsStore.current;
  const databasePath = join(data, 'overhead.sqlite');
  const stored = keepDatabase(databasePath, clock);
  const { database } = stored;
  disposals.add(() => stored.close());
  for (const path of [quarantined, stored.opened.quarantined])
    if (path !== null) log.info(`put aside, since it could not be read: ${path}`);
  const archive = createPictureArchive(database, pictures);
  const memory = createMemory(database);

  const source =
    launch.services ?? settings().services.source ?? (app.isPackaged ? 'live' : 'embedded');
  // An empty variable is no key.
  const { OVERHEAD_API_KEY: givenKey = '' } = process.env;
  const state = createStateHolder(
    {
      version: app.getVersion(),
      services: { source, simulated: source === 'embedded' },
      settings: settings(),
      apiKey: { isSet: givenKey !== '', kept: givenKey === '' ? null : 'environment' },
      rest: noRest,
      loginItem: 'unsupported',
      archive: emptyArchive,
      activities: { picture: freshActivity, position: freshActivity, posts: freshActivity },
      picture: idle,
      supply: noSupply,
      choice: noChoice,
      wallpaper: { kind: 'untouched' },
      station: unknownStation,
      journal: quietJournal,
    },
    onDefect,
  );

  const entry = join(import.meta.dirname, 'services.js');
  // What is simulated is there to be looked at: it has a picture every day, and no videos.
  const simulated = ['--scenario', 'picture=image'];
  const fork = () => utilityProcess.fork(entry, simulated, { stdio: ['ignore', 'pipe', 'pipe'] });
  const onRestart = (): void => activities.checkAll();
  const embedded =
    source === 'embedded' ? startServicesProcess({ fork, clock, log, onRestart }) : null;
  if (embedded !== null) disposals.add(() => embedded.dispose());
  const fixedUrls = (): ServiceUrls =>
    source === 'own' ? settings().services.own : liveServiceUrls;
  const apiKey = givenKey === '' ? 'DEMO_KEY' : givenKey;
  const clients = createServiceClients({
    userAgent: `Overhead/${app.getVersion()}`,
    urls: () => (embedded === null ? fixedUrls() : embedded.urls()),
    apiKey: () => apiKey,
    pictureFolder: pictures,
    now: () => clock.now(),
  });
  disposals.add(() => clients.dispose());

  const pages = join(built, 'renderer');
  const wallpapers = createWallpapersHere({
    ...{ data, pages, pictures, env: process.env },
    settings: () => settings().wallpaper,
    log: (line) => log.info(line),
  });
  const rest = createRest({ clock, state, memory: memory.rest, onDefect });
  disposals.add(() => rest.dispose());
  const activities = startActivities(
    {
      clock,
      random: Math.random,
      state,
      gate: rest,
      begin: embedded?.listening(patienceMs) ?? Promise.resolve(),
      onDefect,
    },
    {
      ...clients,
      archive,
      wallpaper: wallpapers,
      wallpaperMemory: memory.wallpaper,
      pictureNotebook: memory.picture,
      journal: createJournalStore(stored),
      stationArchive: createStationStore(
        database,
        source === 'own' ? settings().services.own.position : source,
      ),
      stationSettings: {
        read: () => settingsStore.current.station,
        write: (station) => settingsStore.update({ station }),
      },
      newId: randomUUID,
    },
    {
      settings,
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      rest,
    },
  );
  disposals.add(() => activities.dispose());
  const power = {
    asleep: () => rest.power('asleep'),
    locked: () => rest.power('locked'),
    awake: () => rest.power('awake'),
  };
  powerMonitor.on('suspend', power.asleep).on('lock-screen', power.locked);
  powerMonitor.on('resume', power.awake).on('unlock-screen', power.awake);
  disposals.add(() => {
    powerMonitor.off('suspend', power.asleep).off('lock-screen', power.locked);
    powerMonitor.off('resume', power.awake).off('unlock-screen', power.awake);
  });
  disposals.add(
    startBackups({
      clock,
      backups: {
        until: (now) => untilBackup(databasePath, now),
        make: (now) => makeBackup(stored.current(), databasePath, now),
      },
      onOutcome: (outcome) => {
        if (!outcome.ok) log.info(`no backup was made: ${describeFailure(outcome.failure)}`);
      },
      onDefect,
    }),
  );

  const window = createMainWindow({
    preload: join(built, 'preload', 'index.cjs'),
    icon: join(resources, 'icon.png'),
    session: () => createAppSession({ pages, pictures }),
    onClosed: () => activities.station.watch(false),
    onDefect,
  });
  disposals.add(() => window.dispose());

  const openPage = async (date: string | null): Promise<boolean> => {
    const day = date === null ? state.current.picture.last : archive.get(date);
    return day !== null && (await openLink(pageOf(day.record)));
  };
  const transfer = createTransfer(activities.journal, transferFiles, fileChooser, () =>
    setImmediate(),
  );
  const notYet = () => fail({ kind: 'not-found' });
  const handlers = createHandlers({
    ...{ state, activities, rest, transfer, openPage },
    picture: { openLink: notYet, save: notYet, copy: notYet },
    archive: { page: notYet, month: notYet, thumbnails: notYet },
    settings: {
      ...{ change: notYet, setApiKey: notYet, test: notYet },
      ...{ export: notYet, reset: notYet, removeData: notYet },
    },
    app: { log: notYet, copyText: notYet },
    window: { open: notYet, hideGlance: notYet },
  });
  const bridge = serveBridge({ handlers, isTrusted: isAppUrl, onDefect });
  disposals.add(() => bridge.dispose());

  const notifier = createNotifier(({ opens }) => window.open(opens));
  disposals.add(() => notifier.dispose());

  const trayCommands: Record<TrayCommand, () => void> = {
    'open-today': () => window.open('today'),
    'open-station': () => window.open('station'),
    'open-journal': () => window.open('journal'),
    'set-wallpaper': () => void activities.setWallpaper().catch(onDefect),
    'check-now': () => activities.checkAll(),
    'publish-now': () => activities.journal.publish(),
    open: () => window.open(),
    quit: () => app.quit(),
  };
  const tray = createTray({ resources, onCommand: (command) => trayCommands[command]() });
  disposals.add(() => tray.dispose());
  tray.render(state.current);

  const unsubscribe = state.subscribe((now) => {
    tray.render(now);
    bridge.broadcastState(now);
    for (const notice of noticesFor(now, memory.notices.shown())) {
      memory.notices.remember(notice.key);
      notifier.show(notice);
    }
  });
  disposals.add(unsubscribe);

  return {
    openWindow: () => window.open(),
    dispose: () => disposals.run(),
  };
}
