import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { app, utilityProcess } from 'electron';
import { quietJournal } from '../shared/journal.ts';
import { noChoice, noSupply } from '../shared/picture.ts';
import { idle } from '../shared/remote.ts';
import { liveServiceUrls, type ServiceUrls } from '../shared/settings.ts';
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
import { systemClock as clock } from './domain/time/clock.ts';
import { createServiceClients } from './services/index.ts';
import { fileChooser } from './shell/file-chooser.ts';
import { openLink } from './shell/links.ts';
import type { Log } from './shell/log.ts';
import { createNotifier } from './shell/notifications/notifier.ts';
import { startServicesProcess } from './shell/process/services-process.ts';
import type { TrayCommand } from './shell/tray/menu.ts';
import { createTray } from './shell/tray/tray.ts';
import { createWallpaperSetter } from './shell/wallpaper/setter.ts';
import { createAppSession } from './shell/windows/app-session.ts';
import { createMainWindow } from './shell/windows/main-window.ts';
import { isAppUrl } from './shell/windows/origin.ts';
import { makeBackup, untilBackup } from './storage/daily-backup.ts';
import { keepDatabase } from './storage/journal-database.ts';
import { createJournalStore } from './storage/journal-store.ts';
import { createMemory } from './storage/memory.ts';
import { createPictureArchive } from './storage/picture-archive.ts';
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

  const { current: settings, quarantined } = openSettingsStore(data, clock.now());
  const databasePath = join(data, 'overhead.sqlite');
  const stored = keepDatabase(databasePath, clock);
  const { database } = stored;
  disposals.add(() => stored.close());
  for (const path of [quarantined, stored.opened.quarantined])
    if (path !== null) log.info(`put aside, since it could not be read: ${path}`);
  const archive = createPictureArchive(database, pictures);
  const memory = createMemory(database);

  const source =
    launch.services ?? settings.services.source ?? (app.isPackaged ? 'live' : 'embedded');
  const state = createStateHolder(
    {
      version: app.getVersion(),
      services: { source, simulated: source === 'embedded' },
      activities: { picture: freshActivity, position: freshActivity, posts: freshActivity },
      picture: idle,
      supply: noSupply,
      choice: noChoice,
      wallpaper: { kind: 'untouched' },
      station: idle,
      journal: quietJournal,
    },
    onDefect,
  );

  const entry = join(import.meta.dirname, 'services.js');
  const fork = () => utilityProcess.fork(entry, [], { stdio: ['ignore', 'pipe', 'pipe'] });
  const onRestart = (): void => activities.checkAll();
  const embedded =
    source === 'embedded' ? startServicesProcess({ fork, clock, log, onRestart }) : null;
  if (embedded !== null) disposals.add(() => embedded.dispose());
  const fixedUrls: ServiceUrls = source === 'own' ? settings.services.own : liveServiceUrls;
  // An empty variable is no key.
  const { OVERHEAD_API_KEY: givenKey = '' } = process.env;
  const apiKey = givenKey === '' ? 'DEMO_KEY' : givenKey;
  const clients = createServiceClients({
    userAgent: `Overhead/${app.getVersion()}`,
    urls: () => (embedded === null ? fixedUrls : embedded.urls()),
    apiKey: () => apiKey,
    pictureFolder: pictures,
    now: () => clock.now(),
  });
  disposals.add(() => clients.dispose());

  // On some desktops Electron calls itself at home on Unity, and keeps the truth here.
  const currentDesktop =
    process.env['ORIGINAL_XDG_CURRENT_DESKTOP'] ?? process.env['XDG_CURRENT_DESKTOP'];
  const activities = startActivities(
    {
      clock,
      random: Math.random,
      state,
      begin: embedded?.listening(patienceMs) ?? Promise.resolve(),
      onDefect,
    },
    {
      ...clients,
      archive,
      wallpaper: createWallpaperSetter(currentDesktop),
      wallpaperMemory: memory.wallpaper,
      pictureNotebook: memory.picture,
      journal: createJournalStore(stored),
      newId: randomUUID,
    },
    {
      setsWallpaper: settings.wallpaper.enabled,
      ...settings.picture,
      authorId: settings.journal.authorId,
    },
  );
  disposals.add(() => activities.dispose());
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
    session: () => createAppSession({ pages: join(built, 'renderer'), pictures }),
    onClosed: () => activities.watchStation(false),
    onDefect,
  });
  disposals.add(() => window.dispose());

  const openPage = async (): Promise<boolean> => {
    const { last } = state.current.picture;
    return last !== null && (await openLink(pageOf(last.record)));
  };
  const transfer = createTransfer(activities.journal, transferFiles, fileChooser);
  const handlers = createHandlers(state, activities, openPage, transfer);
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
