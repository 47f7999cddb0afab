import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { app, screen, utilityProcess } from 'electron';
import { liveServiceUrls, type ServiceUrls } from '../../shared/settings.ts';
import { describeFailure } from '../../shared/words.ts';
import { startActivities, type Activities } from '../domain/activities.ts';
import { startBackups } from '../domain/journal/backups.ts';
import { createRest, type Resting } from '../domain/rest.ts';
import type { Updates } from '../domain/update/updates.ts';
import { createUpdateFeed } from '../services/update/feed.ts';
import { createServiceClients } from '../services/index.ts';
import { startUpdatesHere } from '../shell/updater/here.ts';
import { startServicesProcess, type ServicesProcess } from '../shell/process/services-process.ts';
import { watchDisplays } from '../shell/wallpaper/display-watch.ts';
import { createWallpapersHere } from '../shell/wallpaper/here.ts';
import type { Wallpapers } from '../shell/wallpaper/setter.ts';
import { makeBackup, untilBackup } from '../storage/daily-backup.ts';
import { createJournalStore } from '../storage/journal-store.ts';
import { createStationStore } from '../storage/station-store.ts';
import type { Foundation } from './foundation.ts';

/** What goes on whether anybody looks or not. */
export interface Engine {
  readonly rest: Resting;
  readonly activities: Activities;
  readonly wallpapers: Wallpapers;
  readonly updates: Updates;
}

/** How long the first round waits for the embedded services. */
const patienceMs = 5_000;

export function startEngine(foundation: Foundation): Engine {
  const { clock, log, onDefect, disposals, paths, settings, source, stored, state } = foundation;
  const { memory, archive, settingsStore, apiKey } = foundation;

  const embedded = source === 'embedded' ? startEmbedded(foundation, () => engine) : null;
  const fixedUrls = (): ServiceUrls =>
    source === 'own' ? settings().services.own : liveServiceUrls;
  const clients = createServiceClients({
    userAgent: `Overhead/${app.getVersion()}`,
    urls: () => (embedded === null ? fixedUrls() : embedded.urls()),
    apiKey,
    pictureFolder: paths.pictures,
    now: () => clock.now(),
  });
  disposals.add(() => clients.dispose());

  const wallpapers = createWallpapersHere({
    ...{ data: paths.data, pages: paths.pages, pictures: paths.pictures, env: process.env },
    settings: () => settings().wallpaper,
    log: (line) => log.info(line),
  });
  const rest = createRest({ clock, state, memory: memory.rest, onDefect });
  disposals.add(() => rest.dispose());
  const activities = startActivities(
    {
      ...{ clock, state, onDefect, gate: rest, random: Math.random },
      begin: embedded?.listening(patienceMs) ?? Promise.resolve(),
    },
    {
      ...clients,
      archive,
      wallpaper: wallpapers,
      wallpaperMemory: memory.wallpaper,
      pictureNotebook: memory.picture,
      journal: createJournalStore(stored),
      stationArchive: createStationStore(
        stored.database,
        source === 'own' ? settings().services.own.position : source,
      ),
      stationSettings: {
        read: () => settingsStore.current.station,
        write: (station) => settingsStore.update({ station }),
      },
      newId: randomUUID,
    },
    { settings, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone, rest },
  );
  disposals.add(() => activities.dispose());
  const displayWatch = watchDisplays({
    ...{ events: screen, clock, onDefect },
    onChange: () => activities.refreshDesktop(),
  });
  disposals.add(() => displayWatch.dispose());
  disposals.add(
    startBackups({
      ...{ clock, onDefect },
      backups: {
        until: (now) => untilBackup(paths.database, now),
        make: (now) => makeBackup(stored.current(), paths.database, now),
      },
      onOutcome: (outcome) => {
        if (!outcome.ok) log.info(`no backup was made: ${describeFailure(outcome.failure)}`);
      },
    }),
  );
  const updates = startUpdatesHere({
    ...{ data: paths.data, clock, onDefect, notebook: memory.update },
    automatic: () => settings().updates.automatic,
    createFeed: ({ feed, hosts }) =>
      createUpdateFeed({ feed, hosts, userAgent: `Overhead/${app.getVersion()}` }),
    onState: (update) => state.update(() => ({ update })),
    log: (line) => log.info(line),
  });
  state.update(() => ({ update: updates.state }));
  disposals.add(() => updates.dispose());
  const engine: Engine = { rest, activities, wallpapers, updates };
  return engine;
}

/** The three services in a process of their own. `engine` is there by the time that they fall over. */
function startEmbedded(
  { clock, log, disposals }: Foundation,
  engine: () => Engine,
): ServicesProcess {
  const entry = join(import.meta.dirname, 'services.js');
  // What is simulated is there to be looked at: it has a picture every day, and no videos.
  const simulated = ['--scenario', 'picture=image'];
  const embedded = startServicesProcess({
    ...{ clock, log },
    fork: () => utilityProcess.fork(entry, simulated, { stdio: ['ignore', 'pipe', 'pipe'] }),
    onRestart: () => engine().activities.checkAll(),
  });
  disposals.add(() => embedded.dispose());
  return embedded;
}
