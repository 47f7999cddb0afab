import { join } from 'node:path';
import { app } from 'electron';
import { m } from '#words';
import { runInEnglish } from '#shared/language/language.ts';
import type { Settings } from '#shared/settings/settings.ts';
import { closeStoreChannel } from '#platform/ipc/serve.ts';
import { createStateHolder, initialContent } from '#runtime/app-state.ts';
import { setAppLanguage } from './language.ts';
import type { LaunchOptions } from './command-line/arguments.ts';
import type { SourceOf } from '#settings/controller.ts';
import { systemClock } from '#runtime/clock.ts';
import type { AppLog } from '#platform/log/log.ts';
import { logUnreadableFiles } from '#platform/log/unreadable-files.ts';
import { systemFacts } from '#platform/process/system-facts.ts';
import { startTrayLook } from '#tray/first-look.ts';
import { closePrivateFiles } from '#settings/store/own-data.ts';
import { managedSourceOf, readManaged } from '#settings/store/managed-reader.ts';
import { openSettingsFile } from '#settings/store/settings-file.ts';
import { openSettingsStore } from '#settings/store/settings-store.ts';
import { openStoredValues } from '#platform/database/values.ts';
import { openSetWallpaper } from '#wallpaper/set-wallpaper.ts';
import { openKeptAppDatabase } from './database.ts';

/** The functions that let a part of the app restart or end the whole app. */
export interface AppControl {
  /**
   * Stops the whole app and composes it again; an open window reopens with the same view. Does nothing while there are
   * unsaved posts, because a restart would lose them.
   */
  restart(): void;
  /** Ends the app, then removes its data from the disk. */
  endAndRemove(): void;
}

/** The absolute paths of the app's files and folders. */
function pathsOfApp() {
  const data = app.getPath('userData');
  const buildFolder = join(import.meta.dirname, '..');
  return {
    /** The folder of the app's data. */
    data,
    database: join(data, 'overhead.sqlite'),
    pictures: join(data, 'pictures'),
    thumbnails: join(data, 'thumbnails'),
    renditions: join(data, 'renditions'),
    /** The build output: it contains `main`, `preload` and `renderer`. */
    built: buildFolder,
    pages: join(buildFolder, 'renderer'),
    resources: join(app.getAppPath(), 'resources'),
  };
}

/** The core services, which all other parts use: paths, storage and AppState. */
export type CoreServices = Awaited<ReturnType<typeof createCoreServices>>;

/** @param stack disposes of everything that is started */
export async function createCoreServices(
  launch: LaunchOptions,
  log: AppLog,
  stack: AsyncDisposableStack,
) {
  const clock = systemClock;
  const paths = pathsOfApp();
  const trayLook = startTrayLook(clock, stack);

  const database = openKeptAppDatabase(paths.database, clock);
  stack.defer(() => database.close());
  const values = openStoredValues(database);
  database.onReplaced(() => values.reload());
  stack.defer(() => values.flush());
  // Skip the first-run question if the app has set a wallpaper before, as with a settings file that is missing.
  const isAnswered = launch.skipFirstRun || openSetWallpaper(values.value).get() !== null;
  const managed = await readManaged(managedSourceOf(process.platform), (line) => log.info(line));
  const settingsStore = openSettingsStore(
    openSettingsFile(
      paths.data,
      () => clock.now(),
      closeStoreChannel,
      (path) => log.info(`put aside, since it could not be read: ${path}`),
    ),
    isAnswered ? true : null,
    managed.values,
  );
  stack.defer(() => settingsStore.settled());
  const settings = (): Settings => settingsStore.current;
  closePrivateFiles(paths.data);
  logUnreadableFiles(log, settingsStore.reset, database.opened.quarantined);

  // As with other managed programs, an option of the command line does not override the administrator.
  const servicesAtLaunch = 'services.source' in managed.values ? null : launch.services;
  const sourceOf: SourceOf = ({ services }) =>
    servicesAtLaunch ?? services.source ?? (app.isPackaged ? 'live' : 'embedded');
  const source = sourceOf(settings());
  const language = await setAppLanguage(settings().language, settings().formats);
  const isSandboxed = !app.commandLine.hasSwitch('no-sandbox');
  if (!isSandboxed) log.info(`warning: ${runInEnglish(m.status_no_sandbox)}`);
  const state = createStateHolder({
    ...initialContent,
    version: app.getVersion(),
    services: { source, simulated: source === 'embedded' },
    launchServices: servicesAtLaunch,
    sandboxed: isSandboxed,
    settings: settings(),
    language,
    settingsReset: settingsStore.reset,
    managed: managed.state,
  });
  return {
    launch,
    clock,
    trayLook,
    log,
    stack,
    paths,
    settingsStore,
    settings,
    managed,

    /** The source of the services in this run. */
    source,
    database,
    state,

    /** Returns the source that the services would have if the app started with the given settings. */
    sourceOf,
    values,
    facts: () =>
      systemFacts({
        data: paths.data,
        log: app.getPath('logs'),
        crashes: app.getPath('crashDumps'),
      }),
  };
}
